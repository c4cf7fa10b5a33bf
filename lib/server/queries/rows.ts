/**
 * Rows that match a filter, a page at a time. Keyset paging on (sort value, id): rows that come and
 * go meanwhile are neither skipped nor repeated.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'
import { filterOf, filterSql, type RowFilter, type Scope } from '@/lib/shared/scope'
import { QUARANTINED_ROW, QuarantinedRow } from './quarantined-row'

/** Sort key → SQL; never NULL, so that a place after it can be named. */
const SORTS = {
  first_seen: { sql: 'q.first_seen', type: 'timestamptz' },
  amount: { sql: 'coalesce(q.amount, 0)', type: 'numeric' },
  key: { sql: `coalesce(q.key_text, '') COLLATE "C"`, type: 'text' },
  customer: { sql: `coalesce(q.customer, '') COLLATE "C"`, type: 'text' },
} as const

export const RowSort = z.enum(['first_seen', 'amount', 'key', 'customer'])
type RowSort = z.infer<typeof RowSort>

export const RowLine = QuarantinedRow.extend({
  otherRules: z.array(z.string()),
  /** The missing parent's key, or the offending value. */
  cause: z.string().nullable(),
  causeId: z.number().nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
})
export type RowLine = z.infer<typeof RowLine>

export interface RowQuery {
  domain: string
  filter: RowFilter
  sort?: RowSort
  desc?: boolean
  /** Where the page begins: the `next` of the one before. */
  after?: string
  limit?: number
}

export interface RowPage {
  rows: RowLine[]
  /** Where the following page begins; null at the end. */
  next: string | null
}

const Cursor = z.tuple([z.string(), z.number().int()])

const PlacedRow = RowLine.extend({
  place: z.string(),
})

/**
 * Reads one page at `at`.
 * @throws ZodError when `after` is not a place that an earlier page named.
 */
export async function readRows(db: Reader, query: RowQuery, at: Date): Promise<RowPage> {
  const { domain, filter, sort = 'first_seen', desc = false, after, limit = 50 } = query
  const condition = filterSql(domain, filter, at.toISOString())
  const values = [...condition.values]
  const by = SORTS[sort]
  let place = ''
  if (after !== undefined) {
    const [value, id] = Cursor.parse(JSON.parse(Buffer.from(after, 'base64url').toString('utf8')))
    values.push(value, id)
    place = `AND (${by.sql}, q.id) ${desc ? '<' : '>'} ($${values.length - 1}::${by.type}, $${values.length}::bigint)`
  }
  values.push(limit + 1)
  const direction = desc ? 'DESC' : 'ASC'
  // The page is cut before anything is looked up beside it.
  const rows = await typedRows(
    db,
    PlacedRow,
    `SELECT ${QUARANTINED_ROW}, q.other_rules AS "otherRules", c.value AS cause, q.cause_id::float8 AS "causeId", p.file, p.line, q.place
    FROM (SELECT q.*, (${by.sql})::text AS place FROM quality.quarantine q WHERE ${condition.sql} ${place}
      ORDER BY ${by.sql} ${direction}, q.id ${direction} LIMIT $${values.length}::int) q
    LEFT JOIN quality.cause c ON c.id = q.cause_id
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    ORDER BY ${by.sql} ${direction}, q.id ${direction}`,
    values,
  )
  const shown = rows.slice(0, limit).map(({ place: _, ...row }) => row)
  const last = rows[limit - 1]
  const more = rows.length > limit && last !== undefined
  return {
    rows: shown,
    next: more ? Buffer.from(JSON.stringify([last.place, last.id])).toString('base64url') : null,
  }
}

/** Counting stops here while paging; the exact number is counted when it is asked for. */
export const COUNT_LIMIT = 10_000

/** How many rows match; `exact` counts to the end, else at most COUNT_LIMIT + 1. */
export async function countRows(
  db: Reader,
  query: Pick<RowQuery, 'domain' | 'filter'>,
  at: Date,
  exact: boolean,
): Promise<number> {
  const { sql, values } = filterSql(query.domain, query.filter, at.toISOString())
  const limit = exact ? '' : `LIMIT ${COUNT_LIMIT + 1}`
  const [row] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM quality.quarantine q WHERE ${sql} ${limit}) m`,
    values,
  )
  return row?.n ?? 0
}

/** How many rows match, and how many of them are ready; counted to the end. */
export async function countOpen(
  db: Reader,
  { domain, filter }: Pick<RowQuery, 'domain' | 'filter'>,
  at: Date,
): Promise<{ open: number; ready: number }> {
  const open = await countRows(db, { domain, filter }, at, true)
  const ready = await countRows(db, { domain, filter: { ...filter, ready: true } }, at, true)
  return { open, ready }
}

/** How many of these rows are open and ready. */
export async function countReady(db: Reader, ids: number[]): Promise<number> {
  const [row] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM quality.quarantine
    WHERE id = ANY ($1::bigint[]) AND statut = 'A_TRAITER' AND ready`,
    [ids],
  )
  return row?.n ?? 0
}

const InDomain = z.object({ domain: z.string() })

/** The domain of the rows that are meant; undefined when they name neither a row nor a dataset. */
export async function domainOf(db: Reader, scope: Scope): Promise<string | undefined> {
  const filter = 'ids' in scope ? undefined : filterOf(scope)
  const [found] = await typedRows(
    db,
    InDomain,
    `SELECT s.domain FROM quality.dataset_state s WHERE s.dataset IN (
      SELECT $1::text UNION ALL SELECT q.dataset FROM quality.quarantine q WHERE q.id = $2::bigint
      UNION ALL SELECT c.dataset FROM quality.cause c WHERE c.id = $3::bigint) LIMIT 1`,
    [filter?.dataset ?? null, 'ids' in scope ? scope.ids[0] : null, filter?.cause ?? null],
  )
  return found?.domain
}
