import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillQuarantine } from '@/lib/server/export/quarantine.testing'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { readReplay } from './replays'
import { readRow } from './row'
import { countReady, countRows } from './rows'
import { searchMoney, searchRows } from './search'
import { readTitles } from './titles'

let database: TestDatabase
let connection: ReturnType<typeof connectClient>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  const sql = postgres(database.url, { max: 1 })
  await fillQuarantine(sql)
  await sql`INSERT INTO quality.dataset (name, domain, position, title)
    VALUES ('ordens', 'order-to-cash', 0, '{"en": "Orders", "fr": "Commandes"}')`
  await sql`INSERT INTO quality.domain (name, expect_every_hours) VALUES ('order-to-cash', 36)`
  await sql`UPDATE quality.quarantine_payload SET bytes = convert_to('Sabiá', 'UTF8') || '\\xff'
    WHERE quarantine_id = 3`
  await sql`INSERT INTO quality.replay
      (id, domain, kind, status, scope, actor, preview_id, requested_at, requested, cascaded)
    VALUES (1, 'order-to-cash', 'preview', 'done', '{}', 'p1', NULL, now(), 1, 1),
      (2, 'order-to-cash', 'replay', 'queued', '{}', 'p1', 1, now(), 1, 1)`
  await sql.end()
  connection = connectClient(database.url)
  db = databaseOf(connection.client)
})

afterAll(async () => {
  await connection.end()
  await database.drop()
})

test('a customer is found without leading zeros, with the open money of all that is his', async () => {
  const found = await searchRows(db, '100234', undefined, 10)
  expect(found.map(({ id, means, warnDays }) => [id, means?.en, warnDays])).toEqual([
    [1, 'No such customer', 7],
  ])
  expect(await searchMoney(db, ' 100234 ', 'order-to-cash')).toEqual([
    { dataset: 'ordens', currency: 'EUR', rows: 1, amount: '-5.00' },
  ])
  // By key: the order and its item, never added up.
  expect(await searchMoney(db, '0000000077', undefined)).toMatchObject([
    { dataset: 'ordens', amount: '-5.00' },
    { dataset: 'itens', amount: '1234567.89' },
  ])
  for (const nothing of ['', '  ', '%', 'x'])
    expect(await searchRows(db, nothing, undefined, 5)).toEqual([])
  expect(await searchRows(db, '100234', 'elsewhere', 10)).toEqual([])
})

test('rows that wait count for the cause at the top of their chain', async () => {
  const count = (filter: object) =>
    countRows(db, { domain: 'order-to-cash', filter }, new Date(), true)
  expect(await count({ cause: 1 })).toBe(1)
  expect(await count({ rootCause: 1 })).toBe(2)
  expect(await countReady(db, [1, 2, 3, 4])).toBe(0)
})

test('names are said in the language of the reader, or as they are', async () => {
  expect(await readTitles(db, 'fr')).toEqual({
    datasets: { ordens: 'Commandes' },
    domains: { 'order-to-cash': 'order-to-cash' },
  })
})

test('a preview knows the replay that executed it; bytes are shown as the text they are', async () => {
  expect(await readReplay(db, 1)).toMatchObject({ executedAs: 2 })
  expect(await readReplay(db, 2)).toMatchObject({ executedAs: null, previewId: 1 })
  expect((await readRow(db, 3))?.row.bytes).toEqual({
    text: 'Sabiá\ufffd',
    hex: '53616269c3a1ff',
    length: 7,
  })
})
