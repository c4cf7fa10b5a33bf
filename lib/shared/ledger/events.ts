/**
 * The only writer of quarantine events. An event says what a row counted for in the open stock
 * before and after; triggers keep the ledger (`quality.flow_daily`) from here.
 */
import type { EVENT_KINDS } from '@/lib/shared/db/schema/quarantine'

/** SQL expressions: whether a row is open, and what it then counts for. */
export interface StockSql {
  open: string
  rule: string
  currency: string
  amount: string
}

/** Events to append, one per row of `from`. Everything but the kind is an SQL expression. */
export interface EventSql {
  kind: (typeof EVENT_KINDS)[number]
  /** Id of the row in quarantine. */
  row: string
  /** ISO 8601 or any other text that PostgreSQL reads as a time. */
  at: string
  /** A person's id, or run, replay, schedule, rule. */
  actor: string
  dataset: string
  /** Why it left; of EXITED only. */
  reason?: string
  run?: string
  replay?: string
  /** Undefined: the row did not count. */
  before?: StockSql
  after: StockSql
  note?: string
  /** Tables and condition: `quality.quarantine q WHERE …`. */
  from: string
}

/**
 * What the columns of a table say a row counts for.
 * @param alias of a table with the columns rule, currency and amount.
 * @param open SQL condition; an event that leaves the stock as it is has `false` before and after.
 */
export const stockSql = (alias: string, open = 'true'): StockSql => ({
  open,
  rule: `${alias}.rule`,
  currency: `${alias}.currency`,
  amount: `${alias}.amount`,
})

const NOT_COUNTED: StockSql = {
  open: 'false',
  rule: 'NULL::text',
  currency: 'NULL::text',
  amount: 'NULL::numeric',
}

/** One INSERT of all these events, in their order; with RETURNING it can stand in a WITH. */
export const insertEventsSql = (events: readonly EventSql[]): string =>
  `INSERT INTO quality.quarantine_event (quarantine_id, at, kind, reason, actor, run_id, replay_id,
      dataset, open_from, rule_from, currency_from, amount_from, open_to, rule, currency, amount, note)
    ${events.map(selectSql).join(' UNION ALL ')}`

function selectSql(event: EventSql): string {
  const { before = NOT_COUNTED, after, from } = event
  const expressions = [
    event.row,
    `(${event.at})::timestamptz`,
    `'${event.kind}'`,
    `(${event.reason ?? 'NULL'})::text`,
    `(${event.actor})::text`,
    `(${event.run ?? 'NULL'})::integer`,
    `(${event.replay ?? 'NULL'})::integer`,
    event.dataset,
    ...[before, after].flatMap((s) => [s.open, s.rule, s.currency, s.amount]),
    `(${event.note ?? 'NULL'})::text`,
  ]
  return `SELECT ${expressions.join(', ')} FROM ${from}`
}
