/**
 * A run: one delivery of one domain in three transactions. T1 commits Bronze and the run's record,
 * T2 judges, writes and checks as a whole, T3 records how it ended.
 */
import { basename, resolve } from 'node:path'
import { Db } from '@/lib/shared/db/connection'
import { DeliveryRefused } from '@/lib/shared/errors'
import { lastRun } from '@/lib/shared/ledger/clock'
import { type Delivery, findDelivery } from '@/pipeline/engine/read/delivery'
import { loadDataset, openFiles } from './load'
import { writeFiles, writeRun } from './record'
import { RunSession } from './session'
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
      at: (request.asOf ?? new Date()).toISOString(),
      keyDate: request.keyDate ?? null,
      startedAt: new Date().toISOString(),
      acceptShrink: request.acceptShrink ?? false,
    })
    return await session.execute(async () => {
      const delivery = await identify(session, request)
      await session.lock()
      await refuseEarlierClock(session)
      await refuseOlderSequence(session)
      await session.write(async () => {
        await load(session, delivery)
        await evaluate(session)
      })
    })
  } finally {
    await db.close()
  }
}

/** How far the clock of a sender may be ahead of ours. */
const MAX_CLOCK_SKEW_MS = 86_400_000

/** What the delivery says about itself, overridden by what the command says. */
async function identify(session: RunSession, request: RunRequest): Promise<Delivery> {
  const { domain, input, mode, asOf } = request
  const sources = domain.datasets.flatMap((d) => d.sources.map((s) => s.file))
  const delivery = await findDelivery(input, sources)
  const row = {
    mode: mode ?? delivery.ready?.mode ?? 'full',
    sequence: delivery.ready?.sequence ?? null,
    at: session.row.at,
  }
  const promised = asOf ? undefined : delivery.ready?.as_of
  if (promised) row.at = new Date(promised).toISOString()
  session.identify(row)
  if (promised && Date.parse(row.at) > Date.now() + MAX_CLOCK_SKEW_MS) {
    throw new DeliveryRefused(
      'ready_file',
      `_READY puts the delivery at ${row.at}, which lies in the future`,
      { file: '_READY' },
      'Later deliveries would all be refused; correct as_of, or give --as-of yourself',
    )
  }
  for (const file of delivery.unknown)
    session.note(`${file} belongs to no source of ${domain.name}`)
  const missing = sources.filter((s) => !delivery.files.has(s))
  if (row.mode === 'full' && !domain.independent && missing.length > 0) {
    throw new DeliveryRefused(
      'missing_file',
      `A full delivery of ${domain.name} brings every file; missing: ${missing.join(', ')}`,
      {},
      'Add the files, or deliver what changed with --mode delta',
    )
  }
  return delivery
}

async function refuseEarlierClock({ db, row }: RunSession): Promise<void> {
  const last = await lastRun(db, row.domain)
  if (!last || last.at <= new Date(row.at)) return
  throw new DeliveryRefused(
    'as_of',
    `The clock of this run, ${row.at}, is earlier than the last run of ${row.domain}, ${last.at.toISOString()}`,
    {},
    'Deliver in order, or give a later --as-of',
  )
}

/** A delta that was overtaken by a newer one would bring old values back. */
async function refuseOlderSequence({ db, row }: RunSession): Promise<void> {
  if (row.mode !== 'delta' || row.sequence === null) return
  const [newest] = await db.rows<{ sequence: number | null }>(
    `SELECT max(r.sequence) AS sequence FROM quality.run r
    WHERE r.domain = $1 AND r.status = 'committed' AND r.id >= (SELECT coalesce(max(f.id), 0)
      FROM quality.run f WHERE f.domain = $1 AND f.status = 'committed' AND f.mode = 'full'
        AND f.kind = 'delivery')`,
    [row.domain],
  )
  if (!newest?.sequence || newest.sequence <= row.sequence) return
  throw new DeliveryRefused(
    'sequence',
    `Delta ${row.sequence} of ${row.domain} comes after ${newest.sequence}, which is committed`,
    {},
    'Deliver in order, or deliver a full one',
  )
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
  session.loaded(files, since)
  for (const { extract } of files) {
    for (const note of extract.notes) session.note(`${extract.file}: ${note}`)
    if (extract.extraColumns.length > 0) {
      session.note(
        `${extract.file}: columns not declared, kept in _extra: ${extract.extraColumns.join(', ')}`,
      )
    }
  }
}

/** T2 over what T1 loaded. */
async function evaluate(session: RunSession): Promise<void> {
  const received = new Map<string, number>()
  for (const { dataset, extract } of session.files) {
    received.set(dataset, (received.get(dataset) ?? 0) + extract.received)
  }
  await session.evaluate({
    rebuild: false,
    modeOf: (dataset) => (received.has(dataset.name) ? session.row.mode : 'none'),
    readerCount: (dataset) => received.get(dataset.name),
  })
}
