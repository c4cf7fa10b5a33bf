import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillQuarantine } from '@/lib/server/export/quarantine.testing'
import { countRows } from '@/lib/server/queries/rows'
import { searchRows } from '@/lib/server/queries/search'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf, type Reader } from '@/lib/shared/db/database'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { filterSql } from '@/lib/shared/scope'
import { ensureSearchIndexes } from '.'

let database: TestDatabase
let connection: ReturnType<typeof connectClient>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  const sql = postgres(database.url, { max: 1 })
  await fillQuarantine(sql, 3000)
  // As in life, where causes are many: the planner judges by that.
  await sql`UPDATE quality.quarantine SET cause_id = id WHERE id >= 100`
  await sql.end()
  connection = connectClient(database.url)
  db = databaseOf(connection.client)
})

afterAll(async () => {
  await connection.end()
  await database.drop()
})

const found = async (text: string) =>
  (await searchRows(db, text, undefined, 50)).map(({ id }) => id).sort()
const counted = (text: string) =>
  countRows(db, { domain: 'order-to-cash', filter: { text } }, new Date(), true)

/** What a reader of the plan sees: names of the indexes that answer. */
async function planOf(tx: Reader, text: string): Promise<string> {
  const { sql, values } = filterSql('order-to-cash', { text }, new Date().toISOString())
  await tx.rows('SET LOCAL enable_seqscan = off')
  const lines = await tx.rows<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT q.id FROM quality.quarantine q WHERE ${sql}`,
    values,
  )
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

test('without the extension a search by part still answers, and why it is slow is said', async () => {
  // Somebody who may not add an extension, as on many servers that others look after.
  const role = `lazaret_plain_${process.pid}`
  const plain = postgres(database.url, { max: 1 })
  try {
    await plain.unsafe(
      `CREATE ROLE ${role}; GRANT USAGE ON SCHEMA quality TO ${role}; SET ROLE ${role}`,
    )
    const why = await ensureSearchIndexes({
      rows: async <T>(sql: string, values: readonly unknown[] = []) =>
        [...(await plain.unsafe(sql, values as never[]))] as T[],
    })
    expect(why).toMatch(/permission denied to create extension/)
  } finally {
    await plain.unsafe(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await plain.end()
  }
  expect(await found('00077')).toEqual([1, 2])
})

test('key, customer, invoice and the value that is wrong are found by any part of them', async () => {
  await db.rows(`UPDATE quality.cause SET value = 'client 9%_\\xyz' WHERE id = 1`)
  const parts = ['00077', '100234', '9%_\\x', '9_%', 'nobody has this']
  const before = await Promise.all(parts.flatMap((part) => [found(part), counted(part)]))
  expect(before).toEqual([[1, 2], 2, [1], 1, [1], 1, [], 0, [], 0])

  expect(await ensureSearchIndexes(db)).toBeUndefined()
  expect(await ensureSearchIndexes(db)).toBeUndefined()
  const after = await Promise.all(parts.flatMap((part) => [found(part), counted(part)]))
  expect(after).toEqual(before)
})

test('both halves of a search are answered by their indexes', async () => {
  const plan = await db.transaction((tx) => planOf(tx, '00077'))
  expect(plan).toContain('quarantine_search_idx')
  expect(plan).toContain('cause_search_idx')
  expect(plan).toContain('quarantine_cause_idx')
})
