import type { Db } from '@/lib/shared/db/connection'

export interface Job {
  task: string
  payload: object
  /** Jobs of one queue are done one after the other. */
  queue: string
  /** A waiting job of the same key is replaced. */
  key: string
}

/** Adds a job to the queue, in the caller's transaction where there is one. */
export async function addJob(db: Db, { task, payload, queue, key }: Job): Promise<void> {
  await db.exec(
    `SELECT graphile_worker.add_job($1::text, $2::text::json, queue_name := $3::text,
      job_key := $4::text)`,
    [task, JSON.stringify(payload), queue, key],
  )
}
