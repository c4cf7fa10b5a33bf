import { createHash } from 'node:crypto'
import type { Db } from '@/lib/shared/db/connection'
import { UsageError } from '@/lib/shared/errors'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import type { Domain } from '@/pipeline/engine/define/schema'
import { syncFlags } from './flags'
import { syncOwnTables } from './own-tables'
import { syncRules } from './rules'
import { typedFunctionSql } from './typed'
import { auditViewSql, quarantineViewSql, recencyViewSql } from './views'

/** Key of the lock under which declarations are brought into the database. */
const LOCK = 7_240_120

/**
 * Brings what the declarations say into the database: rules, views, the casts of a single row, the
 * workspace's time zone.
 * Safe to repeat and to run from several processes.
 */
export async function syncDeclarations(
  db: Db,
  domains: readonly Domain[],
  timeZone: string,
): Promise<void> {
  await db.transaction(async () => {
    await db.exec('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await setTimeZone(db, timeZone)
    for (const domain of domains) {
      if (domain.own) await syncOwnTables(db, domain)
      await syncRules(db, domain)
      await syncFlags(db, domain)
      for (const dataset of domain.datasets) await createView(db, quarantineViewSql(dataset))
      const recency = recencyViewSql(domain)
      if (recency) await createView(db, recency)
    }
    await createView(db, auditViewSql(domains))
    await replaceTyped(db, typedFunctionSql(domains))
  })
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

/**
 * Creates a view unless it stands as it should: replacing one waits for everybody who reads it and
 * makes all others wait behind. A view whose columns moved is dropped and made anew.
 */
async function createView(db: Db, sql: string): Promise<void> {
  const name = /VIEW ([^ ]+)/.exec(sql)?.[1] as string
  const hash = createHash('sha256').update(sql).digest('hex')
  const { stands } = await db.row<{ stands: boolean }>(
    `SELECT coalesce(obj_description(to_regclass($1), 'pg_class') = $2, false) AS stands`,
    [name, hash],
  )
  if (stands) return
  try {
    await db.savepoint(() => db.exec(sql))
  } catch {
    await db.exec(`DROP VIEW IF EXISTS ${name}`)
    await db.exec(sql)
  }
  await db.exec(`COMMENT ON VIEW ${name} IS ${lit(hash)}`)
}

/** Replaces the function of the typed values unless it stands as it should. */
async function replaceTyped(db: Db, sql: string): Promise<void> {
  const name = 'quality.typed_values(bigint)'
  const hash = createHash('sha256').update(sql).digest('hex')
  const { stands } = await db.row<{ stands: boolean }>(
    `SELECT coalesce(obj_description(to_regprocedure($1), 'pg_proc') = $2, false) AS stands`,
    [name, hash],
  )
  if (stands) return
  await db.exec(sql)
  await db.exec(`COMMENT ON FUNCTION ${name} IS ${lit(hash)}`)
}
