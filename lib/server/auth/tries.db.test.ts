import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { forgetTries, MOST_TRIES, mayTry, WINDOW_MINUTES } from './tries'

let database: TestDatabase
let connection: ReturnType<typeof connectClient>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectClient(database.url)
  db = databaseOf(connection.client)
})
afterAll(async () => {
  await connection.end()
  await database.drop()
})

const tries = (n: number, email: string) =>
  Promise.all(Array.from({ length: n }, () => mayTry(db, email)))
const allowed = async (n: number, email: string) =>
  (await tries(n, email)).filter((yes) => yes).length

test('of many guesses at once no more than the limit are looked at', async () => {
  expect(await allowed(4 * MOST_TRIES, 'ada@example.org')).toBeLessThanOrEqual(MOST_TRIES)
  expect(await mayTry(db, ' ADA@example.org ')).toBe(false)
  // Another account is not hindered, and what was typed is not kept.
  expect(await allowed(MOST_TRIES, 'bob@example.org')).toBe(MOST_TRIES)
  const kept = await db.rows<{ account: string }>('SELECT DISTINCT account FROM auth.sign_in_try')
  expect(kept.every(({ account }) => /^[0-9a-f]{64}$/.test(account))).toBe(true)
})

test('whoever knows the password, or waits, begins anew', async () => {
  await forgetTries(db, 'ada@example.org')
  expect(await mayTry(db, 'ada@example.org')).toBe(true)
  expect(await mayTry(db, 'bob@example.org')).toBe(false)
  const sql = postgres(database.url, { max: 1 })
  await sql`UPDATE auth.sign_in_try SET at = at - make_interval(mins => ${WINDOW_MINUTES})`
  await sql.end()
  expect(await mayTry(db, 'bob@example.org')).toBe(true)
  expect(await db.rows('SELECT FROM auth.sign_in_try')).toHaveLength(1)
})
