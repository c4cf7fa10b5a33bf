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

const HERE = '192.0.2.1'
const ask = (email: string, address = HERE) => mayTry(db, { email, address })
const allowed = async (n: number, email: string, address = HERE) =>
  (await Promise.all(Array.from({ length: n }, () => ask(email, address)))).filter(
    (wait) => wait !== undefined,
  ).length

test('of many guesses at once no more than the limit are looked at', async () => {
  expect(await allowed(4 * MOST_TRIES, 'ada@example.org')).toBe(MOST_TRIES)
  expect(await ask(' ADA@example.org ')).toBeUndefined()
  // Another account is not hindered, and what was typed is not kept.
  expect(await allowed(MOST_TRIES, 'bob@example.org')).toBe(MOST_TRIES)
  const kept = await db.rows<{ account: string; address: string }>(
    'SELECT DISTINCT account, address FROM auth.sign_in_try',
  )
  expect(kept.every((k) => /^[0-9a-f]{128}$/.test(k.account + k.address))).toBe(true)
})

test('guessing from one address locks nobody out elsewhere; from many it is slowed', async () => {
  expect(await ask('ada@example.org', '198.51.100.1')).toBe(0)
  for (let n = 2; n < 4; n++) await allowed(MOST_TRIES, 'ada@example.org', `198.51.100.${n}`)
  const wait = await ask('ada@example.org', '203.0.113.7')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(3000)
})

test('refused tries do not prolong: when the window has passed the account is free', async () => {
  const sql = postgres(database.url, { max: 1 })
  await allowed(MOST_TRIES, 'eve@example.org')
  await sql`UPDATE auth.sign_in_try SET at = at - make_interval(mins => ${WINDOW_MINUTES - 1})`
  expect(await allowed(5, 'eve@example.org')).toBe(0)
  await sql`UPDATE auth.sign_in_try SET at = at - make_interval(mins => 1)`
  await sql.end()
  expect(await ask('eve@example.org')).toBe(0)
})

test('whoever knows the password, or waits, begins anew', async () => {
  await allowed(MOST_TRIES, 'joe@example.org')
  expect(await ask('joe@example.org')).toBeUndefined()
  await forgetTries(db, { email: 'joe@example.org', address: HERE })
  expect(await ask('joe@example.org')).toBe(0)
})
