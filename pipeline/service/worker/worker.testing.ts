/** Real worker processes, and enough ready rows to catch them at work. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Db } from '@/lib/shared/db/connection'
import { projectRoot } from '@/lib/shared/env'
import { addJob, replayJob } from '@/lib/shared/queue/job'
import { requestReplay } from '@/lib/shared/replay/request'
import {
  csv,
  customer,
  DOMAIN,
  fullFiles,
  type InboxLab,
  order,
} from '@/pipeline/service/inbox/inbox.testing'

/** Rows per chunk. */
export const CHUNK = 500

export interface WorkerProcess {
  child: ChildProcess
  output(): string
  /** Resolves when the output has it. */
  says(text: string): Promise<void>
  /** Sends the signal; resolves to how the process ended, and after how many milliseconds. */
  end(signal: NodeJS.Signals): Promise<{ how: number | string | null; after: number }>
}

/** A worker on the database, ready to work; killed after the test. */
export async function startWorker(url: string): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'pipeline/service/worker/main.ts'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DATABASE_URL: url,
      LAZARET_INBOX: '',
      LAZARET_TIMEZONE: 'Europe/Paris',
      LAZARET_NIGHTLY_CRON: '0 0 1 1 *',
      LAZARET_REPLAY_CHUNK: String(CHUNK),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  if (process.env.SHOW_WORKER)
    for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stderr)
  const worker: WorkerProcess = {
    child,
    output: () => output,
    async says(text) {
      await until(
        () => output.includes(text),
        () => `"${text}" in:\n${output}`,
      )
    },
    async end(signal) {
      const begun = Date.now()
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code, by] = await ended
      return { how: by ?? code, after: Date.now() - begun }
    },
  }
  await worker.says('is ready')
  return worker
}

/** Asks again and again; fails after a minute. */
export async function until(
  done: () => boolean | Promise<boolean>,
  what: () => string = String,
): Promise<void> {
  for (const end = Date.now() + 60_000; !(await done()); ) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what()}`)
    await sleep(20)
  }
}

/** Orders of a customer who has come since: all of them ready. */
export async function readyOrders(lab: InboxLab, n: number): Promise<void> {
  const orders = Array.from({ length: n }, (_, i) => order(`R${i}`, 'C9'))
  const files = { ...fullFiles(), 'VBAK.csv': csv('VBAK', order('O1', 'C1'), ...orders) }
  lab.lay('001', files, { sequence: 1 })
  lab.lay('002', { 'KNA1.csv': csv('KNA1', customer('C9')) }, { mode: 'delta', sequence: 2 })
  process.env.LAZARET_NIGHTLY_CRON = '0 0 1 1 *'
  try {
    await lab.turn('2026-01-05T05:00:00Z')
    await lab.turn('2026-01-05T05:01:00Z')
  } finally {
    delete process.env.LAZARET_NIGHTLY_CRON
  }
}

/** Asks for a replay of everything that is open; without a job when `enqueue` is false. */
export async function askReplay(db: Db, enqueue = true): Promise<number> {
  return db.transaction(async () => {
    const scope = { filter: { ready: true } }
    const { id } = await requestReplay(db, { domain: DOMAIN, scope, kind: 'replay', actor: 'ana' })
    if (enqueue) await addJob(db, replayJob({ id, domain: DOMAIN }))
    return id
  })
}

export const statusOf = async (db: Db, id: number): Promise<string> =>
  (await db.row<{ s: string }>('SELECT status AS s FROM quality.replay WHERE id = $1', [id])).s

/** Rows of the replay that are decided. */
export const decided = async (db: Db, id: number): Promise<number> =>
  (
    await db.row<{ n: number }>(
      `SELECT count(*)::int AS n FROM quality.replay_item WHERE replay_id = $1 AND outcome IS NOT NULL`,
      [id],
    )
  ).n

/** What a replay that settled everything must leave, each row once. */
export function exactly(db: Db): Promise<object> {
  return db.row(`SELECT
    (SELECT count(*)::int FROM silver.ordens_venda) AS silver,
    (SELECT count(*)::int FROM quality.quarantine WHERE statut = 'SOLDEE') AS settled,
    (SELECT count(*)::int FROM quality.quarantine_event WHERE kind = 'EXITED') AS exits,
    (SELECT coalesce(sum(rows), 0)::int FROM quality.stock) AS stock,
    (SELECT sum(in_rows - out_rows)::int FROM quality.flow_daily) AS ledger`)
}
