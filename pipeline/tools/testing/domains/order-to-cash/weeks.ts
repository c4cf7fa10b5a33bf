/** What happens in the eight weeks of the story besides what the generator makes happen. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import type { Domain } from '@/pipeline/engine/define/schema'
import {
  DATASETS,
  type Dataset,
  numberOf,
} from '@/pipeline/tools/generate/order-to-cash/oracle-rules'
import { withValue } from '@/pipeline/tools/generate/order-to-cash/tables'
import type { generated } from '@/pipeline/tools/generate/order-to-cash/testing'

export const DELIVERIES = 57
/** Far enough from the extracts' zone that a day in the wrong zone would show. */
export const ZONE = 'Pacific/Honolulu'
/** Orders above this net value fail the rule that exists for two weeks. */
const HIGH = 33_000
export const LENIENT = { from: 24, to: 40 }
export const STRICT = { from: 33, to: 47 }
export const TRUNCATED = 29
/** Nothing leans on these: a parent closed by a person would hold its children, unknown to the oracle. */
export const LEAVES = [
  'clientes_empresa',
  'ordens_venda_itens',
  'faturas_venda_itens',
  'titulos_receber',
]
const QUANTITY = 'VBAP_QUANTIDADE_INVALIDA'
export const CLOSED_AFTER = [3, 20, 44]

const within = (d: number, { from, to }: { from: number; to: number }) => d >= from && d < to
export const change = (d: number) =>
  d > 1 &&
  (within(d, LENIENT) !== within(d - 1, LENIENT) || within(d, STRICT) !== within(d - 1, STRICT))

/** What is declared at a delivery: any quantity passes for a while, high orders fail for another. */
export function domainAt(d: number): Domain {
  const datasets = orderToCash.datasets.map((dataset) => {
    if (within(d, LENIENT) && dataset.name === 'ordens_venda_itens') {
      return {
        ...dataset,
        rules: dataset.rules.filter((r) => r.code !== QUANTITY),
        postConditions: [],
      }
    }
    if (!within(d, STRICT) || dataset.name !== 'ordens_venda') return dataset
    const [first] = dataset.rules
    const high = {
      ...first,
      code: 'VBAK_VALOR_ALTO',
      kind: 'sql',
      sql: `{valor_liquido} <= ${HIGH}`,
    }
    const {
      name: _n,
      to: _t,
      columns: _c,
      quarantined: _q,
      optional: _o,
      ...rule
    } = high as Record<string, unknown>
    return { ...dataset, rules: [...dataset.rules, rule as (typeof dataset.rules)[number]] }
  })
  return { ...orderToCash, datasets }
}

/** The same for the oracle; a dataset that did not change stays the same object. */
const lenient = DATASETS.map((d) =>
  d.name === 'ordens_venda_itens'
    ? { ...d, checks: d.checks.filter((c) => !('rule' in c && QUANTITY.endsWith(c.rule))) }
    : d,
)[3] as Dataset
const strict: Dataset = {
  ...(DATASETS[2] as Dataset),
  checks: [
    ...(DATASETS[2] as Dataset).checks,
    { rule: 'VALOR_ALTO', fails: (v) => (numberOf(v.NETWR) ?? Infinity) > HIGH },
  ],
}
export const rulesAt = (d: number): Dataset[] =>
  DATASETS.map((dataset, i) => {
    if (i === 3 && within(d, LENIENT)) return lenient
    return i === 2 && within(d, STRICT) ? strict : dataset
  })

/** Items that were put right fall back into their fault two days later: re-entries. */
export function fallBack({ truth, dirs }: Awaited<ReturnType<typeof generated>>): void {
  const mended = truth.faults.filter((f) => f.rule === QUANTITY && f.fixed_in !== null)
  for (const { key, fixed_in } of mended) {
    const [right, later] = [dirs[(fixed_in as number) - 1], dirs[(fixed_in as number) + 1]]
    if (!later || truth.deliveries[(fixed_in as number) + 1]?.mode === 'full') continue
    const named = `${Object.values(key).join(',')},`
    const [from, to] = [join(right as string, 'VBAP.csv'), join(later, 'VBAP.csv')]
    const [head, ...lines] = existsSync(from) ? readFileSync(from, 'latin1').split('\n') : []
    const line = lines.find((l) => l.startsWith(named))
    if (!line || !existsSync(to)) continue
    const others = readFileSync(to, 'latin1').split('\n').slice(1)
    const rest = others.filter((l) => l !== '' && !l.startsWith(named))
    const again = withValue('VBAP', line, 'KWMENG', '0')
    writeFileSync(to, `${[head, ...rest, again].join('\n')}\n`, 'latin1')
  }
}
