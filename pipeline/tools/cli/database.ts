import type { OpenDatabase } from '@/lib/shared/db/connect'
import { type Db, withDb } from '@/lib/shared/db/connection'
import { openPrepared } from '@/pipeline/service/start/prepare'

/** Does work on the prepared database, with a connection of its own, and lets both go. */
export async function withPrepared<T>(
  work: (db: Db, database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openPrepared()
  try {
    return await withDb(database.url, (db) => work(db, database))
  } finally {
    await database.close()
  }
}
