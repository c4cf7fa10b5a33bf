import { ensureSecret } from '@/lib/auth/accounts'
import { type Database, openDatabase } from '@/lib/db/connect'
import { migrateDatabase } from '@/lib/db/migrate'
import { migrateQueue } from '@/lib/db/queue'
import { readSettings } from '@/lib/env'
import { domains } from '../domains'
import { Db } from '../judge/db'
import { syncDeclarations } from '../sync'

/** Opens the database that the settings name, migrated and with the declarations in it. */
export async function openPrepared(): Promise<Database> {
  const database = await openDatabase()
  try {
    await prepare(database.url)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates a database and brings the declarations into it; safe to repeat. */
export async function prepare(url: string): Promise<void> {
  await migrateDatabase(url)
  await migrateQueue(url)
  const db = await Db.open(url)
  try {
    await ensureSecret((sql, values) => db.rows(sql, values))
    await syncDeclarations(db, [...domains.values()], readSettings().LAZARET_TIMEZONE)
  } finally {
    await db.close()
  }
}
