import { ensureSecret } from '@/lib/shared/auth/accounts'
import { type OpenDatabase, openDatabase } from '@/lib/shared/db/connect'
import { withDb } from '@/lib/shared/db/connection'
import { migrateDatabase } from '@/lib/shared/db/migrate'
import { readSettings } from '@/lib/shared/env'
import { migrateQueue } from '@/lib/shared/queue/migrate'
import { ensureSearchIndexes } from '@/lib/shared/search'
import { brokenDomains, domains } from '@/pipeline/domains'
import { syncDeclarations } from '@/pipeline/operations/sync'

/**
 * Opens the database that the settings name, migrated and with the declarations in it.
 * @param tell told what works, but not as well as it could.
 */
export async function openPrepared(tell?: (note: string) => void): Promise<OpenDatabase> {
  const database = await openDatabase()
  try {
    await prepare(database.url, tell)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const SLOW_SEARCH =
  'searching by part of a key reads all open rows, slow from some 100,000: let an administrator of the server run CREATE EXTENSION pg_trgm in this database, then start again'

/** Migrates a database and brings the declarations into it; safe to repeat. */
export async function prepare(url: string, tell?: (note: string) => void): Promise<void> {
  await migrateDatabase(url)
  await migrateQueue(url)
  await withDb(url, async (db) => {
    await ensureSecret(db)
    await syncDeclarations(db, [...domains.values()], readSettings().LAZARET_TIMEZONE)
    for (const { name, error } of brokenDomains) tell?.(`domain ${name} is left out: ${error}`)
    const unindexed = await ensureSearchIndexes(db)
    if (unindexed) tell?.(`${SLOW_SEARCH} (${unindexed})`)
  })
}
