import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withDatabase } from '@/lib/shared/db/connect'
import { Db } from '@/lib/shared/db/connection'
import { acquireServer } from '@/lib/shared/db/embedded'
import { lockArguments } from '@/lib/shared/db/locks'
import { DOMAIN, InboxLab } from '@/pipeline/service/inbox/inbox.testing'
import {
  askReplay,
  CHUNK,
  decided,
  exactly,
  readyOrders,
  startWorker,
  statusOf,
  until,
} from './worker.testing'

// Whole days, real processes: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const done = (db: Db, id: number) =>
  until(
    async () => (await statusOf(db, id)) === 'done',
    () => `replay ${id} to be done`,
  )

/** Backends of this database that wait for an advisory lock. */
async function waitingForLocks(db: Db): Promise<number> {
  const { n } = await db.row<{ n: string }>(`SELECT count(*) AS n FROM pg_locks
    WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return Number(n)
}

describe('two workers', () => {
  it('do each job once: of twenty overlapping replays each is begun by one of them', async () => {
    const lab = await InboxLab.open()
    await readyOrders(lab, 200)
    const workers = [await startWorker(lab.url), await startWorker(lab.url)]
    const ids: number[] = []
    for (let i = 0; i < 20; i++) ids.push(await askReplay(lab.db))
    for (const id of ids) await done(lab.db, id)
    const output = workers.map((w) => w.output()).join('')
    for (const id of ids) expect(output.split(`replay ${id} of ${DOMAIN} begins`)).toHaveLength(2)
    expect(await exactly(lab.db)).toEqual({
      silver: 201,
      settled: 200,
      exits: 200,
      stock: 0,
      ledger: 0,
    })
    expect(await lab.one('SELECT sum(settled)::int FROM quality.replay')).toBe(200)
    expect(await lab.one('SELECT count(*)::int FROM quality.worker')).toBe(2)
  })

  it('when one is killed in the middle of a replay, the other goes on within seconds', async () => {
    const lab = await InboxLab.open()
    await readyOrders(lab, 5_000)
    const first = await startWorker(lab.url)
    // Holding the lock that each chunk takes makes the worker stop after the first one.
    const gate = lockArguments('write')
    await lab.db.exec(`SELECT pg_advisory_lock(${gate})`, [DOMAIN])
    const id = await askReplay(lab.db)
    await first.says(`replay ${id}`)
    await until(async () => (await waitingForLocks(lab.db)) > 0)
    const second = await startWorker(lab.url)
    await lab.db.exec(`SELECT pg_advisory_unlock(${gate})`, [DOMAIN])
    await lab.db.exec(`SELECT pg_advisory_lock(${gate})`, [DOMAIN])
    expect(await decided(lab.db, id)).toBeGreaterThan(0)
    expect(await statusOf(lab.db, id)).toBe('running')
    await first.end('SIGKILL')
    const killed = Date.now()
    await second.says('is dead; its jobs are free')
    await second.says(`replay ${id} of ${DOMAIN} begins`)
    await lab.db.exec(`SELECT pg_advisory_unlock(${gate})`, [DOMAIN])
    const takenOver = Date.now() - killed
    await done(lab.db, id)
    console.log(`taken over after ${takenOver} ms, done after ${Date.now() - killed} ms`)
    expect(takenOver).toBeLessThan(5000)
    expect(await exactly(lab.db)).toEqual({
      silver: 5_001,
      settled: 5_000,
      exits: 5_000,
      stock: 0,
      ledger: 0,
    })
    expect(
      await lab.db.row('SELECT requested, settled, still_failing, skipped FROM quality.replay'),
    ).toEqual({
      requested: 5_000,
      settled: 5_000,
      still_failing: 0,
      skipped: 0,
    })
  })
})

describe('SIGTERM', () => {
  it('ends an idle worker at once; nothing of it is left in the database', async () => {
    const lab = await InboxLab.open()
    const worker = await startWorker(lab.url)
    await until(
      async () => (await lab.one<number>('SELECT count(*)::int FROM quality.worker')) === 1,
    )
    const { how, after } = await worker.end('SIGTERM')
    expect(how).toBe(0)
    expect(after).toBeLessThan(3000)
    expect(await lab.one('SELECT count(*)::int FROM quality.worker')).toBe(0)
    expect(
      await lab.one(
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    ).toBe(0)
  })

  it('in the middle of a replay ends after the chunk; the job is free for the next worker', async () => {
    const lab = await InboxLab.open()
    await readyOrders(lab, 3_000)
    const worker = await startWorker(lab.url)
    const id = await askReplay(lab.db)
    await until(async () => (await decided(lab.db, id)) > 0)
    const { how } = await worker.end('SIGTERM')
    expect(how).toBe(0)
    const rows = await decided(lab.db, id)
    expect(rows % CHUNK).toBe(0)
    expect(rows).toBeLessThan(3_000)
    expect(await statusOf(lab.db, id)).toBe('running')
    expect(
      await lab.db.row('SELECT locked_by, attempts FROM graphile_worker.jobs WHERE key = $1', [
        `replay:${id}`,
      ]),
    ).toEqual({
      locked_by: null,
      attempts: 0,
    })
    await startWorker(lab.url)
    await done(lab.db, id)
    expect(await exactly(lab.db)).toMatchObject({ silver: 3_001, exits: 3_000, ledger: 0 })
  })

  it('while a chunk cannot go on gives it up, in time for the supervisor', async () => {
    const lab = await InboxLab.open()
    await readyOrders(lab, 10)
    await lab.db.exec(`SELECT pg_advisory_lock(${lockArguments('write')})`, [DOMAIN])
    const worker = await startWorker(lab.url)
    const id = await askReplay(lab.db)
    await until(
      async () =>
        (await lab.one<number>('SELECT count(*)::int FROM pg_locks WHERE NOT granted')) > 0,
    )
    const { how, after } = await worker.end('SIGTERM')
    expect(how).toBe(0)
    expect(after).toBeLessThan(9500)
    expect(
      await lab.one('SELECT count(*)::int FROM graphile_worker.jobs WHERE locked_at IS NOT NULL'),
    ).toBe(0)
    await lab.db.exec(`SELECT pg_advisory_unlock(${lockArguments('write')})`, [DOMAIN])
    await startWorker(lab.url)
    await done(lab.db, id)
    expect(await exactly(lab.db)).toMatchObject({ silver: 11, exits: 10, ledger: 0 })
  })
})

it('a replay whose command line was killed before it began is done by the worker', async () => {
  const lab = await InboxLab.open()
  await readyOrders(lab, 10)
  const id = await askReplay(lab.db, false)
  await startWorker(lab.url)
  await done(lab.db, id)
})

it('a silent worker whose connection stands is taken over after 30 s without a beat', async () => {
  const lab = await InboxLab.open()
  await readyOrders(lab, 10)
  const first = await startWorker(lab.url)
  const id = await askReplay(lab.db)
  await done(lab.db, id)
  process.kill(first.child.pid as number, 'SIGSTOP')
  await lab.db.exec(`UPDATE quality.worker SET beat_at = now() - interval '29 seconds'`)
  const second = await startWorker(lab.url)
  await second.says('is dead; its jobs are free')
  process.kill(first.child.pid as number, 'SIGCONT')
  await until(async () => (await lab.one<number>('SELECT count(*)::int FROM quality.worker')) === 2)
})

it('outlives the database: says that it is away, goes on when it is back', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-worker-'))
  chmodSync(folder, 0o711)
  const settings = { fsync: 'off', shared_buffers: '32MB' }
  let server = await acquireServer({ folder, settings })
  onTestFinished(async () => {
    await server.release()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = withDatabase(server.url, 'lazaret')
  const worker = await startWorker(url)
  await server.release()
  await worker.says('the database is away')
  server = await acquireServer({ folder, settings })
  expect(withDatabase(server.url, 'lazaret')).toBe(url)
  await worker.says('the database is back')
  const db = await Db.open(url)
  await db.exec(`SELECT graphile_worker.add_job('replay', '{"id": 1}'::json, max_attempts := 1)`)
  // There is no such replay: that it was tried and said so is enough.
  await until(
    async () =>
      (
        await db.row<{ e: string | null }>(
          'SELECT last_error AS e FROM graphile_worker.jobs WHERE task_identifier = $1',
          ['replay'],
        )
      ).e === 'There is no replay 1',
  )
  await db.close()
  expect((await worker.end('SIGTERM')).how).toBe(0)
})
