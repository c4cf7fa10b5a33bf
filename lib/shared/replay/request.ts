/**
 * Asking for a replay: the ids, waiting children included, are frozen now; what enters later is not
 * touched. Used by the app's command and by the command line, each with its own driver.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { UsageError } from '@/lib/shared/errors'
import { refuseFutureClock } from '@/lib/shared/ledger/clock'
import { Scope, scopeSql } from '@/lib/shared/scope'

export const ReplayRequest = z.strictObject({
  domain: z.string().min(1),
  scope: Scope,
  kind: z.enum(['replay', 'preview']).default('replay'),
  actor: z.string().min(1),
  /** The same key twice is one replay. */
  idempotencyKey: z.string().min(1).max(200).optional(),
  /** Executes exactly the rows of this preview. */
  previewId: z.number().int().positive().optional(),
  /** Clock of the replay, ISO 8601; undefined: the time at which each chunk is judged. */
  asOf: z.iso.datetime({ offset: true }).optional(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

export interface RequestedReplay {
  id: number
  /** False: the key was known, nothing new was asked for. */
  created: boolean
  requested: number
  cascaded: number
}

const Id = z.object({
  id: z.number(),
})

const Known = z.object({
  id: z.number(),
  requested: z.number(),
  cascaded: z.number(),
})

const Counts = z.object({
  requested: z.number(),
  cascaded: z.number(),
})

const Asked = z.object({
  rows: z.number(),
})

/**
 * Inserts a replay and its frozen rows. The caller owns the transaction.
 * @throws ZodError when the request is not one, DeliveryRefused when its clock lies in the future,
 *   UsageError when there is no such preview.
 */
export async function requestReplay(db: Reader, input: ReplayRequest): Promise<RequestedReplay> {
  const request = ReplayRequest.parse(input)
  if (request.asOf) refuseFutureClock(new Date(request.asOf), '--as-of')
  const now = request.asOf ?? new Date().toISOString()
  const [created] = await typedRows(
    db,
    Id,
    `INSERT INTO quality.replay (domain, kind, status, scope, actor, idempotency_key, preview_id,
      as_of, requested_at, requested, cascaded)
    VALUES ($1, $2, 'queued', $3::text::jsonb, $4, $5, $6, $7, $8, 0, 0)
    ON CONFLICT (domain, idempotency_key) DO NOTHING RETURNING id`,
    [
      request.domain,
      request.kind,
      JSON.stringify(request.scope),
      request.actor,
      request.idempotencyKey ?? null,
      request.previewId ?? null,
      request.asOf ?? null,
      now,
    ],
  )
  if (!created) {
    const [known] = await typedRows(
      db,
      Known,
      'SELECT id, requested, cascaded FROM quality.replay WHERE domain = $1 AND idempotency_key = $2',
      [request.domain, request.idempotencyKey],
    )
    if (!known) throw new Error('the replay of this key is gone')
    return { ...known, created: false }
  }
  await freeze(db, created.id, request, now)
  const [counts] = await typedRows(
    db,
    Counts,
    `UPDATE quality.replay p SET requested = c.requested, cascaded = c.cascaded FROM (
      SELECT (count(*) FILTER (WHERE NOT cascaded))::int AS requested,
        (count(*) FILTER (WHERE cascaded))::int AS cascaded
      FROM quality.replay_item WHERE replay_id = $1
    ) c WHERE p.id = $1 RETURNING p.requested, p.cascaded`,
    [created.id],
  )
  return {
    id: created.id,
    created: true,
    requested: counts?.requested ?? 0,
    cascaded: counts?.cascaded ?? 0,
  }
}

async function freeze(db: Reader, id: number, request: ReplayRequest, now: string): Promise<void> {
  if (request.previewId !== undefined) {
    const [preview] = await db.rows(
      `SELECT id FROM quality.replay
      WHERE id = $1 AND domain = $2 AND kind = 'preview' AND status = 'done'`,
      [request.previewId, request.domain],
    )
    if (!preview) throw new UsageError(`There is no finished preview ${request.previewId}`)
    await db.rows(
      `INSERT INTO quality.replay_item (replay_id, quarantine_id, dataset, key_hash, cascaded, rule)
      SELECT $1, quarantine_id, dataset, key_hash, cascaded, rule FROM quality.replay_item
      WHERE replay_id = $2`,
      [id, request.previewId],
    )
    return
  }
  const scope = scopeSql(request.domain, request.scope, now, 2)
  const limit = 'limit' in request.scope ? request.scope.limit : undefined
  const limited =
    limit === undefined
      ? ''
      : ` ORDER BY q.first_seen, q.id LIMIT $${scope.values.length + 2}::bigint`
  const [asked] = await typedRows(
    db,
    Asked,
    `WITH asked AS (
      INSERT INTO quality.replay_item (replay_id, quarantine_id, dataset, key_hash, cascaded, rule)
      SELECT $1::int, q.id, q.dataset, q.key_hash, false, q.rule FROM (
        SELECT q.id, q.dataset, q.key_hash, q.rule FROM quality.quarantine q
        WHERE ${scope.sql}${limited}
      ) q ORDER BY q.dataset, q.key_hash RETURNING 1
    ) SELECT count(*)::int AS rows FROM asked`,
    [id, ...scope.values, ...(limit === undefined ? [] : [limit])],
  )
  // Without figures for rows as new as these, the planner follows each of them by itself.
  if ((asked?.rows ?? 0) >= ANALYZE_FROM) {
    await db.rows('ANALYZE (SKIP_LOCKED) quality.replay_item', [])
  }
  await cascade(db, id)
}

/** From so many rows on, the planner's choice is worth a look at a sample of them. */
const ANALYZE_FROM = 10_000

/** Adds the rows that wait for those that were asked for, and for one another. */
async function cascade(db: Reader, id: number): Promise<void> {
  await db.rows(
    `WITH RECURSIVE tree AS (
      SELECT quarantine_id AS id, dataset, key_hash, rule FROM quality.replay_item WHERE replay_id = $1
      UNION
      SELECT c.id, c.dataset, c.key_hash, c.rule FROM tree t
      JOIN quality.quarantine_ref r ON r.parent = t.dataset AND r.parent_key = t.key_hash AND r.state > 1
      JOIN quality.quarantine c ON c.id = r.quarantine_id AND c.statut = 'A_TRAITER'
      WHERE NOT EXISTS (SELECT FROM quality.replay_item i
        WHERE i.replay_id = $1 AND i.dataset = c.dataset AND i.key_hash = c.key_hash
          AND i.quarantine_id = c.id)
    )
    INSERT INTO quality.replay_item (replay_id, quarantine_id, dataset, key_hash, cascaded, rule)
    SELECT $1::int, id, dataset, key_hash, true, rule FROM tree t
    WHERE NOT EXISTS (SELECT FROM quality.replay_item i
      WHERE i.replay_id = $1 AND i.dataset = t.dataset AND i.key_hash = t.key_hash
        AND i.quarantine_id = t.id)
    ORDER BY dataset, key_hash`,
    [id],
  )
}
