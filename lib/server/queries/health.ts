/** Whether the loop is alive: worker, last run, inbox, room in the database. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'
import { type RunLine, readRuns } from './runs'

export interface Health {
  worker: z.infer<typeof Worker>
  run: Pick<RunLine, 'id' | 'domain' | 'status' | 'asOf' | 'received' | 'failedChecks'> | null
  inbox: {
    waiting: number
    /** What keeps later deliveries waiting. */
    blocked: z.infer<typeof Blocked> | null
  }
  databaseBytes: number
}

const Worker = z.object({
  /** Workers whose pulse is no older than ten seconds. */
  alive: z.number(),
  /** Since when the longest-lived of them runs. */
  since: z.string().nullable(),
  /** The last pulse that any worker left; null where none did, or all have ended in order. */
  lastBeat: z.string().nullable(),
})

const Blocked = z.object({
  domain: z.string(),
  delivery: z.string(),
  reason: z.string().nullable(),
})

const Size = z.object({
  bytes: z.number(),
})

export async function readHealth(db: Reader): Promise<Health> {
  const [worker] = await typedRows(
    db,
    Worker,
    `SELECT (count(*) FILTER (WHERE fresh))::int AS alive,
      ${isoSql('min(started_at) FILTER (WHERE fresh)')} AS since,
      ${isoSql('max(beat_at)')} AS "lastBeat"
    FROM (SELECT *, beat_at > clock_timestamp() - interval '10 seconds' AS fresh
      FROM quality.worker) w`,
  )
  const [run] = await readRuns(db, undefined, 1)
  const [waiting] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM quality.inbox WHERE status = 'waiting'`,
  )
  // The same condition under which the inbox holds later deliveries back.
  const [blocked] = await typedRows(
    db,
    Blocked,
    `SELECT i.domain, i.delivery, r.error->>'message' AS reason
    FROM quality.inbox i LEFT JOIN quality.run r ON r.id = i.run_id
    WHERE i.status IN ('refused', 'failed', 'retry') AND NOT EXISTS (
      SELECT FROM quality.run f WHERE f.domain = i.domain AND f.status = 'committed'
        AND f.kind = 'delivery' AND f.mode = 'full' AND f.id > i.run_id)
    ORDER BY i.seen_at, i.delivery LIMIT 1`,
  )
  const [size] = await typedRows(
    db,
    Size,
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  )
  return {
    worker: worker ?? { alive: 0, since: null, lastBeat: null },
    run: run ?? null,
    inbox: { waiting: waiting?.n ?? 0, blocked: blocked ?? null },
    databaseBytes: size?.bytes ?? 0,
  }
}
