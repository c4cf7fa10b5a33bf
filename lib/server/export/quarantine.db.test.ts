import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoSlot } from '@/lib/server/limits/slots'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import type { RowFilter } from '@/lib/shared/scope'
import type { ExportLocale, Row } from './files/table'
import { boundedDownload } from './guard'
import { COLUMNS } from './labels'
import { exportQuarantine, quarantineTable } from './quarantine'
import { fillQuarantine } from './quarantine.testing'
import { Snapshot } from './snapshot'
import { bytesOf } from './testing'

const MANY = 3500
const at = new Date('2026-12-01T02:00:00Z')

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.url, { max: 2 })
  await fillQuarantine(sql, MANY)
})

afterAll(async () => {
  await sql.end()
  await database.drop()
})

const request = (filter: RowFilter, locale: ExportLocale = 'en') => ({
  domain: 'order-to-cash',
  scope: { filter },
  locale,
  at,
})

async function rowsBy(
  filter: RowFilter,
  locale?: ExportLocale,
): Promise<Record<string, unknown>[]> {
  const { table } = await quarantineTable(request(filter, locale), database.url)
  const rows: Row[] = []
  for await (const row of table.rows) rows.push(row)
  return rows.map((row) => Object.fromEntries(Object.keys(COLUMNS).map((c, i) => [c, row[i]])))
}

/** Connections that hold a transaction open. */
async function transactions(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`
  return row?.n ?? 0
}

test('a row says what a steward needs', async () => {
  const [order, item] = await rowsBy({ minAgeDays: 1, currency: 'EUR' }, 'pt-BR')
  expect(item).toBeUndefined()
  expect(order).toEqual({
    dataset: 'ordens',
    sourceTable: 'VBAK',
    field: 'KUNNR',
    key: '100 / 0000000077',
    value: '=1+1',
    rule: 'VBAK_CLIENTE_INEXISTENTE',
    means: 'No such customer (pt)',
    mend: 'Create it (pt)',
    transaction: 'XD01',
    owner: 'Maria',
    status: 'A tratar',
    firstSeen: '2026-10-31 22:30:00',
    age: '30',
    amount: '-5.00',
    currency: 'EUR',
    customer: '0000100234',
    invoice: null,
    file: 'VBAK.csv',
    line: '12',
    otherRules: 'VBAK_B, VBAK_C',
    freedRows: 2,
    freedMoney: '-5.00',
    freedCurrency: 'EUR',
    freedOther: 'BRL 1234567,89',
  })
})

test('a row that waits names the parent and what the top of its chain would free', async () => {
  const [item] = await rowsBy({ rule: 'VBAP_ORDEM_EM_QUARENTENA' }, 'fr')
  expect(item).toMatchObject({
    field: 'VBELN',
    value: '100 / 0000000077',
    owner: 'Vendas',
    status: 'À traiter',
    freedRows: 2,
    freedMoney: '1234567.89',
    freedCurrency: 'BRL',
    freedOther: 'EUR -5,00',
  })
})

test('a malformed record and a retired rule are rows like others', async () => {
  const [malformed] = await rowsBy({ rule: 'VBAP_MALFORMADO', statut: ['CLASSEE', 'A_TRAITER'] })
  expect(malformed).toMatchObject({
    value: 'a quote is never closed',
    key: null,
    field: null,
    status: 'Closed without action',
    amount: null,
    freedRows: 0,
    freedMoney: null,
    freedOther: null,
  })
  const [retired] = await rowsBy({ rule: 'VBAP_RETIRED', minAmount: '100', maxAmount: '100' })
  expect(retired).toMatchObject({ rule: 'VBAP_RETIRED', means: null, value: 'x', owner: null })
})

test('everything that matches, each row once, most freed first', async () => {
  const rows = await rowsBy({})
  expect(rows.length).toBe(MANY + 2)
  expect(new Set(rows.map((r) => `${r.dataset} ${r.key}`)).size).toBe(MANY + 2)
  expect(rows[0]).toMatchObject({ rule: 'VBAP_RETIRED', freedRows: MANY })
  expect(rows.slice(-2).map((r) => r.dataset)).toEqual(['ordens', 'itens'])
  expect((await rowsBy({ dataset: 'ordens' })).length).toBe(1)
  expect((await rowsBy({ text: '0000000077' })).length).toBe(2)
})

test('ids, a limit, and only the domain asked for', async () => {
  const scopes = [{ ids: [1, 4] }, { filter: {}, limit: 5 }] as const
  for (const [i, scope] of scopes.entries()) {
    const asked = { ...request({}), scope: 'ids' in scope ? { ids: [...scope.ids] } : scope }
    const { table } = await quarantineTable(asked, database.url)
    let count = 0
    for await (const _ of table.rows) count++
    expect(count).toBe([2, 5][i])
  }
  const other = await quarantineTable({ ...request({}), domain: 'other' }, database.url)
  for await (const row of other.table.rows) throw new Error(`a row of another domain: ${row}`)
})

test('both files carry the headings, the rows and their name', async () => {
  const xlsx = await exportQuarantine(request({}, 'fr'), 'xlsx', database.url)
  // Midnight in São Paulo is not yet midnight in Greenwich.
  expect(xlsx.filename).toBe('lazaret-order-to-cash-2026-11-30.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await bytesOf(xlsx.body)))
  expect(sheets[0]?.name).toBe('Quarantaine')
  expect(sheets[0]?.rows.length).toBe(MANY + 3)
  expect(sheets[0]?.rows[0]).toContain('Vu pour la première fois (America/Sao_Paulo)')
  expect(sheets[0]?.rows.at(-2)).toContain('=1+1')
  expect(sheets[0]?.rows.at(-2)).toContain(-5)
  const csv = await exportQuarantine(request({}, 'pt-BR'), 'csv', database.url)
  expect(csv.filename).toBe('lazaret-order-to-cash-2026-11-30.csv')
  const text = (await bytesOf(csv.body)).toString()
  const lines: string[][] = parse(text, { bom: true, delimiter: ';' })
  expect(lines.length).toBe(MANY + 3)
  expect(lines.at(-2)).toContain("'=1+1")
  expect(lines.at(-2)).toContain('-5,00')
  await expect.poll(transactions).toBe(0)
})

test('one snapshot: what changes meanwhile does not show', async () => {
  const { table } = await quarantineTable(request({ dataset: 'ordens' }), database.url)
  await sql`UPDATE quality.quarantine SET amount = 99 WHERE id = 1`
  try {
    const amount = Object.keys(COLUMNS).indexOf('amount')
    for await (const row of table.rows) expect(row[amount]).toBe('-5.00')
  } finally {
    await sql`UPDATE quality.quarantine SET amount = -5 WHERE id = 1`
  }
})

test('a reader that leaves closes the transaction, whenever it leaves', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    for (const reads of [0, 1]) {
      const { body } = await exportQuarantine(request({}), format, database.url)
      expect(await transactions()).toBe(1)
      const reader = body.getReader()
      for (let i = 0; i < reads; i++) await reader.read()
      await reader.cancel()
      await expect.poll(transactions).toBe(0)
    }
  }
})

test('a statement that runs is cancelled', async () => {
  const snapshot = await Snapshot.open(database.url)
  const slow = expect(snapshot.rows('SELECT pg_sleep(30)')).rejects.toThrow('canceling statement')
  await new Promise((done) => setTimeout(done, 200))
  const started = Date.now()
  await snapshot.close()
  await slow
  expect(Date.now() - started).toBeLessThan(5000)
  await expect.poll(transactions).toBe(0)
})

test('a reader that sleeps too long loses its snapshot, and nobody else anything', async () => {
  const snapshot = await Snapshot.open(database.url, '200ms')
  await snapshot.rows('DECLARE picked CURSOR FOR SELECT 1')
  await new Promise((done) => setTimeout(done, 800))
  await expect(snapshot.rows('FETCH 1 FROM picked')).rejects.toThrow()
  await snapshot.close()
  expect((await rowsBy({ dataset: 'ordens' })).length).toBe(1)
})

test('of one person two at once; a place comes back when one has ended', async () => {
  const download = () =>
    boundedDownload('ana', () => exportQuarantine(request({}), 'csv', database.url))
  const open = [await download(), await download()]
  await expect(download()).rejects.toThrow(NoSlot)
  expect(await transactions()).toBe(2)
  await Promise.all(open.map((file) => file?.body.cancel()))
  await expect.poll(transactions).toBe(0)
  await (await download())?.body.cancel()
  await expect.poll(transactions).toBe(0)
})
