import { UsageError } from '@/lib/errors'
import type { Domain } from '../declare/schema'
import type { Db } from '../judge/db'
import { syncRules } from './rules'
import { auditViewSql, quarantineViewSql } from './views'

/** Key of the lock under which declarations are brought into the database. */
const LOCK = 7_240_120

/**
 * Brings what the declarations say into the database: rules, views, the workspace's time zone.
 * Safe to repeat and to run from several processes.
 */
export async function syncDeclarations(
  db: Db,
  domains: readonly Domain[],
  timeZone: string,
): Promise<void> {
  await db.exec('BEGIN')
  try {
    await db.exec('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await setTimeZone(db, timeZone)
    for (const domain of domains) {
      await syncRules(db, domain)
      for (const dataset of domain.datasets) await createView(db, quarantineViewSql(dataset))
    }
    await createView(db, auditViewSql(domains))
    await db.exec('COMMIT')
  } catch (error) {
    await db.exec('ROLLBACK')
    throw error
  }
}

/**
 * Days of the ledger and of the stock are days of this zone: once rows were set aside, another one
 * would move them.
 */
async function setTimeZone(db: Db, timeZone: string): Promise<void> {
  const { zone, used } = await db.row<{ zone: string; used: boolean }>(
    `SELECT time_zone AS zone, EXISTS (SELECT FROM quality.quarantine_event) AS used
    FROM quality.workspace`,
  )
  if (zone === timeZone) return
  if (used) {
    throw new UsageError(
      `The days of this database are days of ${zone}; they cannot become days of ${timeZone}`,
      `Set LAZARET_TIMEZONE=${zone}, or start with an empty database`,
    )
  }
  await db.exec('UPDATE quality.workspace SET time_zone = $1', [timeZone])
}

/** A view whose columns moved cannot be replaced in place: it is dropped and made anew. */
async function createView(db: Db, sql: string): Promise<void> {
  await db.exec('SAVEPOINT before_view')
  try {
    await db.exec(sql)
  } catch {
    await db.exec('ROLLBACK TO SAVEPOINT before_view')
    const name = /VIEW ([^ ]+)/.exec(sql)?.[1]
    await db.exec(`DROP VIEW IF EXISTS ${name}`)
    await db.exec(sql)
  }
}
