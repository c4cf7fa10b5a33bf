/** Holders and contracts as records of the extracts, and what the rules say of each. */
import { csvField } from '@/pipeline/tools/generate/kit/csv-writer'
import { isoDay } from '@/pipeline/tools/generate/kit/days'
import type { File } from './size'
import { type Contract, type Holder, wrongOn } from './world'

export const HEADERS: Record<File, readonly string[]> = {
  referentiel_personnes: ['id_personne', 'nom_titulaire', 'date_naissance', 'date_creation'],
  contrats: ['id_contrat', 'id_personne', 'date_effet', 'montant', 'devise'],
}

/** A currency as somebody types it. */
export const WRONG_CURRENCY = 'euro'

const line = (fields: readonly string[]): string => fields.map(csvField).join(',')

/** The record of a holder as extracted on a day. */
export function holderRecord(holder: Holder, day: number): string {
  const fault = wrongOn(holder, day) ? holder.fault : null
  const name = fault === 'nameless' ? '' : holder.name
  const created = fault === 'unreadable_date' ? '2026-13-45' : isoDay(holder.created)
  return line([holder.id, name, holder.birth, created])
}

/** The rule that sets the record of a holder aside. */
export function holderRule(holder: Holder, day: number): string | null {
  if (!wrongOn(holder, day)) return null
  return holder.fault === 'nameless'
    ? 'PERSONNE_NOM_ABSENT'
    : 'PERSONNE_DATE_CREATION_NAO_CONVERTIVEL'
}

/** The records of a contract as extracted on a day: one, or two that contradict each other. */
export function contractRecords(contract: Contract, day: number): string[] {
  const { id, holder, amount, currency } = contract
  const right = { date: isoDay(contract.day), amount, currency }
  const fault = wrongOn(contract, day) ? contract.fault : null
  const record = (v: typeof right) => line([id, holder.id, v.date, v.amount, v.currency])
  switch (fault) {
    case 'negative_amount':
      return [record({ ...right, amount: `-${amount}` })]
    case 'missing_amount':
      return [record({ ...right, amount: '' })]
    case 'unreadable_amount':
      return [record({ ...right, amount: 'N/C' })]
    case 'wrong_currency':
      return [record({ ...right, currency: WRONG_CURRENCY })]
    case 'no_effective_date':
      return [record({ ...right, date: '' })]
    case 'impossible_date':
      return [record({ ...right, date: '2026-02-30' })]
    case 'short_record':
      return [line([id, holder.id, right.date])]
    case 'ambiguous_key':
      return [record(right), record({ ...right, amount: `1${amount}` })]
    default:
      return [record(right)]
  }
}

/** Whether the contract's own rule comes before R27: a record or a value that cannot be read. */
export const BEFORE_HOLDER: ReadonlySet<string> = new Set([
  'CONTRAT_MALFORMADO',
  'CONTRAT_CHAVE_AMBIGUA',
  'CONTRAT_MONTANT_NAO_CONVERTIVEL',
  'CONTRAT_DATE_EFFET_NAO_CONVERTIVEL',
])

const RULES = {
  negative_amount: 'CONTRAT_MONTANT_INVALIDE',
  missing_amount: 'CONTRAT_MONTANT_INVALIDE',
  unreadable_amount: 'CONTRAT_MONTANT_NAO_CONVERTIVEL',
  wrong_currency: 'CONTRAT_DEVISE_INVALIDE',
  no_effective_date: 'CONTRAT_DATE_EFFET_ABSENTE',
  impossible_date: 'CONTRAT_DATE_EFFET_NAO_CONVERTIVEL',
  short_record: 'CONTRAT_MALFORMADO',
  ambiguous_key: 'CONTRAT_CHAVE_AMBIGUA',
} as const

/** The rule that the contract's own values break. */
export const contractRule = (contract: Contract, day: number): string | null =>
  wrongOn(contract, day) && contract.fault ? RULES[contract.fault] : null
