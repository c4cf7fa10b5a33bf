import { parse } from 'csv-parse/sync'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { fillQuarantine } from './quarantine.testing'
import { exportReplay } from './replay'
import { bytesOf } from './testing'

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.url, { max: 1 })
  await fillQuarantine(sql, 2500)
  await sql`INSERT INTO quality.replay (id, domain, kind, status, scope, actor, requested_at, requested, cascaded)
    VALUES (7, 'order-to-cash', 'replay', 'done', '{}', 'p1', now(), 1, 2502)`
  await sql`INSERT INTO quality.replay_item
      (replay_id, quarantine_id, dataset, key_hash, cascaded, rule, outcome, detail)
    SELECT 7, q.id, q.dataset, q.key_hash, q.id <> 1, q.rule,
      CASE q.id WHEN 1 THEN 'settled' WHEN 3 THEN 'skipped' ELSE 'still_failing' END,
      CASE q.id WHEN 3 THEN 'closed' ELSE q.rule END
    FROM quality.quarantine q WHERE q.id <> 4`
})

afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('a line for each row: what came of it, and why in words', async () => {
  const file = await exportReplay({ id: 7, locale: 'fr' }, 'csv', database.url)
  expect(file?.filename).toBe('lazaret-replay-7.csv')
  const text = (await bytesOf(file?.body as ReadableStream<Uint8Array>)).toString()
  const lines: string[][] = parse(text, { bom: true, delimiter: ';' })
  expect(lines).toHaveLength(1 + 2503)
  expect(lines[0]?.slice(4, 7)).toEqual(['Résultat', 'Échoue à présent', 'Pourquoi'])
  const by = (id: string) => lines.find((line) => line.at(-1) === id)
  expect(by('1')?.slice(0, 9)).toEqual([
    'ordens',
    '100 / 0000000077',
    'VBAK_CLIENTE_INEXISTENTE',
    'No such customer (fr)',
    'libérée',
    '',
    '',
    '',
    '-5,00',
  ])
  expect(by('2')?.slice(4, 8)).toEqual([
    'échoue encore',
    'VBAP_ORDEM_EM_QUARENTENA',
    'Its order waits (fr)',
    'attend un enregistrement parent',
  ])
  expect(by('3')?.slice(4, 7)).toEqual(['ignorée', '', 'classée par une personne entre-temps'])
})

test('there is no file of a replay that does not exist, and no connection is kept', async () => {
  expect(await exportReplay({ id: 8, locale: 'en' }, 'xlsx', database.url)).toBeUndefined()
  const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'lazaret-export'`
  expect(row?.n).toBe(0)
})
