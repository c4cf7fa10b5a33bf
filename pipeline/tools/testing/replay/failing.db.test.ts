import { expect, test, vi } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { executeReplay, ReplayFailed } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { type Adhoc, adhoc } from '@/pipeline/tools/testing/adhoc'
import { ask, replay } from './asking'
import { broken } from './contract'
import { crowd, SETTLING } from './crowd'
import { all, FAMILY, files } from './family'

test('a post-condition that a replayed row breaks rolls its chunk back; earlier chunks stand', async () => {
  const sql = `SELECT n.id AS key FROM silver.netos n WHERE n.v = 13`
  const t = await adhoc(
    FAMILY.map((d) => (d.name === 'netos' ? { ...d, postConditions: { SEM_AZAR: sql } } : d)),
  )
  await t.run(all({ filhos: ['f1,p1,5.00,BRL'], netos: ['n1,f1,,13.00', 'n2,f1,,1.00'] }))
  await t.run(files({ pais: ['p1,1'] }), { mode: 'delta' })
  const id = await ask(t.db, t.domain)
  const failure = await executeReplay(t.url, t.domain, id).catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(ReplayFailed)
  expect(String(failure)).toMatch(/post\.SEM_AZAR: expected 0, found 1 \(n1\)/)
  const report = await replayReport(t.db, id)
  expect(report).toMatchObject({
    status: 'failed',
    settled: 1,
    skipped: 2,
    skipped_why: { failed: 2 },
    error: { reason: 'check', message: expect.stringContaining('post.SEM_AZAR') },
  })
  expect(await t.values('filhos', 'id')).toEqual(['f1'])
  expect(await t.values('netos', 'id')).toEqual([])
  expect(await broken(t.db, t.domain)).toEqual([])
  const preview = await replay(t, { kind: 'preview' })
  expect(preview).toMatchObject({ status: 'failed', error: { reason: 'check' } })
  // Asked again without the row that nobody expected, the rest leaves.
  const [n2] = (await t.live('netos')).filter((r) => r.key_text === 'n2')
  expect((await replay(t, { scope: { ids: [Number(n2?.id)] } })).settled).toBe(1)
})

/** Lets one statement of the next chunk write something else than it means to. */
async function corrupted(t: Adhoc, find: RegExp, change: (sql: string) => string, after: number) {
  const id = await ask(t.db, t.domain)
  const exec = Db.prototype.exec
  let seen = 0
  const spy = vi.spyOn(Db.prototype, 'exec').mockImplementation(function (this: Db, sql, values) {
    if (!find.test(sql)) return exec.call(this, sql, values)
    seen += 1
    return exec.call(this, seen > after ? change(sql) : sql, values)
  })
  const failure = await executeReplay(t.url, t.domain, id, { chunkRows: 20 }).catch(
    (e: unknown) => e,
  )
  spy.mockRestore()
  return { failure, report: await replayReport(t.db, id) }
}

const CASES: [string, RegExp, (sql: string) => string, string][] = [
  [
    'rows lost on the way to Silver',
    /^INSERT INTO "?silver"?\."?filhos/,
    (sql) => `${sql} LIMIT 3`,
    'balance.filhos',
  ],
  [
    'rows that leave without an event',
    /^INSERT INTO quality\.quarantine_event[\s\S]*'EXITED'/,
    (sql) => `${sql} LIMIT 3`,
    'ledger.filhos',
  ],
  [
    'rows left in quarantine',
    /^UPDATE quality\.quarantine q SET statut = 'SOLDEE'/,
    (sql) => `${sql} AND l.id % 2 = 0`,
    'exclusive.filhos',
  ],
  [
    'rows without an outcome',
    /^WITH decided AS \(\s*UPDATE quality\.replay_item i SET detail/,
    (sql) => sql.replace('i.quarantine_id = c.id', 'i.quarantine_id = c.id AND c.id % 2 = 0'),
    'decided.filhos',
  ],
]

test.each(CASES)('%s are found: the chunk is rolled back', async (_, find, change, check) => {
  const t = await crowd()
  const { failure, report } = await corrupted(t, find, change, 1)
  expect(failure).toBeInstanceOf(ReplayFailed)
  expect(String(failure)).toContain(check)
  expect(report.status).toBe('failed')
  expect(report.settled).toBeGreaterThan(0)
  expect(report.skipped_why.failed).toBe(report.skipped)
  expect(await broken(t.db, t.domain)).toEqual([])
  const rest = await replay(t)
  expect(report.settled + rest.settled).toBe(SETTLING)
  expect(await broken(t.db, t.domain)).toEqual([])
})
