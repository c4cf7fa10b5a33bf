/**
 * Which quarantined rows are meant: some of them by id, those of a cause, or everything that matches
 * a filter. One type for the address bar, verbs, replays and exports. A selection of "all that
 * matches" travels as the filter, never as a list of ids.
 */
import { z } from 'zod'
import { likeOf, searchSql } from '@/lib/shared/search'

const name = z.string().min(1).max(200)

/** Rows that are missing from a Gold figure: a group of a table, a set of rows that it rests on. */
export const WithheldFrom = z.strictObject({
  table: name,
  /** Name of the row set. */
  rows: name,
  /** Values of the table's groups, in order; null: what cannot be assigned. Empty: the whole. */
  group: z.array(z.string().max(200).nullable()).max(10).default([]),
  /** '' where none is known; all unless given. */
  currency: z.string().max(5).optional(),
})
export type WithheldFrom = z.infer<typeof WithheldFrom>

/** Conditions on live rows; all that are given must hold. */
export const RowFilter = z.strictObject({
  dataset: name.optional(),
  rule: name.optional(),
  /** The row's first failing rule is one of these. */
  rules: z.array(name).max(1000).optional(),
  /** Waits for a parent that is itself in quarantine. */
  waiting: z.boolean().optional(),
  cause: z.number().int().positive().optional(),
  /** Waits, through any number of parents, for this cause. */
  rootCause: z.number().int().positive().optional(),
  /** Owner of the cause, else of the rule. */
  owner: name.optional(),
  statut: z.array(z.enum(['A_TRAITER', 'CLASSEE'])).optional(),
  /** Whole days since the row was first seen, at least and at most. */
  minAgeDays: z.number().int().nonnegative().optional(),
  maxAgeDays: z.number().int().nonnegative().optional(),
  /** Exact decimals as text. */
  minAmount: z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .optional(),
  maxAmount: z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .optional(),
  currency: z.string().max(5).optional(),
  ready: z.boolean().optional(),
  snoozed: z.boolean().optional(),
  customer: name.optional(),
  invoice: name.optional(),
  /** Key, customer, invoice or the value of the cause contains this. */
  text: name.optional(),
  /** First seen on this day of the workspace, YYYY-MM-DD. */
  firstDay: z.iso.date().optional(),
  /** Missing from a Gold figure, as of Gold's last computation. */
  withheld: WithheldFrom.optional(),
})
export type RowFilter = z.infer<typeof RowFilter>

const rowId = z.number().int().positive()
/** Rows that one request may name by id. */
const MAX_IDS = 10_000

export const RowIds = z.array(rowId).min(1).max(MAX_IDS)

export const Scope = z.union([
  z.strictObject({ ids: RowIds }),
  z.strictObject({ cause: rowId }),
  z.strictObject({
    filter: RowFilter,
    /** At most this number of rows, the oldest first; rows that wait for them come on top. */
    limit: z.number().int().positive().optional(),
    /** How many rows the person saw; another number is a conflict. */
    expected: z.number().int().nonnegative().optional(),
  }),
])
export type Scope = z.infer<typeof Scope>

/** A filter as it stands in an address: JSON. */
export const FilterText = z
  .string()
  .max(4000)
  .transform((json, context) => {
    try {
      return JSON.parse(json) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(RowFilter)

/** The rows of a scope that does not name them by id, as a filter. */
export function filterOf(scope: Exclude<Scope, { ids: number[] }>): RowFilter {
  return 'cause' in scope ? { cause: scope.cause } : scope.filter
}

/** A condition with its parameters, numbered from where the caller's own end. */
export interface Condition {
  sql: string
  values: unknown[]
}

/**
 * SQL of a filter over `quality.quarantine q`.
 * @param domain rows of this domain only.
 * @param at the clock for ages, ISO 8601.
 * @param first number of the first parameter.
 */
export function filterSql(domain: string, filter: RowFilter, at: string, first = 1): Condition {
  const values: unknown[] = []
  const p = (value: unknown): string => {
    values.push(value)
    return `$${first + values.length - 1}`
  }
  const tests = [
    `q.dataset IN (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = ${p(domain)})`,
  ]
  const statut = filter.statut ?? ['A_TRAITER']
  tests.push(statut.length === 1 ? `q.statut = ${p(statut[0])}` : `q.statut <> 'SOLDEE'`)
  if (filter.dataset !== undefined) tests.push(`q.dataset = ${p(filter.dataset)}`)
  if (filter.rule !== undefined) tests.push(`q.rule = ${p(filter.rule)}`)
  if (filter.rules !== undefined) tests.push(`q.rule = ANY (${p(filter.rules)}::text[])`)
  if (filter.waiting !== undefined) {
    tests.push(`${filter.waiting ? '' : 'NOT '}EXISTS (SELECT FROM quality.quarantine_ref f
      WHERE f.quarantine_id = q.id AND f.state > 1)`)
  }
  if (filter.cause !== undefined) tests.push(`q.cause_id = ${p(filter.cause)}`)
  if (filter.rootCause !== undefined) tests.push(`q.root_cause_id = ${p(filter.rootCause)}`)
  if (filter.ready !== undefined) tests.push(`q.ready = ${p(filter.ready)}`)
  if (filter.currency !== undefined) tests.push(`q.currency = ${p(filter.currency)}`)
  if (filter.customer !== undefined) tests.push(`q.customer = ${p(filter.customer)}`)
  if (filter.invoice !== undefined) tests.push(`q.invoice = ${p(filter.invoice)}`)
  if (filter.minAmount !== undefined) tests.push(`q.amount >= ${p(filter.minAmount)}::numeric`)
  if (filter.maxAmount !== undefined) tests.push(`q.amount <= ${p(filter.maxAmount)}::numeric`)
  const ago = (days: number) => `${p(at)}::timestamptz - make_interval(days => ${p(days)}::int)`
  if (filter.minAgeDays !== undefined) tests.push(`q.first_seen <= ${ago(filter.minAgeDays)}`)
  if (filter.maxAgeDays !== undefined) tests.push(`q.first_seen > ${ago(filter.maxAgeDays + 1)}`)
  if (filter.firstDay !== undefined) {
    const day = p(filter.firstDay)
    const zone = '(SELECT time_zone FROM quality.workspace)'
    tests.push(`q.first_seen >= ${day}::date::timestamp AT TIME ZONE ${zone}
      AND q.first_seen < (${day}::date + 1)::timestamp AT TIME ZONE ${zone}`)
  }
  if (filter.withheld !== undefined) {
    const { table, rows, group, currency } = filter.withheld
    const within =
      group.length > 0 ? ` AND m.grupos->${p(table)}::text = to_jsonb(${p(group)}::text[])` : ''
    tests.push(`EXISTS (SELECT FROM gold.retida m WHERE m.quarantine_id = q.id
      AND ${p(rows)} = ANY (m.conjuntos)${within})`)
    if (currency !== undefined) tests.push(`coalesce(q.currency, '') = ${p(currency)}`)
  }
  if (filter.text !== undefined) {
    tests.push(searchSql(p(likeOf(filter.text))))
  }
  if (filter.owner !== undefined) {
    tests.push(`coalesce((SELECT c.owner FROM quality.cause c WHERE c.id = q.cause_id),
      (SELECT r.owner FROM quality.rule r WHERE r.dataset = q.dataset AND r.code = q.rule)) = ${p(filter.owner)}`)
  }
  if (filter.snoozed !== undefined) {
    tests.push(`${filter.snoozed ? '' : 'NOT '}EXISTS (SELECT FROM quality.cause c
      WHERE c.id = q.cause_id AND c.snoozed_until > ${p(at)}::timestamptz)`)
  }
  return { sql: tests.join('\n AND '), values }
}

/** SQL of a scope; ids may name rows of any status, they are looked at when they are touched. */
export function scopeSql(domain: string, scope: Scope, at: string, first = 1): Condition {
  if (!('ids' in scope)) return filterSql(domain, filterOf(scope), at, first)
  return {
    sql: `q.dataset IN (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $${first})
 AND q.id = ANY ($${first + 1}::bigint[])`,
    values: [domain, scope.ids],
  }
}
