import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from './client'
import { databaseOf } from './database'
import { createTestDatabase, type TestDatabase } from './testing'

let made: TestDatabase
let connection: ReturnType<typeof connectClient>

beforeAll(async () => {
  made = await createTestDatabase()
  connection = connectClient(made.url)
})

afterAll(async () => {
  await connection.end()
  await made.drop()
})

test('a read that gets no answer is given up and says so; what people do is waited for', async () => {
  const db = databaseOf(connection.client, 300)
  const slow = 'SELECT pg_sleep(1.2), 7 AS n'
  await expect(db.rows(slow)).rejects.toThrow('The database did not answer in 0.3 s')
  await expect(db.snapshot((tx) => tx.rows(slow))).rejects.toThrow('did not answer')
  expect(await db.transaction((tx) => tx.rows(slow))).toMatchObject([{ n: 7 }])
  expect(await db.rows('SELECT 8 AS n')).toEqual([{ n: 8 }])
})
