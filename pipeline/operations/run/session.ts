/**
 * What a delivery and a rebuild have in common: the lock, T2 with its checks, and T3, which records
 * how the run ended, whatever happened.
 */

import type { Db } from '@/lib/shared/db/connection'
import { repeated } from '@/lib/shared/db/repeated'
import { lockDomain, lockWrites, unlockDomain } from '@/lib/shared/db/turn'
import { DeliveryRefused, LazaretError } from '@/lib/shared/errors'
import { describeChecks, failedChecks, refuseFailed } from '@/pipeline/engine/check/outcome'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import { noteFlags } from '@/pipeline/engine/evaluate/flag-history'
import { dayOf, type Refreshed, refreshGold } from '@/pipeline/engine/gold/refresh'
import { syncFlags } from '@/pipeline/operations/sync/flags'
import { syncRules } from '@/pipeline/operations/sync/rules'
import { afterRun } from './after-run'
import { type DatasetMode, type Judgement, judge } from './evaluate'
import type { LoadedFile } from './loaded'
import { AlreadyCommitted } from './order'
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
import { dropUncommitted, retain } from './retention'
import type { RunReport, RunRequest } from './types'

/** A check did not hold; the transaction is rolled back and what was there before stands. */
class ChecksFailed extends LazaretError {
  override readonly name = 'ChecksFailed'
  readonly reason: string
  constructor(readonly judgement: Judgement) {
    const failed = failedChecks(judgement.checks)
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

/** What T2 is asked to judge. */
export interface Brought {
  rebuild: boolean
  modeOf(dataset: Dataset): DatasetMode
  readerCount(dataset: Dataset): number | undefined
}

export class RunSession {
  readonly startedAt = new Date()
  readonly timings: Record<string, number> = {}
  files: LoadedFile[] = []
  private readonly notes: string[] = []
  private judgement: Judgement | undefined
  private gold: Refreshed | undefined
  /** How far T2 came. */
  private stage: 'open' | 'committing' | 'committed' = 'open'

  constructor(
    readonly db: Db,
    readonly request: SessionRequest,
    /** The run's record; the id is handed out by `execute`. */
    readonly row: RunRow,
  ) {}

  get domain(): Domain {
    return this.request.domain
  }

  /** Does the steps and records how they ended. Never throws for a refused or failed run. */
  async execute(steps: () => Promise<void>): Promise<RunReport> {
    this.row.id = await nextRunId(this.db)
    try {
      await steps()
    } catch (error) {
      return error instanceof AlreadyCommitted ? await this.known(error) : await this.fail(error)
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
    if (dryRun) return
    const interrupted = await markInterrupted(this.db, this.domain.name)
    await dropUncommitted(this.db, this.domain, interrupted)
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
  async judge(brought: Brought): Promise<void> {
    const since = Date.now()
    const t2 = () => this.db.transaction(() => this.judgeAndKeep(brought))
    // A dry run is one transaction from the beginning: it cannot be begun again here.
    if (this.request.dryRun) await t2()
    else await repeated(t2, (why) => this.note(`${why}; judging once more`))
    if (!this.request.dryRun) this.stage = 'committed'
    this.timings.judge = Math.round((secondsSince(since) - (this.timings.gold ?? 0)) * 1000) / 1000
  }

  private async judgeAndKeep(brought: Brought): Promise<void> {
    const { db, request } = this
    const steps = this.domain.datasets.length + 1
    let step = 0
    await lockWrites(db, this.domain.name)
    await syncRules(db, this.domain)
    await syncFlags(db, this.domain)
    const judgement = await judge(db, {
      ...brought,
      domain: this.domain,
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
    for (const note of judgement.notes) this.note(note)
    this.judgement = judgement
    const failure = () => new ChecksFailed(judgement)
    refuseFailed(judgement.checks, failure)
    await this.refresh(judgement)
    refuseFailed(judgement.checks, failure)
    await writeRun(db, this.row, 'committed')
    await this.keep(judgement)
    await noteFlags({ db, at: this.row.at, runId: this.row.id }, this.domain.datasets)
    if (request.dryRun) return
    await request.onCommit?.(db, this.row)
    this.stage = 'committing'
  }

  /** Gold of what was judged, in the same transaction; its checks are checks of the run. */
  private async refresh(judgement: Judgement): Promise<void> {
    const { db, row } = this
    row.keyDate ??= await dayOf(db, row.at)
    const { keyDate, at, id: runId } = row
    this.gold = await refreshGold(db, this.domain, { keyDate, at, runId })
    if (!this.gold) return
    judgement.checks.push(...this.gold.checks)
    this.timings.gold = this.gold.seconds
  }

  note(note: string): void {
    this.notes.push(note)
    this.request.onNote?.(note)
  }

  private async keep(judgement: Judgement): Promise<void> {
    await writeCounts(this.db, this.row.id, judgement.datasets)
    await writeChecks(this.db, this.row.id, judgement.checks)
  }

  /** T3 of a run that went well; housekeeping follows, outside the run's transactions. */
  private async close(): Promise<void> {
    await afterRun(this.db, this.row, (note) => this.note(note))
    await closeRun(this.db, this.row.id, this.timings, this.notes)
    const since = Date.now()
    await retain(this.db, this.domain, this.row.at)
    this.timings.retention = secondsSince(since)
  }

  /** Nothing is written, and nothing is wrong: the delivery is where it belongs. */
  private async known({ run, message }: AlreadyCommitted): Promise<RunReport> {
    this.note(message)
    await unlockDomain(this.db, this.domain.name)
    return { ...this.report(undefined), run, status: 'repeated' }
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
        if (error instanceof ChecksFailed) await this.keep(error.judgement)
        await closeRun(db, this.row.id, this.timings, this.notes)
      })
      await this.forgetBronze()
    }
    const exitCode = error instanceof LazaretError ? error.exitCode : 1
    return this.report({ status: refused ? 'refused' : 'failed', error: runError, exitCode })
  }

  /** Housekeeping: that it fails is no news beside why the run did. */
  private async forgetBronze(): Promise<void> {
    if (this.files.length === 0) return
    await dropUncommitted(this.db, this.domain, [this.row.id]).catch((error: Error) =>
      this.request.onNote?.(`Bronze of run ${this.row.id} could not be dropped: ${error.message}`),
    )
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
      judgement: this.judgement,
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
