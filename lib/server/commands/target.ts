/** What a verb acts on: rows by id, the rows of a cause, or everything that matches a filter. */
import { z } from 'zod'
import { lockArguments } from '@/lib/shared/db/locks'
import { sqlStateOf } from '@/lib/shared/db/repeated'
import { Count, neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { filterSql, RowFilter } from '@/lib/shared/scope'
import type { Work } from './verb'

const rowId = z.number().int().positive()

export const Target = z.union([
  z.strictObject({ ids: z.array(rowId).min(1).max(10_000) }),
  z.strictObject({ cause: rowId }),
  z.strictObject({
    filter: RowFilter,
    /** How many rows the person saw; another number is a conflict. */
    expected: z.number().int().nonnegative().optional(),
  }),
])
export type Target = z.infer<typeof Target>

/** Fields of every verb that acts on rows. */
export const onRows = { domain: z.string().min(1), target: Target }

type Statut = 'A_TRAITER' | 'CLASSEE'

const MAX_REPORTED_IDS = 1_000

const OtherStatus = z.object({
  id: neverNull(z.number(), 'an id that was asked for'),
  statut: z.string().nullable(),
})

/**
 * Fills the temporary table `target` with the rows that are meant; they must have the status.
 * @param statut undefined: rows named by id may have any status.
 * @returns how many.
 * @throws NotFound for ids or a cause that the domain does not have; Conflict when rows have
 *   moved on, when there are none, or not as many as the person saw.
 */
export async function selectRows(
  work: Work,
  domain: string,
  target: Target,
  statut: Statut | undefined,
): Promise<number> {
  const { tx } = work
  await tx.rows(`CREATE TEMP TABLE target (id bigint NOT NULL, dataset text NOT NULL, key_hash uuid, rule text,
    currency text, amount numeric, statut text, ready boolean, cause_id bigint) ON COMMIT DROP`)
  if ('cause' in target) await findCause(work, domain, target.cause)
  const { sql, values } =
    'ids' in target
      ? {
          sql: `q.id = ANY ($1::bigint[]) AND q.dataset IN
            (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $2)`,
          values: [target.ids, domain],
        }
      : matching(domain, target, statut, work.at)
  await tx.rows(
    `INSERT INTO target SELECT q.id, q.dataset, q.key_hash, q.rule, q.currency, q.amount, q.statut,
      q.ready, q.cause_id FROM quality.quarantine q WHERE ${sql}`,
    values,
  )
  await tx.rows('ANALYZE target')
  if ('ids' in target) await checkIds(work, target.ids, statut)
  const [found] = await typedRows(tx, Count, 'SELECT count(*)::int AS n FROM target')
  const n = found?.n ?? 0
  if ('filter' in target && target.expected !== undefined && target.expected !== n) {
    throw new Conflict('other_number', `${n} rows match now, not ${target.expected}`)
  }
  if (n === 0) throw new Conflict('nothing_matches', 'no row matches now')
  return n
}

function matching(
  domain: string,
  target: Exclude<Target, { ids: number[] }>,
  statut: Statut | undefined,
  at: string,
) {
  const filter: RowFilter = 'cause' in target ? { cause: target.cause } : target.filter
  // A verb acts on rows of one status only, so the filter's own choice can but narrow it down.
  const { sql, values } = filterSql(
    domain,
    statut ? { ...filter, statut: filter.statut ?? [statut] } : filter,
    at,
  )
  return { sql: statut ? `${sql} AND q.statut = '${statut}'` : sql, values }
}

async function checkIds({ tx }: Work, ids: number[], statut: Statut | undefined): Promise<void> {
  const rows = await typedRows(
    tx,
    OtherStatus,
    `SELECT x.id::float8 AS id, t.statut FROM (SELECT DISTINCT unnest($1::bigint[]) AS id) x
    LEFT JOIN target t ON t.id = x.id
    WHERE t.id IS NULL OR t.statut <> $2 ORDER BY 1 LIMIT ${MAX_REPORTED_IDS}`,
    [ids, statut ?? null],
  )
  const missing = rows.filter((r) => r.statut === null).map((r) => r.id)
  if (missing.length > 0) throw new NotFound(`no such rows: ${missing.join(', ')}`, missing)
  if (rows.length > 0) {
    const moved = rows.map((r) => r.id)
    throw new Conflict('moved_on', `rows are no longer ${statut}: ${moved.join(', ')}`, moved)
  }
}

async function findCause({ tx }: Work, domain: string, cause: number): Promise<void> {
  const [found] = await tx.rows(
    `SELECT c.id FROM quality.cause c WHERE c.id = $1
      AND c.dataset IN (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $2)`,
    [cause, domain],
  )
  if (!found) throw new NotFound(`no such cause: ${cause}`, [cause])
}

/**
 * Widens the target to whole causes, as ownership, snooze and claims belong to them: fills the
 * temporary table `target_cause` and locks the causes, always in the same order.
 */
export async function selectCauses(work: Work, domain: string, target: Target): Promise<void> {
  await selectRows(work, domain, target, 'A_TRAITER')
  await work.tx.rows(`CREATE TEMP TABLE target_cause (id bigint PRIMARY KEY) ON COMMIT DROP`)
  await work.tx.rows(`INSERT INTO target_cause
    SELECT DISTINCT cause_id FROM target WHERE cause_id IS NOT NULL`)
  await work.tx.rows(`SELECT FROM quality.cause c WHERE c.id IN (SELECT id FROM target_cause)
    ORDER BY c.id FOR UPDATE`)
}

/** Runs and replays write in chunks: the next gap comes soon. */
const MAX_LOCK_WAIT_MS = 2_000

/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Makes the transaction the only one that changes the state of the domain's rows.
 * @throws Conflict busy when a run, a replay or somebody else is at it for longer than a moment.
 */
export async function takeWriteLock({ tx }: Work, domain: string): Promise<void> {
  await tx.rows(`SELECT set_config('lock_timeout', $1, true)`, [String(MAX_LOCK_WAIT_MS)])
  try {
    await tx.rows(`SELECT pg_advisory_xact_lock(${lockArguments('write')})`, [domain])
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new Conflict('busy', 'a run or replay is writing; try again in a moment')
  }
  await tx.rows('SET LOCAL lock_timeout TO DEFAULT')
}
