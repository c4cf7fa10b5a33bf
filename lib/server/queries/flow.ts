/**
 * Flow from the ledger: what was there, what came in and went out, what is left, per day or ISO
 * week of the workspace. Definitions of the rates are those of the screens: a row that is reopened
 * comes in again; a row that moves to another rule does neither.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** Days as YYYY-MM-DD in the workspace's zone, both included. */
export interface FlowQuery {
  domain: string
  dataset?: string
  rule?: string
  from: string
  to: string
}

export interface Movement<T> {
  opening: T
  in: T
  reopened: T
  movedIn: T
  /** Signed; rows are revalued when they change currency. */
  revalued: T
  out: T
  movedOut: T
  closing: T
}

/** Exact decimals; money of two datasets or currencies is never added up. */
interface MoneyFlow extends Movement<string> {
  dataset: string
  currency: string
}

export interface FlowLine {
  /** First day, and its name: the day, or `2026-W53`. */
  from: string
  period: string
  /** Null where the grouping is wider. */
  dataset: string | null
  rule: string | null
  rows: Movement<number>
  money: MoneyFlow[]
}

const MOVES = ['in', 'reopened', 'movedIn', 'revalued', 'out', 'movedOut'] as const
const COLUMNS = ['in', 'reopened', 'moved_in', 'revalued', 'out', 'moved_out'] as const
const net = (prefix: string, kind: 'rows' | 'amount') =>
  COLUMNS.map((c) => `${c.endsWith('out') ? '- ' : '+ '}${prefix}${c}_${kind}`).join(' ')

type Grain = 'day' | 'week'
type Group = 'rule' | 'dataset' | 'domain'

type Column = (typeof COLUMNS)[number] | 'opening' | 'closing'
const fieldsOf = <K extends 'rows' | 'amount', S extends z.ZodType>(kind: K, schema: S) =>
  Object.fromEntries(
    (['opening', ...COLUMNS, 'closing'] as const).map((column) => [`${column}_${kind}`, schema]),
  ) as Record<`${Column}_${K}`, S>

/** Rows as numbers and money as exact decimals, of one group and currency in one period. */
const Cell = z.object({
  from: z.string(),
  period: z.string(),
  dataset: z.string(),
  rule: z.string().nullable(),
  currency: z.string(),
  ...fieldsOf('rows', z.number()),
  ...fieldsOf('amount', z.string()),
})
type Cell = z.infer<typeof Cell>

/**
 * Flow per period and group, every period of the range filled; a week is the part of it that lies
 * in the range. Groups without stock and movement in the range are left out.
 */
export async function readFlow(
  db: Reader,
  query: FlowQuery & { grain: Grain; by: Group },
): Promise<FlowLine[]> {
  const rule = query.by === 'rule' ? 'f.rule' : 'NULL::text'
  const period = (day: string) =>
    query.grain === 'day' ? day : `greatest(date_trunc('week', ${day})::date, $4::date)`
  const sums = (['rows', 'amount'] as const).flatMap((kind) =>
    COLUMNS.map((c) => `sum(f.${c}_${kind}) FILTER (WHERE f.day >= $4::date) AS ${c}_${kind}`),
  )
  const cells = await typedRows(
    db,
    Cell,
    `WITH facts AS (
      SELECT f.dataset, ${rule} AS rule, f.currency,
        CASE WHEN f.day >= $4::date THEN ${period('f.day')} END AS first,
        ${sums.join(', ')}, sum(0 ${net('f.', 'rows')}) AS net_rows, sum(0 ${net('f.', 'amount')}) AS net_amount
      FROM quality.flow_daily f
      WHERE f.dataset IN (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $1)
        AND ($2::text IS NULL OR f.dataset = $2) AND ($3::text IS NULL OR f.rule = $3)
        AND f.day <= $5::date GROUP BY 1, 2, 3, 4
    ), periods AS (
      SELECT DISTINCT ${period('d.day::date')} AS first
      FROM generate_series($4::date, $5::date, interval '1 day') AS d(day)
    ), groups AS (
      SELECT dataset, rule, currency, coalesce(sum(net_rows) FILTER (WHERE first IS NULL), 0) AS rows,
        coalesce(sum(net_amount) FILTER (WHERE first IS NULL), 0) AS amount
      FROM facts GROUP BY 1, 2, 3
      HAVING bool_or(first IS NOT NULL) OR sum(net_rows) <> 0 OR sum(net_amount) <> 0
    ), filled AS (
      SELECT p.first, g.dataset, g.rule, g.currency,
        ${COLUMNS.flatMap((c) => [`coalesce(f.${c}_rows, 0) AS ${c}_rows`, `coalesce(f.${c}_amount, 0) AS ${c}_amount`]).join(', ')},
        g.rows + sum(coalesce(f.net_rows, 0)) OVER upto AS closing_rows,
        g.amount + sum(coalesce(f.net_amount, 0)) OVER upto AS closing_amount
      FROM groups g CROSS JOIN periods p
      LEFT JOIN facts f ON f.dataset = g.dataset AND f.rule IS NOT DISTINCT FROM g.rule
        AND f.currency = g.currency AND f.first = p.first
      WINDOW upto AS (PARTITION BY g.dataset, g.rule, g.currency ORDER BY p.first)
    )
    SELECT first::text AS "from", dataset, rule, currency,
      ${query.grain === 'day' ? 'first::text' : `to_char(first, 'IYYY-"W"IW')`} AS period,
      (closing_rows - (0 ${net('', 'rows')}))::int AS opening_rows, closing_rows::int,
      (closing_amount - (0 ${net('', 'amount')}))::numeric(20,2)::text AS opening_amount,
      closing_amount::numeric(20,2)::text,
      ${COLUMNS.flatMap((c) => [`${c}_rows::int`, `${c}_amount::numeric(20,2)::text`]).join(', ')}
    FROM filled ORDER BY first, dataset, rule, currency`,
    [query.domain, query.dataset ?? null, query.rule ?? null, query.from, query.to],
  )
  return fold(cells, query.by)
}

/** Cells of one period and group become one line: rows added up, money side by side. */
function fold(cells: Cell[], by: Group): FlowLine[] {
  const lines = new Map<string, FlowLine>()
  for (const cell of cells) {
    const dataset = by === 'domain' ? null : cell.dataset
    const key = JSON.stringify([cell.from, dataset, cell.rule])
    let line = lines.get(key)
    if (!line) {
      line = {
        from: cell.from,
        period: cell.period,
        dataset,
        rule: cell.rule,
        rows: nothing(),
        money: [],
      }
      lines.set(key, line)
    }
    const rows = movement<number>(cell, 'rows')
    for (const field of ['opening', ...MOVES, 'closing'] as const) line.rows[field] += rows[field]
    const { dataset: of, currency } = cell
    line.money.push({ dataset: of, currency, ...movement<string>(cell, 'amount') })
  }
  return [...lines.values()]
}

const nothing = (): Movement<number> => ({
  opening: 0,
  in: 0,
  reopened: 0,
  movedIn: 0,
  revalued: 0,
  out: 0,
  movedOut: 0,
  closing: 0,
})

function movement<T>(cell: Cell, kind: 'rows' | 'amount'): Movement<T> {
  const value = (column: Column) => cell[`${column}_${kind}`] as T
  return {
    opening: value('opening'),
    in: value('in'),
    reopened: value('reopened'),
    movedIn: value('moved_in'),
    revalued: value('revalued'),
    out: value('out'),
    movedOut: value('moved_out'),
    closing: value('closing'),
  }
}

export interface Rates {
  opening: number
  /** New and reopened rows. */
  in: number
  out: number
  closing: number
  /** Out ÷ in; null when nothing came in. 1: keeping up. */
  exitRate: number | null
  /** Out ÷ (opening + in); null when there was nothing to clear. */
  clearance: number | null
}

/** Exit rate and clearance of a movement. */
export function ratesOf(rows: Movement<number>): Rates {
  const came = rows.in + rows.reopened
  const toClear = rows.opening + came
  return {
    opening: rows.opening,
    in: came,
    out: rows.out,
    closing: rows.closing,
    exitRate: came > 0 ? rows.out / came : null,
    clearance: toClear > 0 ? rows.out / toClear : null,
  }
}

/** Exit rate and clearance of a whole range. */
export async function readRates(db: Reader, query: FlowQuery): Promise<Rates> {
  const lines = await readFlow(db, { ...query, grain: 'day', by: 'domain' })
  return ratesOf(totalOf(lines.map((line) => line.rows)))
}

/** Consecutive movements of one group as one. */
export function totalOf(rows: Movement<number>[]): Movement<number> {
  const total = nothing()
  total.opening = rows[0]?.opening ?? 0
  total.closing = rows.at(-1)?.closing ?? 0
  for (const move of MOVES) for (const row of rows) total[move] += row[move]
  return total
}

export interface Cumulative {
  period: string
  from: string
  /** Opening stock of the range and all that came since. */
  arrived: number
  /** All that left since; arrived − left is the stock. */
  left: number
}

/** Cumulative flow of the lines of one group, in order. */
export function cumulativeOf(lines: FlowLine[]): Cumulative[] {
  let arrived = lines[0]?.rows.opening ?? 0
  let left = 0
  return lines.map(({ period, from, rows }) => {
    arrived += rows.in + rows.reopened + rows.movedIn + rows.revalued
    left += rows.out + rows.movedOut
    return { period, from, arrived, left }
  })
}
