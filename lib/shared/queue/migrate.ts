import { Logger, makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'

/** Any number, as long as nobody else in the database locks the same. */
const LOCK = 7_203_551_843

/**
 * Brings the tables and functions of the job queue (schema `graphile_worker`) to the version of
 * the library. Safe to call from several processes at once and again and again.
 */
export async function migrateQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query that was running reports it
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [LOCK])
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
