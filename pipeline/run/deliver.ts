/**
 * A run: one delivery of one domain in three transactions. T1 commits Bronze and the run's record,
 * T2 judges, writes and checks as a whole, T3 records how it ended.
 */
import { basename, resolve } from 'node:path'
import { DeliveryRefused, LazaretError } from '@/lib/errors'
import { Db } from '../judge/db'
import { findDelivery, type Delivery } from '../read/delivery'
import { syncRules } from '../sync/rules'
import { judge, type Judgement } from './judge'
import { type LoadedFile, loadDataset, openFiles } from './load'
import { lockDomain, unlockDomain } from './lock'
import {
  closeRun, markInterrupted, nextRunId, type RunRow, runErrorOf, writeChecks, writeCounts,
  writeFiles, writeRun,
} from './record'
import { reportOf } from './report'
import { retain } from './retention'
import type { RunReport, RunRequest } from './types'

/** A check did not hold; the transaction is rolled back and what was there before stands. */
export class ChecksFailed extends LazaretError {
  override readonly name = 'ChecksFailed'
  readonly reason: string
  constructor(readonly judgement: Judgement) {
    const failed = judgement.checks.filter((c) => !c.ok)
    const list = failed.map((c) => `${c.name}: expected ${c.expected}, found ${c.found}`)
    super(`${list.join('; ')}. Nothing was changed`, 3, {}, 'Sample keys are kept with the run')
    this.reason = failed[0]?.name.split('.')[0] ?? 'check'
  }
}

/**
 * Runs a delivery against the database at `url`.
 * @returns the report, also of a run that was refused or failed; see `exitCode`.
 */
export async function runDelivery(url: string, request: RunRequest): Promise<RunReport> {
  const db = await Db.open(url)
  try {
    return await new Run(db, request).execute()
  } finally {
    await db.close()
  }
}

class Run {
  private readonly startedAt = new Date()
  private readonly timings: Record<string, number> = {}
  private readonly notes: string[] = []
  private files: LoadedFile[] = []
  private judgement: Judgement | undefined
  private row: RunRow

  constructor(
    private readonly db: Db,
    private readonly request: RunRequest,
  ) {
    this.row = {
      id: 0,
      domain: request.domain.name,
      kind: 'delivery',
      mode: request.mode ?? 'full',
      delivery: basename(resolve(request.input)),
      sequence: null,
      at: (request.asOf ?? this.startedAt).toISOString(),
      keyDate: request.keyDate ?? null,
      startedAt: this.startedAt.toISOString(),
      acceptShrink: request.acceptShrink ?? false,
    }
  }

  async execute(): Promise<RunReport> {
    const { db, request } = this
    this.row.id = await nextRunId(db)
    try {
      const delivery = await this.identify()
      await lockDomain(db, this.row.domain, request.wait ?? true, (n) => this.note(n))
      if (!request.dryRun) await markInterrupted(db, this.row.domain)
      await this.refuseEarlierClock()
      await this.load(delivery)
      await this.judge()
    } catch (error) {
      return await this.fail(error)
    }
    if (!request.dryRun) await this.close()
    await unlockDomain(db, this.row.domain)
    return this.report(undefined)
  }

  /** What the delivery says about itself, overridden by what the command says. */
  private async identify(): Promise<Delivery> {
    const { domain, input, mode, asOf } = this.request
    const sources = domain.datasets.flatMap((d) => d.sources.map((s) => s.file))
    const delivery = await findDelivery(input, sources)
    const { ready } = delivery
    this.row.mode = mode ?? ready?.mode ?? 'full'
    this.row.sequence = ready?.sequence ?? null
    if (!asOf && ready?.as_of) this.row.at = new Date(ready.as_of).toISOString()
    for (const file of delivery.unknown) this.note(`${file} belongs to no source of ${domain.name}`)
    const missing = sources.filter((s) => !delivery.files.has(s))
    if (this.row.mode === 'full' && !domain.independent && missing.length > 0) {
      throw new DeliveryRefused(
        'missing_file',
        `A full delivery of ${domain.name} brings every file; missing: ${missing.join(', ')}`,
        {},
        'Add the files, or deliver what changed with --mode delta',
      )
    }
    return delivery
  }

  private async refuseEarlierClock(): Promise<void> {
    const [last] = await this.db.rows<{ at: Date }>(
      `SELECT max(as_of) AS at FROM quality.run WHERE domain = $1 AND status = 'committed'`,
      [this.row.domain],
    )
    if (!last?.at || last.at <= new Date(this.row.at)) return
    throw new DeliveryRefused(
      'as_of',
      `The clock of this run, ${this.row.at}, is earlier than the last run of ${this.row.domain}, ${last.at.toISOString()}`,
      {},
      'Deliver in order, or give a later --as-of',
    )
  }

  /** T1. A dry run keeps the transaction open, so that nothing of it remains. */
  private async load(delivery: Delivery): Promise<void> {
    const { db, request } = this
    const since = Date.now()
    const files = await openFiles(request.domain.datasets, delivery.files)
    const total = files.reduce((sum, f) => sum + f.extract.bytes, 0)
    let read = 0
    await db.exec('BEGIN')
    await writeRun(db, this.row, 'running')
    for (const dataset of request.domain.datasets) {
      const own = files.filter((f) => f.dataset === dataset.name)
      const onBytes = (bytes: number) => {
        read += bytes
        const done = total > 0 ? read / total : 1
        request.onProgress?.({ phase: 'load', label: dataset.name, done: done * 0.4 })
      }
      await loadDataset({ db, runId: this.row.id, at: this.row.at, onBytes }, dataset, own)
    }
    await writeFiles(db, this.row.id, files)
    if (!request.dryRun) await db.exec('COMMIT')
    this.files = files
    for (const { extract } of files) {
      for (const note of extract.notes) this.note(`${extract.file}: ${note}`)
      if (extract.extraColumns.length > 0) {
        this.note(`${extract.file}: columns not declared, kept in _extra: ${extract.extraColumns.join(', ')}`)
      }
    }
    this.timings.load = seconds(since)
  }

  /** T2. */
  private async judge(): Promise<void> {
    const { db, request } = this
    const since = Date.now()
    const brought = new Map<string, number>()
    for (const { dataset, extract } of this.files) {
      brought.set(dataset, (brought.get(dataset) ?? 0) + extract.received)
    }
    const steps = request.domain.datasets.length + 1
    let step = 0
    if (!request.dryRun) await db.exec('BEGIN')
    await syncRules(db, request.domain)
    const judgement = await judge(db, {
      domain: request.domain,
      runId: this.row.id,
      at: this.row.at,
      acceptShrink: this.row.acceptShrink,
      rebuild: false,
      modeOf: (dataset) => (brought.has(dataset.name) ? this.row.mode : 'none'),
      readerCount: (dataset) => brought.get(dataset.name),
      onStep: (label) => {
        request.onProgress?.({ phase: 'judge', label, done: Math.min(1, 0.4 + (0.6 * step) / steps) })
        step += 1
      },
    })
    for (const note of judgement.notes) this.note(note)
    this.judgement = judgement
    if (judgement.checks.some((c) => !c.ok)) throw new ChecksFailed(judgement)
    await this.keep(judgement, 'committed')
    await db.exec(request.dryRun ? 'ROLLBACK' : 'COMMIT')
    this.timings.judge = seconds(since)
  }

  private async keep(judgement: Judgement, status: 'committed' | 'failed'): Promise<void> {
    if (status === 'committed') await writeRun(this.db, this.row, status)
    await writeCounts(this.db, this.row.id, judgement.datasets)
    await writeChecks(this.db, this.row.id, judgement.checks)
  }

  /** T3 of a run that went well; housekeeping follows, outside the run's transactions. */
  private async close(): Promise<void> {
    await closeRun(this.db, this.row.id, this.timings, this.notes)
    const since = Date.now()
    await retain(this.db, this.request.domain, this.row.at)
    this.timings.retention = seconds(since)
  }

  /** T3 of a run that was refused or failed: what was there before stands, the reason is kept. */
  private async fail(error: unknown): Promise<RunReport> {
    const { db, request } = this
    const refused = error instanceof DeliveryRefused
    const runError = runErrorOf(error)
    await db.exec('ROLLBACK')
    if (!request.dryRun) {
      await db.exec('BEGIN')
      await writeRun(db, this.row, refused ? 'refused' : 'failed', runError)
      if (error instanceof ChecksFailed) await this.keep(error.judgement, 'failed')
      await closeRun(db, this.row.id, this.timings, this.notes)
      await db.exec('COMMIT')
    }
    const exitCode = error instanceof LazaretError ? error.exitCode : 1
    return this.report({ status: refused ? 'refused' : 'failed', error: runError, exitCode })
  }

  private report(
    failure: Pick<RunReport, 'status' | 'error' | 'exitCode'> | undefined,
  ): RunReport {
    return reportOf({
      row: this.row,
      dryRun: this.request.dryRun ?? false,
      files: this.files,
      judgement: this.judgement,
      notes: this.notes,
      timings: this.timings,
      seconds: seconds(this.startedAt.getTime()),
      failure,
    })
  }

  private note(note: string): void {
    this.notes.push(note)
    this.request.onNote?.(note)
  }
}

const seconds = (since: number): number => Math.round(Date.now() - since) / 1000

