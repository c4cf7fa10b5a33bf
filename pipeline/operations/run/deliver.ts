/**
 * A run: one delivery of one domain in three transactions. T1 commits Bronze and the run's record,
 * T2 judges, writes and checks as a whole, T3 records how it ended.
 */
import { basename, resolve } from 'node:path'
import { Db } from '@/lib/shared/db/connection'
import { DeliveryRefused } from '@/lib/shared/errors'
import { refuseFutureClock } from '@/lib/shared/ledger/clock'
import { type Delivery, findDelivery } from '@/pipeline/engine/read/delivery'
import { isInside } from '@/pipeline/engine/read/regular'
import { refuseFewerParts, refuseMissingFiles } from './completeness'
import { loadDataset, openFiles } from './load'
import { refuseEarlierClock, refuseOlderSequence, refuseRepeat } from './order'
import { writeFiles, writeRun } from './record'
import { RunSession, secondsSince } from './session'
import type { RunReport, RunRequest } from './types'

/**
 * Runs a delivery against the database at `url`.
 * @returns the report, also of a run that was refused or failed; see `exitCode`.
 */
export async function runDelivery(url: string, request: RunRequest): Promise<RunReport> {
  const db = await Db.open(url)
  try {
    const session = new RunSession(db, request, {
      id: 0,
      domain: request.domain.name,
      kind: 'delivery',
      mode: request.mode ?? 'full',
      delivery: basename(resolve(request.input)),
      sequence: null,
      at: new Date().toISOString(),
      keyDate: request.keyDate ?? null,
      startedAt: new Date().toISOString(),
      acceptShrink: request.acceptShrink ?? false,
    })
    return await session.execute(async () => {
      const delivery = await identify(session, request)
      await session.lock()
      await refuseRepeat(session, delivery, request.asOf !== undefined)
      await refuseEarlierClock(session)
      await refuseOlderSequence(session, request.acceptSequence ?? false)
      await refuseFewerParts(session, delivery)
      await session.write(async () => {
        await load(session, delivery)
        await judge(session)
      })
    })
  } finally {
    await db.close()
  }
}

/** What the delivery says about itself, overridden by what the command says. */
async function identify(session: RunSession, request: RunRequest): Promise<Delivery> {
  const { domain, input, within, mode, asOf } = request
  const { row } = session
  if (asOf) {
    refuseFutureClock(asOf, '--as-of')
    row.at = asOf.toISOString()
  }
  if (within && !(await isInside(within, input).catch(() => true))) {
    const message = `${row.delivery} is a link that leads out of ${within}`
    throw new DeliveryRefused('ready_file', message, {}, 'Move or copy the delivery there')
  }
  const delivery = await findDelivery(
    input,
    domain.datasets.flatMap((d) => d.sources),
  )
  row.mode = mode ?? delivery.ready?.mode ?? 'full'
  row.sequence = delivery.ready?.sequence ?? null
  if (!asOf && delivery.ready?.as_of) {
    const at = new Date(delivery.ready.as_of)
    refuseFutureClock(at, '_READY', 'ready_file')
    row.at = at.toISOString()
  }
  for (const note of delivery.notes) session.note(note)
  if (delivery.unknown.length > 0) {
    const files = delivery.unknown.join(', ')
    const belong = delivery.unknown.length === 1 ? 'belongs' : 'belong'
    session.note(`${files} ${belong} to no source of ${domain.name}`)
  }
  if (row.mode === 'full') refuseMissingFiles(domain, delivery)
  return delivery
}

/** T1. */
async function load(session: RunSession, delivery: Delivery): Promise<void> {
  const { db, request, row, domain } = session
  const since = Date.now()
  const files = await openFiles(domain.datasets, delivery.files)
  const total = files.reduce((sum, f) => sum + f.extract.bytes, 0)
  let read = 0
  await db.transaction(async () => {
    await writeRun(db, row, 'running')
    for (const dataset of domain.datasets) {
      const own = files.filter((f) => f.dataset === dataset.name)
      const onBytes = (bytes: number) => {
        read += bytes
        const done = total > 0 ? read / total : 1
        request.onProgress?.({ phase: 'load', label: dataset.name, done: done * 0.4 })
      }
      await loadDataset({ db, runId: row.id, at: row.at, onBytes }, dataset, own)
    }
    await writeFiles(db, row.id, files)
  })
  session.files = files
  for (const { extract } of files) {
    for (const note of extract.notes) session.note(`${extract.file}: ${note}`)
    if (extract.extraColumns.length > 0) {
      session.note(
        `${extract.file}: columns not declared, kept in _extra: ${extract.extraColumns.join(', ')}`,
      )
    }
  }
  session.timings.load = secondsSince(since)
}

/** T2 over what T1 loaded. */
async function judge(session: RunSession): Promise<void> {
  const brought = new Map<string, number>()
  for (const { dataset, extract } of session.files) {
    brought.set(dataset, (brought.get(dataset) ?? 0) + extract.received)
  }
  await session.judge({
    rebuild: false,
    modeOf: (dataset) => (brought.has(dataset.name) ? session.row.mode : 'none'),
    readerCount: (dataset) => brought.get(dataset.name),
  })
}
