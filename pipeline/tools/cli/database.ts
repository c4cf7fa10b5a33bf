import type { Database } from '@/lib/shared/db/connect'
import { Db } from '@/lib/shared/db/connection'
import { openPrepared } from '@/pipeline/service/start/prepare'

/** Does work on the prepared database, with a connection of its own, and lets both go. */
export async function withDb<T>(work: (db: Db, database: Database) => Promise<T>): Promise<T> {
  const database = await openPrepared()
  try {
    const db = await Db.open(database.url)
    try {
      return await work(db, database)
    } finally {
      await db.close()
    }
  } finally {
    await database.close()
  }
}
