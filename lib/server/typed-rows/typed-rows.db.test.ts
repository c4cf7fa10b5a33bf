/**
 * Rows that come back are what their types say. Every typed statement of the app runs here at least
 * once; PostgreSQL says what columns it has, and they are compared with the declared row.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectClient } from '@/lib/shared/db/client'
import { Db } from '@/lib/shared/db/connection'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { callsBelow } from '@/lib/shared/db/statement/calls.testing'
import { type Watching, watchStatements } from '@/lib/shared/db/statement/watch.testing'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import { domains } from '@/pipeline/domains'
import { executeDeclaration } from '@/pipeline/operations/declaration/execute'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { syncDeclarations } from '@/pipeline/operations/sync'
import { generatedDelivery } from '@/pipeline/tools/generate/proof-delivery'
import { readFigures, readHistory, readQuarantine, readSettings } from './reads.testing'
import { actOnRows, actOnSettings, exportEverything } from './verbs.testing'

let made: TestDatabase
let connection: ReturnType<typeof connectClient>
let db: Database
let watching: Watching

beforeAll(async () => {
  made = await createTestDatabase()
  const own = await Db.open(made.url)
  await syncDeclarations(own, [...domains.values()], 'America/Sao_Paulo')
  await own.close()
  for (const name of ['order-to-cash', 'declaratif']) await deliver(name)
  process.env.DATABASE_URL = made.url
  connection = connectClient(made.url)
  db = databaseOf(connection.client)
  watching = await watchStatements(made.url)
}, 300_000)

afterAll(async () => {
  await watching.stop()
  await connection.end()
  await made.drop()
})

async function deliver(name: string): Promise<void> {
  const domain = domains.get(name)
  if (!domain) throw new Error(`no such domain: ${name}`)
  const { folder, remove } = await generatedDelivery(name)
  const { status } = await runDelivery(made.url, { domain, input: folder, mode: 'full' })
  remove()
  expect(status).toBe('committed')
}

test('every statement has the columns, types and nullability of its declared row', async () => {
  await actOnSettings(db)
  await actOnRows(db, made.url)
  const declaratif = domains.get('declaratif')
  if (declaratif) await executeDeclaration(made.url, declaratif, 1)
  await readSettings(db)
  await readQuarantine(db)
  await readHistory(db)
  await readFigures(db)
  await exportEverything(db, made.url)
  expect(watching.problems()).toEqual([])
}, 300_000)

test('no statement of the app is left out, and none has an unchecked type', () => {
  const { typed, untyped } = callsBelow('lib/server', 'lib/shared', 'app')
  expect(untyped).toEqual([])
  expect(typed.filter((place) => !watching.places.has(place))).toEqual([])
  expect(typed.length).toBeGreaterThan(100)
})

test('a wrong name, type or nullability is found', async () => {
  const wrong = z.object({
    id: z.number(),
    rule: z.number(),
    amount: z.string(),
    statut: z.string().nullable(),
    nowhere: z.string(),
    owner: neverNull(z.string(), 'claimed'),
  })
  const before = new Set(watching.problems())
  await typedRows(
    db,
    wrong,
    `SELECT q.id, q.rule, q.amount, q.statut, c.owner, 1 AS extra FROM quality.quarantine q
    LEFT JOIN quality.cause c ON c.id = q.cause_id LIMIT 0`,
  )
  const here = watching
    .problems()
    .filter((p) => !before.has(p))
    .map((problem) => problem.replace(/^\S+ /, ''))
  expect(here).toEqual([
    'nowhere is declared, and no column',
    'id is bigint, declared as number',
    'rule is text, declared as number',
    'amount can be NULL, declared otherwise',
    'extra is a column, and not declared',
    'statut is never NULL, declared as nullable',
  ])
})
