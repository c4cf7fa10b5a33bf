import { Logger, makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import { lockArguments } from '@/lib/shared/db/locks'

/**
 * Brings the tables and functions of the job queue (schema `graphile_worker`) to the version of
 * the library. Safe to call from several processes at once, and to repeat.
 */
export async function migrateQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query that was running reports it
  try {
    await client.connect()
    await client.query(`SELECT pg_advisory_lock(${lockArguments('queue')})`)
    const silent = new Logger(() => () => {})
    const utils = await makeWorkerUtils({ connectionString: url, maxPoolSize: 1, logger: silent })
    try {
      await utils.migrate()
    } finally {
      await utils.release()
    }
  } finally {
    await client.end().catch(() => {})
  }
}
