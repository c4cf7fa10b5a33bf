/** Three generations with every way to lean on one another: the declarations of these tests. */
import type { Files, ShortDataset } from '@/pipeline/tools/testing/adhoc'

/** Rows: pais `id,ok` · filhos `id,pai,v,m` · netos `id,filho,padrinho,v`. */
export const FAMILY: ShortDataset[] = [
  {
    name: 'pais',
    columns: { id: 'text', ok: 'integer', nota: 'text' },
    rules: [{ kind: 'range', code: 'PAI_RUIM', column: 'ok', gte: 1 }],
    enrichments: [{ from: 'notas', on: { pai: 'id' }, columns: { nota: 'texto' } }],
    concerns: { customer: 'id' },
  },
  {
    name: 'notas',
    columns: { pai: 'text', texto: 'text' },
    rules: [
      {
        kind: 'reference',
        code: 'NOTA_SEM_PAI',
        quarantined: 'NOTA_PAI_RETIDO',
        name: 'pai',
        to: 'pais',
        columns: { id: 'pai' },
      },
    ],
  },
  {
    name: 'filhos',
    columns: { id: 'text', pai: 'text', v: 'numeric(15,2)', m: 'text' },
    money: { amount: 'v', currency: 'm' },
    concerns: { customer: 'pai' },
    rules: [
      {
        kind: 'reference',
        code: 'FILHO_SEM_PAI',
        quarantined: 'FILHO_PAI_RETIDO',
        name: 'pai',
        to: 'pais',
        columns: { id: 'pai' },
      },
      { kind: 'range', code: 'FILHO_RUIM', column: 'v', gte: 0 },
    ],
  },
  {
    name: 'netos',
    columns: { id: 'text', filho: 'text', padrinho: 'text', v: 'numeric(15,2)' },
    money: { amount: 'v', currency: { via: 'filho', column: 'm' } },
    concerns: { customer: { via: 'filho', column: 'pai' } },
    rules: [
      {
        kind: 'reference',
        code: 'NETO_SEM_FILHO',
        quarantined: 'NETO_FILHO_RETIDO',
        name: 'filho',
        to: 'filhos',
        columns: { id: 'filho' },
      },
      {
        kind: 'reference',
        code: 'NETO_SEM_PADRINHO',
        quarantined: 'NETO_PADRINHO_RETIDO',
        name: 'padrinho',
        to: 'pais',
        columns: { id: 'padrinho' },
        optional: true,
      },
      { kind: 'range', code: 'NETO_RUIM', column: 'v', gte: 0 },
    ],
  },
]

const HEADERS = {
  pais: 'id,ok',
  notas: 'pai,texto',
  filhos: 'id,pai,v,m',
  netos: 'id,filho,padrinho,v',
}

/** Files from lines; a dataset that is not named brings no file. */
export function files(lines: Partial<Record<keyof typeof HEADERS, readonly string[]>>): Files {
  return Object.fromEntries(
    Object.entries(lines).map(([dataset, rows]) => [
      `${dataset.toUpperCase()}.csv`,
      `${[HEADERS[dataset as keyof typeof HEADERS], ...rows].join('\n')}\n`,
    ]),
  )
}

/** Files of a full delivery: those that are not named are empty. */
export const all = (lines: Parameters<typeof files>[0] = {}): Files =>
  files({ pais: [], notas: [], filhos: [], netos: [], ...lines })
