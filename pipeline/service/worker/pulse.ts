/**
 * The worker's pulse: a connection of its own that shows that the worker lives, looks after dead
 * ones, and lets the schedule tick. When the database goes away it waits for it to come back.
 */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Db } from '@/lib/shared/db/connection'
import { lockArguments } from '@/lib/shared/db/locks'
import { tick } from '@/pipeline/service/schedule/tick'
import { adoptOrphans, takeOver } from './takeover'

/** Milliseconds between two beats. */
const INTERVAL = 1000
/** Beats between two looks at replays without a job. */
const ADOPT_EVERY = 5
const LONGEST_WAIT = 10_000

export interface PulseOptions {
  url: string
  /** The id under which the queue knows this worker. */
  id: string
  inbox: boolean
  signal: AbortSignal
  log(line: string): void
  /** The clock; tests bring their own. Undefined result: no schedule. */
  now?(): Date | undefined
}

/** Beats until the signal; takes the worker's row away when it ends. Never rejects. */
export async function pulse(options: PulseOptions): Promise<void> {
  const { signal, log } = options
  let wait = 250
  let away = false
  while (!signal.aborted) {
    let db: Db | undefined
    try {
      db = await Db.open(options.url)
      await db.exec(`SELECT pg_advisory_lock(${lockArguments('worker')})`, [options.id])
      if (away) log('the database is back')
      away = false
      wait = 250
      await beatOn(db, options)
    } catch (error) {
      if (signal.aborted) break
      const why = error instanceof Error ? error.message : String(error)
      log(`the database is away or refuses (${why}); trying again in ${wait / 1000} s`)
      away = true
      await sleep(wait, undefined, { signal }).catch(() => {})
      wait = Math.min(wait * 2, LONGEST_WAIT)
    } finally {
      await db?.close().catch(() => {})
    }
  }
}

async function beatOn(db: Db, { id, inbox, signal, log, now }: PulseOptions): Promise<void> {
  for (let beats = 0; !signal.aborted; beats++) {
    await db.exec(
      `INSERT INTO quality.worker AS w (id, host, pid, started_at, beat_at)
      VALUES ($1, $2, $3, now(), now()) ON CONFLICT (id) DO UPDATE SET beat_at = now()`,
      [id, hostname(), process.pid],
    )
    for (const dead of await takeOver(db, id)) log(`worker ${dead} is dead; its jobs are free`)
    if (beats % ADOPT_EVERY === 0) {
      for (const replay of await adoptOrphans(db))
        log(`replay ${replay} had no job; it has one now`)
    }
    const time = now ? now() : new Date()
    if (time) await tick(db, time, { inbox, log })
    await sleep(INTERVAL, undefined, { signal }).catch(() => {})
  }
  await db.exec('DELETE FROM quality.worker WHERE id = $1', [id])
}
