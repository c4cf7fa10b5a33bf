import { runMigrations } from 'graphile-worker'
import { expect, it, onTestFinished } from 'vitest'
import { exportDeclaration } from '@/lib/server/export/declaration'
import { readDeclarations, readDeclaring } from '@/lib/server/queries/declarations'
import { readRecency } from '@/lib/server/queries/recency'
import { connectClient } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { declaratif } from '@/pipeline/domains/declaratif'
import { executeDeclaration } from '@/pipeline/operations/declaration/execute'
import { shipped } from '@/pipeline/tools/testing/adhoc'
import { contracts, holders } from '@/pipeline/tools/testing/domains/declaratif/lab'
import { person, wish } from './lab.testing'
import { requestDeclaration } from './request-declaration'

async function open() {
  const t = await shipped(declaratif)
  await runMigrations({ connectionString: t.url })
  const connection = connectClient(t.url)
  onTestFinished(() => connection.end())
  return { t, db: databaseOf(connection.client) }
}

const text = (body: ReadableStream<Uint8Array>) => new Response(body).text()

it('a declaration is asked for once, by stewards, and its file is handed on when it matches', async () => {
  const { t, db } = await open()
  await t.run({
    ...holders('P1,Ana', 'P2,Bia'),
    ...contracts('C1,P1,2026-01-01,1,EUR', 'C2,P2,2020-01-01,2,EUR', 'C3,P9,2026-01-04,3,EUR'),
  })
  const call = { db, actor: person('steward', 'sara') }
  const input = { requestId: wish(), domain: 'declaratif' }
  await expect(requestDeclaration({ db, actor: person('analyst') }, input)).rejects.toMatchObject({
    needs: 'steward',
  })
  await expect(
    requestDeclaration(call, { requestId: wish(), domain: 'other' }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const same = await Promise.all([1, 2, 3].map(() => requestDeclaration(call, input)))
  const later = await requestDeclaration(call, { ...input, requestId: wish() })
  expect(new Set([...same, later].map((r) => r.declaration)).size).toBe(1)
  const { declaration: id } = later
  expect(await t.db.rows('SELECT key FROM graphile_worker.jobs')).toEqual([
    { key: `declaration:${id}` },
  ])
  expect(await exportDeclaration(id, 'file', db)).toBeUndefined()
  await executeDeclaration(t.url, t.domain, id)
  expect(await readDeclarations(db, 'declaratif')).toMatchObject([
    { id, status: 'done', actor: 'sara', collected: 3, rows: 2 },
  ])
  const file = await exportDeclaration(id, 'file', db)
  expect(file?.filename).toMatch(/^declaratif_2026-01-05_\d+\.csv$/)
  expect(await text(file?.body as ReadableStream)).toMatch(/C1,P1,Ana,2026-01-01,1\.00,EUR\r\n/)
  const certificate = await exportDeclaration(id, 'certificate', db)
  expect(JSON.parse(await text(certificate?.body as ReadableStream))).toMatchObject({
    declaration: id,
    figures: { collected: 3, declared: 2, open: 1 },
  })
  await t.db.exec(`UPDATE quality.declaration_part SET content = content || '\\x00'`)
  const damaged = await exportDeclaration(id, 'file', db)
  await expect(text(damaged?.body as ReadableStream)).rejects.toThrow(/hash/)
})

it('what stands in the way is said before and when somebody asks; recency counts by band', async () => {
  const { t, db } = await open()
  const call = { db, actor: person('administrator') }
  expect(await readDeclaring(db, undefined)).toMatchObject([
    { domain: 'declaratif', dataset: 'contrats', obstacle: { reason: 'no_run' }, run: null },
  ])
  await t.run({
    ...holders('P1,Ana', 'P2,Bia'),
    ...contracts('C1,P1,2025-12-29,1,EUR', 'C2,P2,2020-01-01,2,EUR', 'C3,P9,2026-01-04,3,EUR'),
  })
  const [d] = await readDeclaring(db, 'declaratif')
  expect(d).toMatchObject({ obstacle: null, run: { id: 1 }, recency: 'recence_titulaires' })
  const recency = await readRecency(db, d?.recency as string, d?.run?.asOf as string)
  expect(recency).toMatchObject({ all: 3, waiting: 1, medianAll: 7, medianWaiting: 1 })
  expect(recency.bands.map((b) => `${b.from}-${b.to}: ${b.waiting}/${b.all}`)).toEqual([
    '0-7: 1/2',
    '8-30: 0/0',
    '31-90: 0/0',
    '91-365: 0/0',
    '366-null: 0/1',
  ])
  await t.deliver({ 'contrats.csv': 'id_contrat\n1\n' })
  expect(await readDeclaring(db, 'declaratif')).toMatchObject([
    { obstacle: { reason: 'run_refused', run: 2 }, run: { id: 1 } },
  ])
  await expect(
    requestDeclaration(call, { requestId: wish(), domain: 'declaratif' }),
  ).rejects.toMatchObject({ reason: 'not_declarable' })
  expect(await t.db.rows('SELECT FROM quality.declaration')).toEqual([])
})
