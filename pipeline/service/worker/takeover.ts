/** What live workers do about dead ones, and about work that nobody has taken up. */

import type { Db } from '@/lib/shared/db/connection'
import { isHeldSql } from '@/lib/shared/db/locks'
import { addJob, replayJob } from '@/lib/shared/queue/job'
import { afterRun } from '@/pipeline/operations/run/after-run'

/** A worker without a pulse for so long is taken for dead, even if its connection stands. */
const SILENCE = '30 seconds'
/** Jobs held for so long by a worker that never announced itself are free again. */
const UNANNOUNCED = '60 seconds'

/**
 * Frees the jobs of workers that are dead (their lock is free) or silent. Their running replays and
 * scans are jobs like others, so the next free worker goes on with them.
 * @param self never taken over.
 * @returns ids of the workers whose jobs are free now.
 */
export async function takeOver(db: Db, self: string): Promise<string[]> {
  return db.transaction(async () => {
    const dead = await db.rows<{ id: string }>(
      `DELETE FROM quality.worker w WHERE w.id <> $1
        AND (w.beat_at < now() - interval '${SILENCE}' OR NOT ${isHeldSql('worker', 'w.id')})
      RETURNING w.id`,
      [self],
    )
    const unknown = await db.rows<{ id: string }>(
      `SELECT DISTINCT j.locked_by AS id FROM graphile_worker.jobs j
      WHERE j.locked_at < now() - interval '${UNANNOUNCED}' AND j.locked_by <> $1
        AND NOT EXISTS (SELECT FROM quality.worker w WHERE w.id = j.locked_by)
        AND NOT ${isHeldSql('worker', 'j.locked_by')}`,
      [self],
    )
    const ids = [...dead, ...unknown].map((row) => row.id)
    if (ids.length > 0) await freeJobs(db, ids)
    return ids
  })
}

/** Gives the jobs of these workers back to the queue, and tells the others. */
export async function freeJobs(db: Db, workers: readonly string[]): Promise<void> {
  await db.exec('SELECT graphile_worker.force_unlock_workers($1)', [workers])
  await db.exec(`SELECT pg_notify('jobs:insert', '{"count":4}')`)
}

/**
 * Replays that were asked for and have no job (a command line that was killed) get one, unless
 * somebody is at work in their domain; so does what should have followed a committed run.
 * @returns ids of the replays.
 */
export async function adoptOrphans(db: Db): Promise<number[]> {
  const replays = await db.rows<{ id: number; domain: string }>(
    `SELECT p.id, p.domain FROM quality.replay p WHERE p.status IN ('queued', 'running')
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs j
        WHERE j.key = 'replay:' || p.id AND j.attempts < j.max_attempts)
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs j
        WHERE j.key = 'replay:' || p.id AND j.locked_at IS NOT NULL)
      AND NOT ${isHeldSql('turn', 'p.domain')} ORDER BY p.id`,
  )
  for (const replay of replays) await addJob(db, replayJob(replay))
  await followRuns(db)
  return replays.map((r) => r.id)
}

/** Runs that committed and were killed before they were closed. */
async function followRuns(db: Db): Promise<void> {
  const runs = await db.rows<{ id: number; domain: string; as_of: Date }>(
    `SELECT r.id, r.domain, r.as_of FROM quality.run r
    WHERE r.status = 'committed' AND r.finished_at IS NULL AND NOT ${isHeldSql('turn', 'r.domain')}`,
  )
  for (const { id, domain, as_of } of runs) {
    await afterRun(db, { id, domain, at: as_of.toISOString() }, () => {})
    await db.exec('UPDATE quality.run SET finished_at = now() WHERE id = $1', [id])
  }
}
