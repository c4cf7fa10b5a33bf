/**
 * Causes ranked by what a fix would free: their own rows and those that wait behind them. Money is
 * given per dataset and currency; an order, its items and its invoice are the same money.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { CLAIM_STATES } from '@/lib/shared/db/schema/triage'
import { typedRows } from '@/lib/shared/db/typed-rows'

const CauseMoney = z.object({
  dataset: z.string(),
  currency: z.string(),
  /** False: rows that wait behind the cause. */
  direct: z.boolean(),
  rows: z.number(),
  ready: z.number(),
  /** Exact decimal. */
  amount: z.string(),
})

export const CauseLine = z.object({
  id: z.number(),
  dataset: z.string(),
  rule: z.string(),
  /** The missing parent's key, or the offending value; '' where there is none. */
  value: z.string(),
  parent: z.string().nullable(),
  /** Open rows that a fix would free, waiting ones included. */
  rows: z.number(),
  waiting: z.number(),
  /** Of `rows`, those that a replay would settle now. */
  ready: z.number(),
  freed: z.array(CauseMoney),
  /** The cause's own, else the rule's. */
  owner: z.string().nullable(),
  snoozedUntil: z.string().nullable(),
  /** The snooze has not ended yet. */
  snoozed: z.boolean(),
  claim: z.enum(CLAIM_STATES).nullable(),
  claimedBy: z.string().nullable(),
  claimedAt: z.string().nullable(),
  claimNote: z.string().nullable(),
  claimRun: z.number().nullable(),
})
export type CauseLine = z.infer<typeof CauseLine>

export interface CauseQuery {
  domain: string
  /** With a rule: the causes that hold its rows, also at the top of a chain of parents. */
  dataset?: string
  rule?: string
  owner?: string
  snoozed?: boolean
  claim?: (typeof CLAIM_STATES)[number] | 'none'
  /** True: something is ready; false: nothing is. */
  ready?: boolean
  /** By rows, or by money of one dataset in one currency. */
  rank?: 'rows' | { dataset: string; currency: string }
  /** Place after which to go on: the last line's `rank` value and id. */
  after?: { value: string; id: number }
  limit?: number
}

/** A page of causes; `next` is where the following one begins. */
export interface CausePage {
  causes: CauseLine[]
  next: { value: string; id: number } | null
}

const RankedCause = CauseLine.extend({
  rank: z.string(),
})

const RuleKind = z.object({
  kind: z.string(),
})

const NextRule = z.object({
  rule: z.string().nullable(),
  rows: z.number(),
})

/** Reads a page of causes with open rows at `at`. */
export async function readCauses(db: Reader, query: CauseQuery, at: Date): Promise<CausePage> {
  const { limit = 50, rank = 'rows', after } = query
  const values: unknown[] = []
  const p = (value: unknown) => `$${values.push(value)}`
  const clock = `${p(at.toISOString())}::timestamptz`
  const owner = 'coalesce(c.owner, r.owner)'
  const tests = [
    `c.dataset IN (SELECT d.dataset FROM quality.dataset_state d WHERE d.domain = ${p(query.domain)})`,
  ]
  if (query.dataset !== undefined && query.rule !== undefined) {
    tests.push(await holdsRule(db, query.dataset, query.rule, p))
  } else if (query.dataset !== undefined) tests.push(`c.dataset = ${p(query.dataset)}`)
  if (query.owner !== undefined) tests.push(`${owner} = ${p(query.owner)}`)
  if (query.snoozed !== undefined) {
    tests.push(`coalesce(c.snoozed_until > ${clock}, false) = ${p(query.snoozed)}::boolean`)
  }
  if (query.claim === 'none') tests.push('c.claim IS NULL')
  else if (query.claim !== undefined) tests.push(`c.claim = ${p(query.claim)}`)
  const ranked =
    rank === 'rows'
      ? 'sum(s.rows)'
      : `coalesce(sum(s.amount) FILTER (WHERE s.dataset = ${p(rank.dataset)}
          AND s.currency = ${p(rank.currency)}), 0)`
  const having = ['sum(s.rows) > 0']
  if (query.ready !== undefined) having.push(`sum(s.ready) ${query.ready ? '> 0' : '= 0'}`)
  if (after)
    having.push(`(${ranked}, -c.id) < (${p(after.value)}::numeric, -${p(after.id)}::bigint)`)
  // What the page shows is put together for its own causes only, once all have been ranked.
  const rows = await typedRows(
    db,
    RankedCause,
    `WITH ranked AS (
      SELECT c.id, ${ranked} AS rank FROM quality.cause c JOIN quality.cause_stock s ON s.cause_id = c.id
      LEFT JOIN quality.rule r ON r.dataset = c.dataset AND r.code = c.rule
      WHERE ${tests.join(' AND ')} GROUP BY c.id HAVING ${having.join(' AND ')}
      ORDER BY rank DESC, c.id LIMIT ${p(limit)}::int
    ), page AS (
      SELECT k.id, k.rank, sum(s.rows)::int AS rows,
        coalesce(sum(s.rows) FILTER (WHERE NOT s.direct), 0)::int AS waiting, sum(s.ready)::int AS ready,
        jsonb_agg(jsonb_build_object('dataset', s.dataset, 'currency', s.currency, 'direct', s.direct,
          'rows', s.rows, 'ready', s.ready, 'amount', s.amount::text)
          ORDER BY s.direct DESC, s.dataset, s.currency) AS freed
      FROM ranked k JOIN quality.cause_stock s ON s.cause_id = k.id GROUP BY k.id, k.rank
    )
    SELECT c.id::float8 AS id, p.rank::text, c.dataset, c.rule, c.value, c.parent, p.rows, p.waiting,
      p.ready, p.freed, ${owner} AS owner, ${isoSql('c.snoozed_until')} AS "snoozedUntil",
      coalesce(c.snoozed_until > ${clock}, false) AS snoozed, c.claim, c.claimed_by AS "claimedBy",
      ${isoSql('c.claimed_at')} AS "claimedAt", c.claim_note AS "claimNote", c.claim_run AS "claimRun"
    FROM page p JOIN quality.cause c ON c.id = p.id
    LEFT JOIN quality.rule r ON r.dataset = c.dataset AND r.code = c.rule ORDER BY p.rank DESC, c.id`,
    values,
  )
  const last = rows.at(-1)
  const causes = rows.map(({ rank: _, ...cause }) => cause)
  return {
    causes,
    next: last && rows.length === limit ? { value: last.rank, id: last.id } : null,
  }
}

/** Rows that wait for a quarantined parent count for the cause at the top of their chain. */
async function holdsRule(
  db: Reader,
  dataset: string,
  rule: string,
  p: (value: unknown) => string,
): Promise<string> {
  const [found] = await typedRows(
    db,
    RuleKind,
    'SELECT kind FROM quality.rule WHERE dataset = $1 AND code = $2',
    [dataset, rule],
  )
  if (found?.kind !== 'reference_quarantined')
    return `c.dataset = ${p(dataset)} AND c.rule = ${p(rule)}`
  return `c.id IN (SELECT q.root_cause_id FROM quality.quarantine q WHERE q.dataset = ${p(dataset)}
    AND q.rule = ${p(rule)} AND q.statut = 'A_TRAITER')`
}

export interface NextBlockers {
  /** Open rows of the rule. */
  rows: number
  /** Rows that nothing else would hold. */
  free: number
  /** Rows that would leave this rule only to hit another, by that rule. */
  blockers: { rule: string; rows: number }[]
}

/** What a fix of a rule, or of one cause of it, runs into next. */
export async function readNextBlockers(
  db: Reader,
  query: { dataset: string; rule: string; cause?: number },
): Promise<NextBlockers> {
  const groups = await typedRows(
    db,
    NextRule,
    `SELECT q.other_rules[1] AS rule, count(*)::int AS rows FROM quality.quarantine q
    WHERE q.dataset = $1 AND q.rule = $2 AND q.statut = 'A_TRAITER'
      AND ($3::bigint IS NULL OR q.cause_id = $3) GROUP BY 1 ORDER BY 2 DESC, 1`,
    [query.dataset, query.rule, query.cause ?? null],
  )
  const blockers = groups.flatMap(({ rule, rows }) => (rule === null ? [] : [{ rule, rows }]))
  const all = groups.reduce((sum, g) => sum + g.rows, 0)
  const blocked = blockers.reduce((sum, b) => sum + b.rows, 0)
  return { rows: all, free: all - blocked, blockers }
}
