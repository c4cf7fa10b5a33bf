import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { executeReplay } from '@/pipeline/operations/replay/execute'
import { replayReport } from '@/pipeline/operations/replay/report'
import { adhoc } from '@/pipeline/tools/testing/adhoc'
import { ask, figures, replay } from './asking'
import { broken } from './contract'
import { CHILDREN, crowd, EACH, exits, SETTLING, STAYING } from './crowd'
import { all, FAMILY, files } from './family'
import { turn } from './verbs'

const CHILD = fileURLToPath(new URL('./execute.child.ts', import.meta.url))
const KILLS = 25

/** Lets a process of its own execute a replay and kills it some time after it said so often. */
async function killAfter(url: string, id: number, rows: number, said: number): Promise<void> {
  const args = ['--import', 'tsx', CHILD, url, `${id}`, `${rows}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for (let n = 0; n < said; n += 1) {
    await Promise.race([once(child.stdout, 'data'), ended])
  }
  await new Promise((r) => setTimeout(r, Math.random() * 120))
  child.kill('SIGKILL')
  await ended
}

test(`killed ${KILLS} times, then resumed: exact`, { timeout: 400_000 }, async () => {
  const t = await crowd()
  const id = await ask(t.db, t.domain)
  let killed = 0
  const seen: number[] = []
  while (killed < KILLS) {
    await killAfter(t.url, id, 3, 1 + (killed % 3))
    killed += 1
    // What is committed at this moment is whole, whatever was going on.
    expect(await broken(t.db, t.domain), `after kill ${killed}`).toEqual([])
    const report = await replayReport(t.db, id)
    expect(report.settled + report.still_failing + report.skipped + report.open).toBe(report.total)
    seen.push(report.open)
    expect((await exits(t)).rows).toBe(report.settled)
    if (report.status === 'done') break
  }
  // It was killed on the way, not before it began and not after its end.
  expect(new Set(seen).size).toBeGreaterThan(5)
  expect(killed).toBe(KILLS)
  await executeReplay(t.url, t.domain, id)
  const report = await replayReport(t.db, id)
  expect(figures(report)).toBe(`${SETTLING + STAYING} = ${SETTLING} S + ${STAYING} F + 0 K`)
  expect(await exits(t)).toEqual({ rows: SETTLING, exits: SETTLING, silver: SETTLING })
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a preview that was killed begins again, with the same figures', async () => {
  const t = await crowd()
  const id = await ask(t.db, t.domain, { kind: 'preview' })
  await killAfter(t.url, id, 20, 1)
  await executeReplay(t.url, t.domain, id)
  expect(figures(await replayReport(t.db, id))).toBe(
    `${SETTLING + STAYING} = ${SETTLING} S + ${STAYING} F + 0 K`,
  )
  expect((await exits(t)).silver).toBe(0)
})

test('cancelled at about 40 %, asked again: finishes exactly', async () => {
  const t = await crowd()
  const id = await ask(t.db, t.domain)
  const onChunk = async () => {
    const { open, total } = await replayReport(t.db, id)
    if (total - open < total * 0.4) return
    await t.db.exec('UPDATE quality.replay SET cancel_requested = true WHERE id = $1', [id])
  }
  await executeReplay(t.url, t.domain, id, { chunkRows: 9, onChunk })
  const first = await replayReport(t.db, id)
  expect(first).toMatchObject({ status: 'cancelled', open: 0, settled_what: 'some' })
  expect(first.skipped_why.cancelled).toBe(first.skipped)
  expect(first.skipped / first.total).toBeGreaterThan(0.5)
  expect(await broken(t.db, t.domain)).toEqual([])
  const again = await replay(t)
  expect(first.settled + again.settled).toBe(SETTLING)
  expect(again.still_failing).toBe(STAYING)
  expect(await exits(t)).toEqual({ rows: SETTLING, exits: SETTLING, silver: SETTLING })
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('cancelled: rows that it did not come to know what moved under them, also by rows that were not meant', async () => {
  const t = await adhoc([
    ...FAMILY,
    {
      name: 'bisnetos',
      columns: { id: 'text', neto: 'text' },
      rules: [
        {
          kind: 'reference',
          code: 'BISNETO_SEM_NETO',
          quarantined: 'BISNETO_NETO_RETIDO',
          name: 'neto',
          to: 'netos',
          columns: { id: 'neto' },
        },
      ],
    },
  ])
  const bisnetos = { 'BISNETOS.csv': 'id,neto\nb1,n1\n' }
  await t.run({ ...all({ filhos: ['f1,p1,5.00,BRL'] }), ...bisnetos })
  const id = await ask(t.db, t.domain)
  // n1 comes after the rows were frozen: between f1, which settles, and b1, which is left.
  await t.run(files({ pais: ['p1,1'], netos: ['n1,f1,,-1.00'] }), { mode: 'delta' })
  const onChunk = async () => {
    await t.db.exec('UPDATE quality.replay SET cancel_requested = true WHERE id = $1', [id])
  }
  await executeReplay(t.url, t.domain, id, { chunkRows: 1, onChunk })
  expect(await replayReport(t.db, id)).toMatchObject({
    status: 'cancelled',
    settled: 1,
    skipped: 1,
  })
  expect(await t.waiting('netos')).toEqual(['n1: NETO_RUIM'])
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('rows that a person closes before the replay comes to them know their parents all the same', async () => {
  const t = await crowd()
  const id = await ask(t.db, t.domain)
  let closed: string[] = []
  const onChunk = async () => {
    if (closed.length > 0) return
    closed = await turn(t, 'close', 'netos', 'n13-0')
    closed.push(...(await turn(t, 'close', 'netos', 'n13-1')))
  }
  // All children first, in one chunk.
  await executeReplay(t.url, t.domain, id, { chunkRows: CHILDREN, onChunk })
  expect(closed).toHaveLength(EACH)
  const report = await replayReport(t.db, id)
  expect(report.skipped_why).toEqual({ closed: EACH })
  expect(report.settled).toBe(SETTLING - EACH)
  expect(await broken(t.db, t.domain)).toEqual([])
})

test('a replay cancelled before it began settles nothing', async () => {
  const t = await crowd()
  const id = await ask(t.db, t.domain)
  await t.db.exec('UPDATE quality.replay SET cancel_requested = true WHERE id = $1', [id])
  await executeReplay(t.url, t.domain, id)
  expect(await replayReport(t.db, id)).toMatchObject({
    status: 'cancelled',
    settled: 0,
    skipped: SETTLING + STAYING,
  })
})

test('a connection that is cut mid-chunk leaves the replay to be resumed', async () => {
  const t = await crowd()
  const id = await ask(t.db, t.domain)
  let cuts = 0
  const cut = async () => {
    if (cuts >= 4) return
    cuts += 1
    const delay = Math.random() * 60
    setTimeout(() => {
      void t.db.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    }, delay)
  }
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const failed = await executeReplay(t.url, t.domain, id, { chunkRows: 9, onChunk: cut }).then(
      () => false,
      () => true,
    )
    const { status } = await replayReport(t.db, id)
    expect(status).toBe(failed ? 'running' : 'done')
    expect(await broken(t.db, t.domain)).toEqual([])
    if (!failed) break
  }
  expect(cuts).toBeGreaterThan(0)
  expect(await exits(t)).toEqual({ rows: SETTLING, exits: SETTLING, silver: SETTLING })
  expect(figures(await replayReport(t.db, id))).toBe(
    `${SETTLING + STAYING} = ${SETTLING} S + ${STAYING} F + 0 K`,
  )
})
