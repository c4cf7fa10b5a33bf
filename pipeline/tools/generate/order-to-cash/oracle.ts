import { type Delivered, readDelivery } from './oracle-read'
import { DATASETS, type Dataset, numberOf, type Values } from './oracle-rules'

/** A row that is open in quarantine after a delivery. */
export interface OpenRow {
  dataset: string
  /** Key parts joined by |; of a record without a readable key, 'bytes:' and its latin1 text. */
  key: string
  rule: string
  /** The delivery in which its present stay began. */
  since: number
  /** Its money as text (of titles WRBTR, in document currency), where it can be read. */
  amount: string | null
  /** Nothing fails any more, its parents' replay included: a replay would release it. */
  ready: boolean
  /** As delivered, by source column; null when the record could not be read. */
  values: Values | null
}

/** What must hold after a delivery. */
export interface ExpectedState {
  mode: 'full' | 'delta'
  received: Record<string, number>
  /** Rows by Silver table. */
  silver: Record<string, number>
  /** Open rows by rule. */
  open: Record<string, number>
  /** Documented duplicates of this delivery by source of the losing row. */
  duplicates: Record<string, number>
  keys: { silver: Record<string, string[]>; open: OpenRow[] }
}

interface Live {
  values: Values | null
  rule: string
  since: number
  ready: boolean
}

interface Table {
  silver: Map<string, Values>
  /** Live rows by key: several when the key is ambiguous. */
  live: Map<string, Live[]>
}

type State = Map<string, Table>

/**
 * The state after each of some deliveries, computed by holding everything in memory and applying
 * the rules of the design row by row. Replays are not part of it.
 * @param rulesOf the rules in force at a delivery; a dataset that is another object than in the
 *   delivery before has changed, and what stands is judged again first.
 */
export function expectedState(
  dirs: string[],
  rulesOf: (delivery: number) => Dataset[] = () => DATASETS,
): ExpectedState[] {
  let state = emptyState()
  return dirs.map((dir, i) => {
    const { mode, records } = readDelivery(dir)
    const datasets = rulesOf(i + 1)
    const changed = datasets.filter((d) => i > 0 && !rulesOf(i).includes(d))
    if (changed.length > 0) judgeAgain(datasets, changed, state, i + 1)
    const before = state
    if (mode === 'full') state = emptyState()
    const duplicates: Record<string, number> = {}
    for (const dataset of datasets) {
      const own = records.filter((r) => dataset.sources.includes(r.source))
      deliver(dataset, own, { state, before, delivery: i + 1, duplicates })
      reconsider(dataset, state, i + 1)
    }
    const received: Record<string, number> = {}
    for (const { source } of records) count(received, source)
    return { mode, received, duplicates, ...summary(state) }
  })
}

function emptyState(): State {
  return new Map(DATASETS.map((d) => [d.name, { silver: new Map(), live: new Map() }]))
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function tableOf(state: State, name: string): Table {
  return state.get(name) as Table
}

/**
 * The first rule that a row fails against Silver as it is, or null.
 * @param replayed takes parents that are ready for released.
 */
function judge(dataset: Dataset, values: Values, state: State, replayed = false): string | null {
  for (const check of dataset.checks) {
    if ('rule' in check) {
      if (check.fails(values)) return `${dataset.prefix}_${check.rule}`
      continue
    }
    if (check.when?.(values) === false) continue
    const parent = tableOf(state, check.dataset)
    const key = check.key(values)
    if (parent.silver.has(key)) continue
    if (replayed && parent.live.get(key)?.every((row) => row.ready)) continue
    const how = parent.live.has(key) ? 'EM_QUARENTENA' : 'INEXISTENTE'
    return `${dataset.prefix}_${check.reference}_${how}`
  }
  return null
}

interface Context {
  state: State
  before: State
  delivery: number
  duplicates: Record<string, number>
}

function deliver(dataset: Dataset, records: Delivered[], context: Context): void {
  const { state, before, delivery } = context
  const { silver, live } = tableOf(state, dataset.name)
  const lived = tableOf(before, dataset.name).live
  const enter = (key: string, rows: Omit<Live, 'since' | 'ready'>[]) => {
    const earlier = lived.get(key) ?? []
    const open = rows.map((row, i) => ({
      ...row,
      since: earlier[i]?.since ?? delivery,
      ready: false,
    }))
    live.set(key, open)
    silver.delete(key)
  }
  const byKey = new Map<string, Delivered[]>()
  for (const record of records) {
    const parts = dataset.key.map((column) => record.values?.[column] ?? '')
    if (record.values !== null && !parts.includes('')) {
      const key = parts.join('|')
      byKey.set(key, [...(byKey.get(key) ?? []), record])
      continue
    }
    const key = `bytes:${record.bytes}`
    const rule = record.values === null ? 'MALFORMADO' : 'CHAVE_INCOMPLETA'
    enter(key, [{ values: record.values, rule: `${dataset.prefix}_${rule}` }])
  }
  for (const [key, images] of byKey) {
    const rows = decide(dataset, images, context.duplicates)
    if (rows.length > 1) {
      const rule = `${dataset.prefix}_CHAVE_AMBIGUA`
      enter(
        key,
        rows.map((r) => ({ values: r.values, rule })),
      )
      continue
    }
    const values = rows[0]?.values as Values
    const rule = judge(dataset, values, state)
    if (rule !== null) enter(key, [{ values, rule }])
    else {
      live.delete(key)
      silver.set(key, values)
    }
  }
}

/** Of the images of one key: the winner, or all of them when nobody may guess. */
function decide(
  dataset: Dataset,
  images: Delivered[],
  duplicates: Record<string, number>,
): Delivered[] {
  let rows = images
  const keep = (winners: Delivered[]) => {
    for (const row of rows) if (!winners.includes(row)) count(duplicates, row.source)
    rows = winners
  }
  keep(rows.filter((r, i) => rows.findIndex((o) => sameRow(o, r)) === i))
  if (rows.length > 1 && dataset.name === 'clientes') {
    const clean = rows.filter((r) => !/^\s|\s$|\s{2,}/.test(r.values?.NAME1 ?? ''))
    keep((clean.length > 0 ? clean : rows).slice(-1))
  }
  const cleared = rows.filter((r) => r.source === 'BSAD')
  if (dataset.name === 'titulos_receber' && cleared.length > 0) keep(cleared)
  return rows
}

function amountOf(values: Values | null): string | null {
  const amount = numberOf(values?.WRBTR ?? values?.NETWR)
  const sign = values?.SHKZG === 'H' ? -1 : 1
  return amount === null ? null : (sign * amount).toFixed(2)
}

function sameRow(a: Delivered, b: Delivered): boolean {
  return a.source === b.source && a.bytes === b.bytes
}

/** Rows that were not delivered again: what became of what they lean on? */
function reconsider(dataset: Dataset, state: State, delivery: number): void {
  const { silver, live } = tableOf(state, dataset.name)
  for (const rows of live.values()) {
    for (const row of rows) {
      if (/_(MALFORMADO|CHAVE_INCOMPLETA|CHAVE_AMBIGUA)$/.test(row.rule)) continue
      if (row.values === null) continue
      const rule = judge(dataset, row.values, state)
      row.ready = judge(dataset, row.values, state, true) === null
      if (rule !== null) row.rule = rule
    }
  }
  for (const [key, values] of silver) {
    const rule = judge(dataset, values, state)
    if (rule === null) continue
    silver.delete(key)
    live.set(key, [{ values, rule, since: delivery, ready: false }])
  }
}

/** Rules changed: rows that wait without need are released, and all others looked at again. */
function judgeAgain(datasets: Dataset[], changed: Dataset[], state: State, delivery: number): void {
  for (const dataset of datasets) {
    const { silver, live } = tableOf(state, dataset.name)
    for (const [key, rows] of changed.includes(dataset) ? live : []) {
      const [row, ...others] = rows
      if (!row?.values || others.length > 0 || /_CHAVE_INCOMPLETA$/.test(row.rule)) continue
      if (judge(dataset, row.values, state) !== null) continue
      live.delete(key)
      silver.set(key, row.values)
    }
    reconsider(dataset, state, delivery)
  }
}

function summary(state: State): Pick<ExpectedState, 'silver' | 'open' | 'keys'> {
  const silver: Record<string, number> = {}
  const open: Record<string, number> = {}
  const keys: ExpectedState['keys'] = { silver: {}, open: [] }
  for (const [name, table] of state) {
    silver[name] = table.silver.size
    keys.silver[name] = [...table.silver.keys()]
    for (const [key, rows] of table.live) {
      for (const { rule, since, ready, values } of rows) {
        count(open, rule)
        const amount = amountOf(values)
        keys.open.push({ dataset: name, key, rule, since, amount, ready, values })
      }
    }
  }
  return { silver, open, keys }
}
