import { readFileSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { projectRoot } from '@/lib/shared/env'
import { LazaretError } from '@/lib/shared/errors'
import { databaseOf } from './database'
import { applyFunctions, functionFiles } from './functions'
import { lockArguments } from './locks'

/**
 * Brings the database to the newest migration of `drizzle/` and its functions to their files. Safe to call from several processes
 * at once, and to repeat.
 * @param url of the database
 * @returns how many migrations were applied
 * @throws LazaretError when the database was migrated by a newer release; the server's error when
 * a migration fails (each is one transaction, and so are the functions).
 */
export async function migrateDatabase(
  url: string,
  folder = path.join(projectRoot, 'drizzle'),
): Promise<number> {
  const newest = newestMigration(folder)
  const connection = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    // Session-level: held until the connection ends, also when we are killed.
    await connection.unsafe(`SELECT pg_advisory_lock(${lockArguments('migrate')})`)
    const before = await applied(connection)
    if (before.newest > newest) {
      throw new LazaretError('This database was migrated by a newer release of Lazaret')
    }
    await migrate(drizzle(connection), { migrationsFolder: folder })
    const db = databaseOf({ $client: connection })
    await db.transaction((tx) => applyFunctions(tx, functionFiles(folder)))
    return (await applied(connection)).count - before.count
  } finally {
    await connection.end({ timeout: 5 })
  }
}

/** The statements of every migration, oldest first, one text each. */
export function migrationTexts(folder = path.join(projectRoot, 'drizzle')): string[] {
  const file = path.join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  return journal.entries.map(({ tag }) => readFileSync(path.join(folder, `${tag}.sql`), 'utf8'))
}

/** Creation time of the newest migration in the folder, as Drizzle's journal has it. */
function newestMigration(folder: string): number {
  const file = path.join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number }[] }
  return Math.max(0, ...journal.entries.map((entry) => entry.when))
}

async function applied(connection: postgres.Sql): Promise<{ count: number; newest: number }> {
  const [known] = await connection`
    select to_regclass('drizzle.__drizzle_migrations') is not null as here`
  if (!known?.here) return { count: 0, newest: 0 }
  const [row] = await connection`
    select count(*)::int as count, coalesce(max(created_at), 0)::float8 as newest
    from drizzle.__drizzle_migrations`
  return { count: row?.count ?? 0, newest: row?.newest ?? 0 }
}
