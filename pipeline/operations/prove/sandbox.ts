/**
 * An empty database inside a transaction. The schemas step aside under other names, the migrations
 * make them anew, and the rollback undoes all of it, also when the process is killed: others never
 * see any of it, wait for none of it, and keep reading and writing the real tables.
 */

import type { Db } from '@/lib/shared/db/connection'
import { migrationTexts } from '@/lib/shared/db/migrate'
import { id, lit } from '@/pipeline/engine/compile/postgres/quoting'
import type { Domain } from '@/pipeline/engine/define/schema'
import { syncRules } from '@/pipeline/operations/sync/rules'
import { quarantineViewSql } from '@/pipeline/operations/sync/views'

/** Name under which a real schema can be read while the sandbox is open. */
export const realSchema = (schema: string): string => `lazaret_real_${schema}`

/**
 * Does work in the sandbox: every table that it sees is the sandbox's own, and empty at first. At
 * the end everything is undone.
 */
export function inSandbox<T>(db: Db, domain: Domain, work: () => Promise<T>): Promise<T> {
  return db.transaction(
    async () => {
      await prepare(db, domain)
      return work()
    },
    { isolation: 'repeatable read', dryRun: true },
  )
}

async function prepare(db: Db, domain: Domain): Promise<void> {
  const migrations = migrationTexts()
  const { zone } = await db.row<{ zone: string }>('SELECT time_zone AS zone FROM quality.workspace')
  for (const schema of schemasOf(migrations)) {
    await db.exec(`ALTER SCHEMA ${id(schema)} RENAME TO ${id(realSchema(schema))}`)
  }
  for (const text of migrations) await db.exec(text)
  await db.exec('UPDATE quality.workspace SET time_zone = $1', [zone])
  await addMissing(db, domain)
  await syncRules(db, domain)
  for (const dataset of domain.datasets) await db.exec(quarantineViewSql(dataset))
}

function schemasOf(migrations: readonly string[]): string[] {
  const made = /^\s*CREATE SCHEMA (?:IF NOT EXISTS )?"?(\w+)"?/gim
  return migrations.flatMap((text) => [...text.matchAll(made)].map((m) => m[1] as string))
}

/** Tables of the domain that no migration makes (a domain that is being written) as they stand. */
async function addMissing(db: Db, domain: Domain): Promise<void> {
  const tables = domain.datasets.flatMap((dataset) => [
    ...dataset.sources.map(({ file }) => ['bronze', file.toLowerCase()] as const),
    ['silver', dataset.name] as const,
  ])
  for (const [schema, table] of tables) {
    const name = `${id(schema)}.${id(table)}`
    const { there } = await db.row<{ there: boolean }>(
      `SELECT to_regclass(${lit(name)}) IS NOT NULL AS there`,
    )
    if (there) continue
    await db.exec(
      `CREATE TABLE ${name} (LIKE ${id(realSchema(schema))}.${id(table)} INCLUDING ALL)`,
    )
  }
}
