/** The rows behind the figures of the flow screen, counted where the figures come from. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { Count, neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import type { FlowQuery } from './flow'

const Move = z.object({
  /** Where the next page begins. */
  cursor: z.string(),
  row: z.number(),
  at: z.string(),
  kind: z.enum(['ENTERED', 'REOPENED', 'EXITED', 'OPEN']),
  reason: z.string().nullable(),
  key: z.string().nullable(),
  dataset: z.string(),
  rule: neverNull(z.string(), 'a row leaves from a rule'),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
})
type Move = z.infer<typeof Move>

export interface Moves {
  /** All of them, whatever the page. */
  count: number
  moves: Move[]
}

export type MoveKind = 'in' | 'out' | 'open'

const DOMAIN = (alias: string) => `${alias}.dataset IN (
  SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $1)`
const ZONE = '(SELECT time_zone FROM quality.workspace)'
const DURING = (time: string) => `${time} >= $4::date::timestamp AT TIME ZONE ${ZONE}
  AND ${time} < ($5::date + 1)::timestamp AT TIME ZONE ${ZONE}`

/** Newest first; `open`: rows in the open stock, by the day on which they were first seen. */
export async function readMoves(
  db: Reader,
  query: FlowQuery & { kind: MoveKind; before?: string; limit: number },
): Promise<Moves> {
  const { domain, dataset = null, rule = null, from, to, kind, before = null, limit } = query
  const scope = [domain, dataset, rule, from, to]
  const [total] = await typedRows(db, Count, COUNT[kind], scope)
  const moves = await typedRows(db, Move, kind === 'open' ? OPEN : EVENTS(kind), [
    ...scope,
    before,
    limit,
  ])
  return { count: total?.n ?? 0, moves }
}

const ledger = (sum: string) => `SELECT coalesce(sum(${sum}), 0)::int AS n FROM quality.flow_daily f
  WHERE ${DOMAIN('f')} AND ($2::text IS NULL OR f.dataset = $2) AND ($3::text IS NULL OR f.rule = $3)
    AND f.day BETWEEN $4::date AND $5::date`

const COUNT = {
  in: ledger('in_rows + reopened_rows'),
  out: ledger('out_rows'),
  open: `SELECT coalesce(sum(s.rows), 0)::int AS n FROM quality.stock s
    WHERE ${DOMAIN('s')} AND ($2::text IS NULL OR s.dataset = $2) AND ($3::text IS NULL OR s.rule = $3)
      AND s.first_day BETWEEN $4::date AND $5::date`,
}

function EVENTS(kind: 'in' | 'out'): string {
  const [rule, amount, currency, test] =
    kind === 'in'
      ? ['e.rule', 'e.amount', 'e.currency', `e.kind IN ('ENTERED', 'REOPENED') AND e.open_to`]
      : ['e.rule_from', 'e.amount_from', 'e.currency_from', `e.kind = 'EXITED' AND e.open_from`]
  return `SELECT e.id::text AS cursor, e.quarantine_id::float8 AS row, ${isoSql('e.at')} AS at, e.kind,
      e.reason, q.key_text AS key, e.dataset, ${rule} AS rule, ${amount}::text AS amount,
      ${currency} AS currency
    FROM quality.quarantine_event e JOIN quality.quarantine q ON q.id = e.quarantine_id
    WHERE ${test} AND ${DOMAIN('e')} AND ($2::text IS NULL OR e.dataset = $2)
      AND ($3::text IS NULL OR ${rule} = $3) AND ${DURING('e.at')}
      AND ($6::bigint IS NULL OR e.id < $6) ORDER BY e.id DESC LIMIT $7::int`
}

const OPEN = `SELECT q.id::text AS cursor, q.id::float8 AS row, ${isoSql('q.first_seen')} AS at,
    'OPEN' AS kind, NULL AS reason, q.key_text AS key, q.dataset, q.rule, q.amount::text AS amount,
    q.currency
  FROM quality.quarantine q
  WHERE q.statut = 'A_TRAITER' AND ${DOMAIN('q')} AND ($2::text IS NULL OR q.dataset = $2)
    AND ($3::text IS NULL OR q.rule = $3) AND ${DURING('q.first_seen')}
    AND ($6::bigint IS NULL OR q.id < $6) ORDER BY q.id DESC LIMIT $7::int`

export const AgeBar = z.object({
  /** First and last day on which the rows of the bar were first seen; from: null before the range. */
  from: z.string().nullable(),
  to: z.string(),
  rows: z.number(),
  ready: z.number(),
})
export type AgeBar = z.infer<typeof AgeBar>

/** The open stock by when it was first seen: per day or week of the range, older rows together. */
export function readAges(
  db: Reader,
  query: FlowQuery & { grain: 'day' | 'week' },
): Promise<AgeBar[]> {
  const first = query.grain === 'day' ? 'd' : `greatest(date_trunc('week', d)::date, $4::date)`
  const last =
    query.grain === 'day' ? 'max(d)' : `least(date_trunc('week', max(d))::date + 6, $5::date)`
  return typedRows(
    db,
    AgeBar,
    `SELECT CASE WHEN d >= $4::date THEN ${first} END::text AS "from",
      CASE WHEN d >= $4::date THEN ${last} ELSE $4::date - 1 END::text AS "to",
      coalesce(sum(s.rows), 0)::int AS rows,
      coalesce(sum(s.rows) FILTER (WHERE s.ready), 0)::int AS ready
    FROM (
      SELECT g::date AS d FROM generate_series($4::date, $5::date, interval '1 day') g
      UNION ALL SELECT $4::date - 1
    ) days LEFT JOIN quality.stock s ON ${DOMAIN('s')}
      AND ($2::text IS NULL OR s.dataset = $2) AND ($3::text IS NULL OR s.rule = $3)
      AND (s.first_day = d OR d < $4::date AND s.first_day < $4::date)
    GROUP BY 1, d >= $4::date${query.grain === 'day' ? ', d' : ''} ORDER BY 1 NULLS FIRST`,
    [query.domain, query.dataset ?? null, query.rule ?? null, query.from, query.to],
  )
}

export const RuleOption = z.object({
  domain: z.string(),
  dataset: z.string(),
  rule: z.string(),
  means: z.string(),
})
export type RuleOption = z.infer<typeof RuleOption>

/** Every rule that was ever declared, for choosing one. */
export function readRuleOptions(db: Reader, locale: string): Promise<RuleOption[]> {
  return typedRows(
    db,
    RuleOption,
    `SELECT domain, dataset, code AS rule, coalesce(texts->'means'->>$1, code) AS means
    FROM quality.rule ORDER BY domain, dataset, position, code`,
    [locale],
  )
}
