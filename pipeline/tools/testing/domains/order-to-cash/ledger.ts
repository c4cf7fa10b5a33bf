/** The ledger once more, from the events alone, in plain JavaScript. */
import type { Db } from '@/lib/shared/db/connection'

const FLOWS = ['in', 'reopened', 'moved_in', 'revalued', 'out', 'moved_out'] as const
type Flow = (typeof FLOWS)[number]
/** Rows and cents per flow. */
type Flows = Record<Flow, [number, bigint]>
/** Rows and cents by `dataset rule currency`. */
export type Stock = Map<string, [number, bigint]>

interface EventRow {
  at: Date
  kind: string
  dataset: string
  open_from: boolean
  rule_from: string | null
  currency_from: string | null
  amount_from: string | null
  open_to: boolean
  rule: string
  currency: string | null
  amount: string | null
}

/** `12.30` → 1230n */
const cents = (amount: string | null): bigint => BigInt((amount ?? '0.00').replace('.', ''))

/** The calendar day of a moment in a zone, YYYY-MM-DD. */
export const dayIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)

/** day → group → flows, from the events. */
export async function flowsOf(db: Db, zone: string): Promise<Map<string, Map<string, Flows>>> {
  const days = new Map<string, Map<string, Flows>>()
  const book = (
    e: EventRow,
    flow: Flow,
    rule: string,
    currency: string | null,
    n: number,
    sum: bigint,
  ) => {
    const day = dayIn(zone, e.at)
    const groups = days.get(day) ?? new Map<string, Flows>()
    days.set(day, groups)
    const group = `${e.dataset} ${rule} ${currency ?? ''}`
    const flows = groups.get(group) ?? nothing()
    groups.set(group, flows)
    flows[flow] = [flows[flow][0] + n, flows[flow][1] + sum]
  }
  const events = await db.rows<EventRow>('SELECT * FROM quality.quarantine_event ORDER BY id')
  for (const e of events) {
    const was = [e.rule_from as string, e.currency_from] as const
    const now = [e.rule, e.currency] as const
    if (e.kind === 'ENTERED') book(e, 'in', ...now, 1, cents(e.amount))
    else if (e.kind === 'REOPENED') book(e, 'reopened', ...now, 1, cents(e.amount))
    else if (e.kind === 'EXITED' && e.open_from) book(e, 'out', ...was, 1, cents(e.amount_from))
    else if (e.kind === 'RULE_CHANGED') {
      book(e, 'moved_out', ...was, 1, cents(e.amount_from))
      book(e, 'moved_in', ...now, 1, cents(e.amount))
    } else if (e.kind === 'REVALUED') {
      // In another currency the row leaves one account and enters the other.
      book(e, 'revalued', ...was, -1, -cents(e.amount_from))
      book(e, 'revalued', ...now, 1, cents(e.amount))
    }
  }
  return days
}

const nothing = (): Flows => ({
  in: [0, 0n],
  reopened: [0, 0n],
  moved_in: [0, 0n],
  revalued: [0, 0n],
  out: [0, 0n],
  moved_out: [0, 0n],
})

/** The same from quality.flow_daily. */
export async function ledgerOf(db: Db): Promise<Map<string, Map<string, Flows>>> {
  const days = new Map<string, Map<string, Flows>>()
  const rows = await db.rows<Record<string, string>>(
    'SELECT *, day::text AS date FROM quality.flow_daily',
  )
  for (const row of rows) {
    const groups = days.get(row.date as string) ?? new Map<string, Flows>()
    const flows = nothing()
    for (const f of FLOWS)
      flows[f] = [Number(row[`${f}_rows`]), cents(row[`${f}_amount`] as string)]
    days.set(row.date as string, groups.set(`${row.dataset} ${row.rule} ${row.currency}`, flows))
  }
  return days
}

/** What is open now. */
export async function stockOf(db: Db): Promise<Stock> {
  const rows = await db.rows<{
    dataset: string
    rule: string
    currency: string | null
    amount: string | null
  }>(`SELECT dataset, rule, currency, amount FROM quality.quarantine WHERE statut = 'A_TRAITER'`)
  const stock: Stock = new Map()
  for (const row of rows) {
    const group = `${row.dataset} ${row.rule} ${row.currency ?? ''}`
    const [n, sum] = stock.get(group) ?? [0, 0n]
    stock.set(group, [n + 1, sum + cents(row.amount)])
  }
  return stock
}

/** opening + in + reopened + moved in ± revalued − out − moved out. */
export function closingOf(opening: Stock, flows: Map<string, Flows> | undefined): Stock {
  const closing: Stock = new Map(opening)
  for (const [group, f] of flows ?? []) {
    const [n, sum] = closing.get(group) ?? [0, 0n]
    const total = (i: 0 | 1) =>
      [f.in, f.reopened, f.moved_in, f.revalued].reduce((t, x) => t + BigInt(x[i]), 0n) -
      BigInt(f.out[i]) -
      BigInt(f.moved_out[i])
    const now: [number, bigint] = [n + Number(total(0)), sum + total(1)]
    if (now[0] === 0 && now[1] === 0n) closing.delete(group)
    else closing.set(group, now)
  }
  return closing
}
