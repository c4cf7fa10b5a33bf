import type { Reader } from '@/lib/shared/db/database'

/** Asks a worker to look into the outbox; in the transaction that has put something there. */
export async function enqueueNotify(tx: Reader): Promise<void> {
  await tx.rows(
    `SELECT graphile_worker.add_job('notify', '{}'::json, queue_name := 'notify', job_key := 'notify')`,
  )
}
