/**
 * What a delivery and a rebuild have in common: the lock, T2 with its checks, and T3, which records
 * how the run ended, whatever happened.
 */

import type { Db } from '@/lib/shared/db/connection'
import { lockDomain, lockWrites, unlockDomain } from '@/lib/shared/db/turn'
import { DeliveryRefused, LazaretError } from '@/lib/shared/errors'
import { describeChecks, failedChecks, refuseFailed } from '@/pipeline/engine/check/outcome'
import { type DatasetPlan, planDomain } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import type { DatasetMode } from '@/pipeline/engine/evaluate/context'
import { noteFlags } from '@/pipeline/engine/evaluate/flag-history'
import { dayOf, type Refreshed, refreshGold } from '@/pipeline/engine/gold/refresh'
import { syncFlags } from '@/pipeline/operations/sync/flags'
import { syncRules } from '@/pipeline/operations/sync/rules'
import { afterRun } from './after-run'
import { type Evaluation, evaluateRun } from './evaluate'
import type { LoadedFile } from './loaded'
import {
  closeRun,
  markInterrupted,
  nextRunId,
  type RunRow,
  runErrorOf,
  writeChecks,
  writeCounts,
  writeRun,
} from './record'
import { reportOf } from './report'
import { retain } from './retention'
import type { RunReport, RunRequest } from './types'

/** A check did not hold; the transaction is rolled back and what was there before stands. */
class ChecksFailed extends LazaretError {
  override readonly name = 'ChecksFailed'
  readonly reason: string
  constructor(readonly evaluation: Evaluation) {
    const failed = failedChecks(evaluation.checks)
    super(
      `${describeChecks(failed).join('; ')}. Nothing was changed`,
      3,
      {},
      'Sample keys are kept with the run',
    )
    this.reason = failed[0]?.name.split('.')[0] ?? 'check'
  }
}

export type SessionRequest = Pick<
  RunRequest,
  'domain' | 'dryRun' | 'wait' | 'onCommit' | 'onProgress' | 'onNote'
>

/** What T2 is to evaluate. */
export interface Delivered {
  rebuild: boolean
  modeOf(dataset: Dataset): DatasetMode
  readerCount(dataset: Dataset): number | undefined
}

export class RunSession {
  readonly startedAt = new Date()
  /** Seconds of each phase, for the record. */
  private readonly timings: Record<string, number> = {}
  private loadedFiles: readonly LoadedFile[] = []
  private readonly notes: string[] = []
  private readonly plans: readonly DatasetPlan[]
  private evaluation: Evaluation | undefined
  private gold: Refreshed | undefined
  /** How far T2 came. */
  private stage: 'open' | 'committing' | 'committed' = 'open'

  constructor(
    readonly db: Db,
    readonly request: SessionRequest,
    /** The run's record; the id is handed out by `execute`. */
    private readonly record: RunRow,
  ) {
    this.plans = planDomain(request.domain, postgres)
  }

  get row(): Readonly<RunRow> {
    return this.record
  }

  get files(): readonly LoadedFile[] {
    return this.loadedFiles
  }

  /** What the delivery says about itself. */
  identify(row: Pick<RunRow, 'mode' | 'sequence' | 'at'>): void {
    Object.assign(this.record, row)
  }

  /** The key date of Gold, unless one was asked for. */
  suggestKeyDate(keyDate: string): void {
    this.record.keyDate ??= keyDate
  }

  /** What T1 loaded, and when it began (milliseconds since 1970). */
  loaded(files: readonly LoadedFile[], since: number): void {
    this.loadedFiles = files
    this.timings.load = secondsSince(since)
  }

  get domain(): Domain {
    return this.request.domain
  }

  /** Does the steps and records how they ended. Never throws for a refused or failed run. */
  async execute(steps: () => Promise<void>): Promise<RunReport> {
    this.record.id = await nextRunId(this.db)
    try {
      await steps()
    } catch (error) {
      return await this.fail(error)
    }
    try {
      if (!this.request.dryRun) await this.close()
      await unlockDomain(this.db, this.domain.name)
    } catch (error) {
      throw this.cutShort(error)
    }
    return this.report(undefined)
  }

  /** Takes the domain's lock; runs that died holding it are marked. */
  async lock(): Promise<void> {
    const { dryRun, wait } = this.request
    await lockDomain(this.db, this.domain.name, wait ?? true, (n) => this.note(n))
    if (!dryRun) await markInterrupted(this.db, this.domain.name)
  }

  /** The steps that write. In a dry run all of them are one transaction, of which nothing remains. */
  async write(steps: () => Promise<void>): Promise<void> {
    if (this.request.dryRun) await this.db.transaction(steps, { dryRun: true })
    else await steps()
  }

  /**
   * T2.
   * @throws ChecksFailed, DeliveryRefused (shrink)
   */
  async evaluate(delivered: Delivered): Promise<void> {
    const since = Date.now()
    await this.db.transaction(() => this.evaluateAndKeep(delivered))
    if (!this.request.dryRun) this.stage = 'committed'
    this.timings.judge = Math.round((secondsSince(since) - (this.timings.gold ?? 0)) * 1000) / 1000
  }

  private async evaluateAndKeep(delivered: Delivered): Promise<void> {
    const { db, request } = this
    const steps = this.domain.datasets.length + 1
    let step = 0
    await lockWrites(db, this.domain.name)
    await syncRules(db, this.domain)
    await syncFlags(db, this.domain)
    const evaluation = await evaluateRun(db, {
      ...delivered,
      domain: this.domain,
      plans: this.plans,
      runId: this.row.id,
      at: this.row.at,
      acceptShrink: this.row.acceptShrink,
      onStep: (label) => {
        request.onProgress?.({
          phase: 'judge',
          label,
          done: Math.min(1, 0.4 + (0.6 * step) / steps),
        })
        step += 1
      },
    })
    for (const note of evaluation.notes) this.note(note)
    this.evaluation = evaluation
    const failure = () => new ChecksFailed(evaluation)
    refuseFailed(evaluation.checks, failure)
    await this.refresh(evaluation)
    refuseFailed(evaluation.checks, failure)
    await writeRun(db, this.row, 'committed')
    await this.keep(evaluation)
    await noteFlags({ db, at: this.row.at, runId: this.row.id }, this.domain.datasets)
    if (request.dryRun) return
    await request.onCommit?.(db, this.row)
    this.stage = 'committing'
  }

  /** Gold of what was judged, in the same transaction; its checks are checks of the run. */
  private async refresh(evaluation: Evaluation): Promise<void> {
    const { db, record } = this
    const { at, id: runId } = record
    const keyDate = record.keyDate ?? (await dayOf(db, at))
    record.keyDate = keyDate
    this.gold = await refreshGold(db, this.domain, this.plans, { keyDate, at, runId })
    if (!this.gold) return
    evaluation.checks.push(...this.gold.checks)
    this.timings.gold = this.gold.seconds
  }

  note(note: string): void {
    this.notes.push(note)
    this.request.onNote?.(note)
  }

  private async keep(evaluation: Evaluation): Promise<void> {
    await writeCounts(this.db, this.row.id, evaluation.datasets)
    await writeChecks(this.db, this.row.id, evaluation.checks)
  }

  /** T3 of a run that went well; housekeeping follows, outside the run's transactions. */
  private async close(): Promise<void> {
    await afterRun(this.db, this.row, (note) => this.note(note))
    await closeRun(this.db, this.row.id, this.timings, this.notes)
    const since = Date.now()
    await retain(this.db, this.domain, this.row.at)
    this.timings.retention = secondsSince(since)
  }

  /** T3 of a run that was refused or failed: what was there before stands, the reason is kept. */
  private async fail(error: unknown): Promise<RunReport> {
    const { db, request } = this
    const refused = error instanceof DeliveryRefused
    const runError = runErrorOf(error)
    // The connection is gone, and the server has rolled back.
    if (!(await db.isAlive())) throw this.cutShort(error)
    if (!request.dryRun) {
      await db.transaction(async () => {
        await writeRun(db, this.row, refused ? 'refused' : 'failed', runError)
        if (error instanceof ChecksFailed) await this.keep(error.evaluation)
        await closeRun(db, this.row.id, this.timings, this.notes)
      })
    }
    const exitCode = error instanceof LazaretError ? error.exitCode : 1
    return this.report({ status: refused ? 'refused' : 'failed', error: runError, exitCode })
  }

  /** What is certain when neither the run nor its record could be ended. */
  private cutShort(error: unknown): LazaretError {
    const { id } = this.row
    const why = error instanceof Error ? error.message : String(error)
    const lost = `The connection to the database was lost (${why})`
    const hint = 'Run it again when the database answers'
    if (this.stage === 'open') return new LazaretError(`${lost}; nothing was changed`, 1, {}, hint)
    if (this.stage === 'committed') {
      return new LazaretError(`Run ${id} is committed, but its end could not be recorded: ${why}`)
    }
    return new LazaretError(`${lost} while run ${id} was being committed`, 1, {}, hint)
  }

  private report(failure: Pick<RunReport, 'status' | 'error' | 'exitCode'> | undefined): RunReport {
    return reportOf({
      row: this.row,
      dryRun: this.request.dryRun ?? false,
      files: this.files,
      evaluation: this.evaluation,
      gold: this.gold,
      notes: this.notes,
      timings: this.timings,
      seconds: secondsSince(this.startedAt.getTime()),
      failure,
    })
  }
}

/** Seconds since a moment, to the millisecond. */
export const secondsSince = (moment: number): number => Math.round(Date.now() - moment) / 1000
