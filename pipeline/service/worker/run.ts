/** A worker: takes jobs from the queue until it is asked to stop. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import { Db } from '@/lib/shared/db/connection'
import { pulse } from './pulse'
import { freeJobs } from './takeover'
import { taskList, type WorkContext } from './tasks'

/** Jobs at a time; those of one domain are done one after the other. */
const MAX_CONCURRENT_JOBS = 2
/** How long a job may take to reach a boundary; the supervisor waits 10 s. */
const MAX_STOPPING_MS = 6000
/** After so many failed polls in a row the connection to the queue is opened again. */
const MAX_FAILED_POLLS = 6

export interface WorkerOptions extends Omit<WorkContext, 'signal'> {
  /** Aborted to stop the worker. */
  signal: AbortSignal
  now?(): Date | undefined
}

/**
 * Works until the signal. When the queue breaks down, it is begun anew, less and less often.
 * @returns whether all jobs came to a boundary; false: one was given up, and its connection with
 *   it, so that the process has to end.
 */
export async function work(options: WorkerOptions): Promise<boolean> {
  const { url, signal, log } = options
  const used: string[] = []
  for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 15_000)) {
    try {
      if (used.length > 0) await giveBack(url, used)
      const clean = await oneRunner(options, (id) => used.push(id))
      if (signal.aborted) return clean
      log('the queue ended by itself')
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log(`the queue does not run (${why}); trying again in ${wait / 1000} s`)
    }
    await sleep(wait, undefined, { signal }).catch(() => {})
  }
  return true
}

async function oneRunner(options: WorkerOptions, onId: (id: string) => void): Promise<boolean> {
  const { url, signal, log } = options
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  const failing = failingQueue(events)
  const runner = await run({
    connectionString: url,
    taskList: taskList(options),
    concurrency: MAX_CONCURRENT_JOBS,
    maxPoolSize: MAX_CONCURRENT_JOBS + 3,
    pollInterval: 1000,
    noHandleSignals: true,
    noPreparedStatements: true,
    parsedCronItems: [],
    logger: queueLogger(log),
    events,
    // Only in batches does the library wait, when it stops, until finished jobs are off the queue.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  if (id === undefined) throw new Error('the queue library did not say its id')
  const ended = new AbortController()
  onId(id)
  const beating = pulse({
    url,
    id,
    inbox: options.inbox !== undefined,
    signal: AbortSignal.any([signal, ended.signal]),
    log,
    now: options.now,
  })
  log(`worker ${id} is ready`)
  try {
    await Promise.race([runner.promise, aborted(signal), failing])
    return signal.aborted ? await stop(runner, url, id, log) : true
  } catch (error) {
    await Promise.race([
      runner.stop().catch(() => {}),
      sleep(MAX_STOPPING_MS, undefined, { ref: false }),
    ])
    throw error
  } finally {
    ended.abort()
    await Promise.race([beating, sleep(1000, undefined, { ref: false })])
  }
}

/** Lets jobs come to a boundary; what does not is given back to the queue and given up. */
async function stop(runner: Runner, url: string, id: string, log: (line: string) => void) {
  log('stopping')
  const stopped = runner.stop().then(
    () => true,
    () => true,
  )
  if (await Promise.race([stopped, sleep(MAX_STOPPING_MS, false, { ref: false })])) return true
  log('a job did not come to a boundary; it is given up, for another worker to go on with')
  const free = giveBack(url, [id]).catch(() => {})
  await Promise.race([free, sleep(1500, undefined, { ref: false })])
  return false
}

/**
 * Rejects when the queue cannot be read again and again. The library keeps trying, but remembers
 * the failure of its very first question for ever (0.17.3); a new runner asks it anew.
 */
function failingQueue(events: WorkerEvents): Promise<never> {
  let failures = 0
  const fine = () => {
    failures = 0
  }
  events.on('worker:getJob:empty', fine)
  events.on('job:start', fine)
  const failing = new Promise<never>((_, reject) => {
    events.on('worker:getJob:error', ({ error }) => {
      failures += 1
      if (failures >= MAX_FAILED_POLLS) reject(error)
    })
  })
  failing.catch(() => {})
  return failing
}

/** Jobs that ids of ours still hold go back into the queue. */
async function giveBack(url: string, ids: readonly string[]): Promise<void> {
  const db = await Db.open(url)
  try {
    await freeJobs(db, ids)
  } finally {
    await db.close().catch(() => {})
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Warnings and errors of the library, one line each. */
const queueLogger = (log: (line: string) => void) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log(`queue: ${message.split('\n')[0]}`)
  })
