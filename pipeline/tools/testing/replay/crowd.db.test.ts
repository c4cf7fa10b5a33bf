import { expect, test } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import type { Scope } from '@/lib/shared/scope'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { domain } from '@/pipeline/tools/testing/declare'
import { askAlone } from './asking'
import { broken } from './contract'
import { crowd, exits, SETTLING } from './crowd'
import { FAMILY, files } from './family'

const CLIENTS = 50

test(`${CLIENTS} clients at once, some double-clicking: each row is settled once`, {
  timeout: 300_000,
}, async () => {
  const t = await crowd()
  const scopes: Scope[] = [
    { filter: {} },
    { filter: { dataset: 'filhos' }, limit: 15 },
    { filter: { dataset: 'netos' } },
    { filter: { ready: true }, limit: 40 },
    { ids: Array.from({ length: 40 }, (_, i) => 2 * i + 1) },
  ]
  const asked = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, i) => {
      const click = () =>
        askAlone(t.url, t.domain, {
          scope: scopes[i % scopes.length] as Scope,
          actor: `client-${i}`,
          idempotencyKey: `client-${i}`,
        })
      if (i % 3 !== 0) return [await click()]
      return Promise.all([click(), click()])
    }),
  )
  for (const ids of asked) expect(new Set(ids).size).toBe(1)
  const ids = [...new Set(asked.flat())]
  expect(ids).toHaveLength(CLIENTS)
  // Four executors, each with its own order, so that most replays are tried by several at once.
  await Promise.all(
    [0, 1, 2, 3].map(async (k) => {
      const own = k % 2 === 0 ? ids : ids.toReversed()
      for (const id of own) await executeReplay(t.url, t.domain, id, { chunkRows: 50 })
    }),
  )
  const reports = await Promise.all(ids.map((id) => replayReport(t.db, id)))
  for (const r of reports) {
    expect(r.status).toBe('done')
    expect(r.total).toBe(r.settled + r.still_failing + r.skipped)
  }
  expect(reports.reduce((sum, r) => sum + r.settled, 0)).toBe(SETTLING)
  expect(await exits(t)).toEqual({ rows: SETTLING, exits: SETTLING, silver: SETTLING })
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a run and a replay never interleave, whoever begins', { timeout: 120_000 }, async () => {
  const t = await crowd()
  for (let round = 0; round < 12; round += 1) {
    const id = await askAlone(t.url, t.domain)
    const line = `f${round},p${round},${round}.75,EUR`
    const delivery = () => t.run(files({ filhos: [line] }), { mode: 'delta' })
    const replaying = () => executeReplay(t.url, t.domain, id, { chunkRows: 20 })
    await Promise.all(round % 2 === 0 ? [replaying(), delivery()] : [delivery(), replaying()])
    expect(await broken(t.db, t.domain), `round ${round}`).toEqual([])
  }
  // In the order of the events, each run and each replay is one block.
  const blocks = await t.db.rows<{ who: string; blocks: string }>(
    `SELECT who, count(*) AS blocks FROM (
      SELECT who, who IS DISTINCT FROM lag(who) OVER (ORDER BY id) AS begins FROM (
        SELECT id, coalesce('run ' || run_id, 'replay ' || replay_id) AS who FROM quality.quarantine_event
      ) e
    ) b WHERE begins GROUP BY who HAVING count(*) > 1`,
  )
  expect(blocks).toEqual([])
})

test('a run that starts during a replay waits for its end', async () => {
  const t = await crowd()
  const id = await askAlone(t.url, t.domain)
  const notes: string[] = []
  let run: Promise<unknown> | undefined
  let running = 0
  await executeReplay(t.url, t.domain, id, {
    chunkRows: 30,
    async onChunk() {
      run ??= t.run(files({ pais: ['p0,1'] }), { mode: 'delta', onNote: (n) => void notes.push(n) })
      await new Promise((r) => setTimeout(r, 40))
      const { n } = await t.db.row<{ n: string }>(
        `SELECT count(*) AS n FROM silver.pais WHERE id = 'p0'`,
      )
      running += Number(n)
    },
  })
  await run
  expect(notes).toEqual(['A run or replay of adhoc is in progress; waiting for it to end'])
  expect(running).toBe(0)
  expect((await replayReport(t.db, id)).settled).toBe(SETTLING)
  expect(await t.values('pais', 'id')).toContain('p0')
  const refused = await askAlone(t.url, t.domain)
  const waiting = await Db.open(t.url)
  await waiting.exec('SELECT pg_advisory_lock(6698, hashtext($1))', [t.domain.name])
  const report = await t.deliver(files({ pais: ['p5,1'] }), { mode: 'delta', wait: false })
  expect(report).toMatchObject({ status: 'refused', error: { reason: 'busy' } })
  await waiting.close()
  await executeReplay(t.url, domain(FAMILY), refused)
  expect(await broken(t.db, t.domain)).toEqual([])
})
