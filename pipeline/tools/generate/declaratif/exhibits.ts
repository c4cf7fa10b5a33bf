/**
 * The preset `proof`: one record of every fault, beside the daily ones, so that every rule is failed
 * by a row that fails no other one.
 */
import type { Fault } from '@/pipeline/tools/generate/kit/truth-writer'
import type { File } from './size'

export interface Exhibit {
  file: File
  /** Lines of the extract. */
  records: string[]
  faults: Omit<Fault, 'delivery' | 'fixed_in'>[]
}

/** Numbers that no generated person and contract has. */
const person = (n: number) => `Q${String(n).padStart(8, '0')}`
const contract = (n: number) => `D${String(n).padStart(8, '0')}-1`

function holder(fault: string, rule: string, n: number, ...records: string[]): Exhibit {
  const told = { fault, table: 'referentiel_personnes', key: { id_personne: person(n) }, rule }
  return {
    file: 'referentiel_personnes',
    records,
    faults: rule === 'PERSONNE_CHAVE_AMBIGUA' ? [told, told] : [told],
  }
}

const HOLDERS: Exhibit[] = [
  holder('nameless', 'PERSONNE_NOM_ABSENT', 1, `${person(1)},,1980-05-17,2026-01-10`),
  holder(
    'unreadable_date',
    'PERSONNE_DATE_CREATION_NAO_CONVERTIVEL',
    2,
    `${person(2)},Ana Costa,1971-02-03,2026-13-45`,
  ),
  holder(
    'unreadable_birth',
    'PERSONNE_DATE_NAISSANCE_NAO_CONVERTIVEL',
    3,
    `${person(3)},Hugo Gomes,1971-02-30,2026-01-10`,
  ),
  holder(
    'ambiguous_key',
    'PERSONNE_CHAVE_AMBIGUA',
    4,
    `${person(4)},Gwen Moreau,1990-11-30,2026-01-10`,
    `${person(4)},Gwen Bernard,1990-11-30,2026-01-10`,
  ),
  holder('short_record', 'PERSONNE_MALFORMADO', 5, `${person(5)},Jules Nunes`),
  {
    ...holder('no_id', 'PERSONNE_CHAVE_INCOMPLETA', 6, ',Diego Dubois,1966-07-08,2026-01-10'),
    faults: [
      {
        fault: 'no_id',
        table: 'referentiel_personnes',
        key: { id_personne: '' },
        rule: 'PERSONNE_CHAVE_INCOMPLETA',
      },
    ],
  },
]

interface Values {
  id: string
  holder: string
  date: string
  amount: string
  currency: string
}

/** A contract of somebody who is never wrong, but for one thing. */
function wrong(
  fault: string,
  rule: string,
  n: number,
  values: Partial<Values>,
  money: { amount?: string; currency?: string } = { amount: '1500.00', currency: 'EUR' },
): Exhibit {
  const right = {
    id: contract(n),
    holder: 'P00000001',
    date: '2026-02-01',
    amount: '1500.00',
    currency: 'EUR',
  }
  const v = { ...right, ...values }
  const key = { id_contrat: v.id }
  return {
    file: 'contrats',
    records: [[v.id, v.holder, v.date, v.amount, v.currency].join(',')],
    faults: [{ fault, table: 'contrats', key, rule, ...money }],
  }
}

const ambiguous = wrong('ambiguous_key', 'CONTRAT_CHAVE_AMBIGUA', 9, {})

const CONTRACTS: Exhibit[] = [
  wrong('late_holder', 'R27_TITULAIRE_NON_RATTACHE', 1, { holder: 'Q99999999' }),
  wrong('holder_set_aside', 'CONTRAT_TITULAIRE_EM_QUARENTENA', 2, { holder: person(2) }),
  wrong('no_effective_date', 'CONTRAT_DATE_EFFET_ABSENTE', 3, { date: '' }),
  wrong('impossible_date', 'CONTRAT_DATE_EFFET_NAO_CONVERTIVEL', 4, { date: '2026-02-30' }, {}),
  wrong(
    'negative_amount',
    'CONTRAT_MONTANT_INVALIDE',
    5,
    { amount: '-1500.00' },
    { amount: '-1500.00', currency: 'EUR' },
  ),
  wrong('unreadable_amount', 'CONTRAT_MONTANT_NAO_CONVERTIVEL', 6, { amount: 'N/C' }, {}),
  wrong(
    'wrong_currency',
    'CONTRAT_DEVISE_INVALIDE',
    7,
    { currency: 'euro' },
    { amount: '1500.00', currency: 'euro' },
  ),
  wrong('no_id', 'CONTRAT_CHAVE_INCOMPLETA', 8, { id: '' }),
  {
    ...ambiguous,
    records: [...ambiguous.records, `${contract(9)},P00000001,2026-02-01,2500.00,EUR`],
    faults: [...ambiguous.faults, ...ambiguous.faults.map((f) => ({ ...f, amount: '2500.00' }))],
  },
  {
    ...wrong('short_record', 'CONTRAT_MALFORMADO', 10, {}, {}),
    records: [`${contract(10)},P00000001,2026-02-01`],
  },
]

export const EXHIBITS: readonly Exhibit[] = [...HOLDERS, ...CONTRACTS]
