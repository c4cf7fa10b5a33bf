/**
 * Hands a requested replay to the worker. In the transaction of the request, so that neither is
 * there without the other; independent of the driver, as request.ts.
 */
/** Name of the job, and its key: asked for twice, it waits once. */
export const replayKey = (id: number): string => `replay:${id}`

/**
 * Adds the job that executes a replay. Jobs of one domain are done one after the other. Adding it
 * again is harmless: a replay that has ended is left alone.
 */
export async function enqueueReplay(
  query: <T>(sql: string, values: unknown[]) => Promise<T[]>,
  replay: { id: number; domain: string },
): Promise<void> {
  await query(
    `SELECT graphile_worker.add_job('replay', json_build_object('id', $1::int),
      queue_name := $2::text, job_key := $3::text)`,
    [replay.id, replay.domain, replayKey(replay.id)],
  )
}
