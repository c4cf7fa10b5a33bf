import { afterEach, beforeEach, expect, it } from 'vitest'
import { Db } from './connection'
import { applyFunctions, functionFiles } from './functions'
import { migrateDatabase } from './migrate'
import { createTestDatabase, type TestDatabase } from './testing'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase()
  db = await Db.open(database.url)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

interface Standing {
  name: string
  /** Text between the quotes of its definition. */
  body: string
  /** Of the transaction that wrote it. */
  version: string
}

const standing = () =>
  db.rows<Standing>(
    `SELECT n.nspname || '.' || p.proname AS name, p.prosrc AS body, p.xmin::text AS version
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('quality', 'auth') ORDER BY 1`,
  )

it('a migrated database has the functions of the files and no other', async () => {
  const found = await standing()
  const files = functionFiles()
  // Generated from the declarations, see pipeline/operations/sync.
  const own = found.filter((f) => f.name !== 'quality.typed_values')
  expect(own.map((f) => f.name)).toEqual(files.map((f) => `${f.schema}.${f.name}`))
  for (const [i, { sql }] of files.entries()) expect(sql).toContain(`$$${own[i]?.body}$$`)
})

it('what stands is not defined again', async () => {
  const before = await standing()
  expect(await migrateDatabase(database.url)).toBe(0)
  expect(await applyFunctions(db)).toEqual([])
  expect(await standing()).toEqual(before)
})

it('a database of the previous release, without hashes, gets the functions as they are now', async () => {
  const before = await standing()
  for (const { schema, name } of functionFiles()) {
    await db.exec(`COMMENT ON FUNCTION ${schema}.${name} IS NULL`)
  }
  await db.exec(`CREATE OR REPLACE FUNCTION quality.feed_ledger() RETURNS trigger
    LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`)
  await db.exec('DROP TRIGGER feed_stock_update ON quality.quarantine')
  await migrateDatabase(database.url)
  const bodies = (list: Standing[]) => list.map(({ name, body }) => [name, body])
  expect(bodies(await standing())).toEqual(bodies(before))
  const triggers = await db.rows(`SELECT FROM pg_trigger WHERE tgname = 'feed_stock_update'`)
  expect(triggers).toHaveLength(1)
})

it('only the changed one is replaced, and other arguments are refused', async () => {
  const files = functionFiles().map((file) =>
    file.name === 'apply_stock' ? { ...file, hash: 'new' } : file,
  )
  expect(await applyFunctions(db, files)).toEqual(['quality.apply_stock'])
  const other = {
    schema: 'auth',
    name: 'name_at',
    hash: 'other',
    sql: `CREATE OR REPLACE FUNCTION auth.name_at() RETURNS text LANGUAGE sql AS 'SELECT NULL'`,
  }
  const attempt = db.transaction((tx) => applyFunctions(tx, [other]))
  await expect(attempt).rejects.toThrow('other arguments')
})
