/**
 * Executes a replay that was asked for: chunk by chunk, parents before children, each chunk one
 * transaction together with what it says of its rows. Killed anywhere, it goes on where it was.
 */

import { Db } from '@/lib/shared/db/connection'
import { lockDomain, lockWrites, unlockDomain } from '@/lib/shared/db/turn'
import { LazaretError } from '@/lib/shared/errors'
import { type LastRun, lastRun, notBefore } from '@/lib/shared/ledger/clock'
import { type CheckOutcome, describeChecks, refuseFailed } from '@/pipeline/engine/check/outcome'
import { type DatasetPlan, planDomain } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { replayRelations } from '@/pipeline/engine/compile/relations'
import type { Domain } from '@/pipeline/engine/define/schema'
import { refreshRoots } from '@/pipeline/engine/evaluate/causes'
import type { EvaluationContext } from '@/pipeline/engine/evaluate/context'
import { noteFlags } from '@/pipeline/engine/evaluate/flag-history'
import { historyOf } from '@/pipeline/engine/evaluate/history'
import { refreshWaiting } from '@/pipeline/engine/evaluate/references'
import { lastKeyDate, refreshGold } from '@/pipeline/engine/gold/refresh'
import { runErrorOf } from '@/pipeline/operations/run/record'
import type { RunError } from '@/pipeline/operations/run/types'
import { openItems, replayChunk } from './chunk'
import { type PreviewOutcome, readPreview, writePreview } from './preview'
import { finishReplay, type ReplayRow, readReplay } from './record'

/** Rows per transaction: large enough for set-based work, small enough to show progress. */
const CHUNK_ROWS = 50_000

export interface ExecuteOptions {
  chunkRows?: number
  /** Aborted: ends after the chunk at hand; the replay stays running, for whoever goes on. */
  signal?: AbortSignal
  onNote?(note: string): void
  /** Called after each committed chunk. */
  onChunk?(): void | Promise<void>
}

/** A check of a chunk did not hold: the chunk is rolled back and the replay has failed. */
export class ReplayFailed extends LazaretError {
  override readonly name = 'ReplayFailed'
  readonly reason = 'check'
}

/** Rules changed since the last run: it is for a run to say what moves because of that. */
class RulesChanged extends LazaretError {
  override readonly name = 'RulesChanged'
  readonly reason = 'rules_changed'
}

/**
 * Executes a replay, or goes on with one that was interrupted; a finished one is left alone.
 * @throws ReplayFailed, RulesChanged: the replay's row says so too. An error of a lost connection
 *   leaves the replay running, to be gone on with.
 */
export async function executeReplay(
  url: string,
  domain: Domain,
  replayId: number,
  options: ExecuteOptions = {},
): Promise<void> {
  const db = await Db.open(url)
  try {
    await lockDomain(db, domain.name, true, options.onNote ?? (() => {}))
    const replay = await readReplay(db, replayId)
    if (replay.status === 'queued' || replay.status === 'running') {
      await new Execution(db, domain, replay, options).run()
    }
    await unlockDomain(db, domain.name)
  } finally {
    await db.close().catch(() => {})
  }
}

class Execution {
  private readonly plans: DatasetPlan[]
  private last: LastRun | undefined
  /** Datasets, parents before children, that may have undecided rows, and how far the first is. */
  private readonly left: DatasetPlan[]
  private after: string | undefined
  private readonly relations = replayRelations(postgres)

  constructor(
    private readonly db: Db,
    private readonly domain: Domain,
    private readonly replay: ReplayRow,
    private readonly options: ExecuteOptions,
  ) {
    this.plans = planDomain(domain, postgres)
    this.left = [...this.plans]
  }

  async run(): Promise<void> {
    const { db, replay } = this
    this.last = await lastRun(db, this.domain.name)
    await db.exec(
      `UPDATE quality.replay SET status = 'running', started_at = coalesce(started_at, $2),
        references_run = $3 WHERE id = $1`,
      [replay.id, new Date().toISOString(), this.last?.id ?? null],
    )
    try {
      await this.refuseOtherRules()
      // Frozen a moment ago: without this the planner knows nothing of a replay of 100,000 rows.
      await db.exec(
        'ANALYZE (SKIP_LOCKED) quality.replay_item (replay_id, quarantine_id, dataset, key_hash)',
      )
      if (replay.kind === 'preview') await this.preview()
      else await this.chunks()
    } catch (error) {
      if (await db.isAlive()) await this.fail(runErrorOf(error))
      throw error
    }
  }

  /**
   * Chunks that were committed stay, so Gold follows them; where even that fails, it is said, and the
   * next run brings Gold and what waits up to date.
   */
  private async fail(error: RunError): Promise<void> {
    const { db, replay } = this
    try {
      await this.finish('failed', error)
    } catch {
      await finishReplay(db, replay, 'failed', this.now(), error)
    }
  }

  private async refuseOtherRules(): Promise<void> {
    const history = await historyOf(this.db, this.domain)
    const changed = [...history].filter(([, h]) => h.rulesChanged).map(([name]) => name)
    if (changed.length === 0) return
    throw new RulesChanged(
      `The rules of ${changed.join(', ')} changed since the last run`,
      1,
      {},
      `Run a delivery first, or: npm run pipeline -- rebuild ${this.domain.name}`,
    )
  }

  private async chunks(): Promise<void> {
    const { db } = this
    while (true) {
      if (this.options.signal?.aborted) return
      if (await this.isCancelled()) return this.finish('cancelled')
      const plan = await this.nextDataset()
      if (!plan) break
      await db.transaction(async () => {
        await lockWrites(db, this.domain.name)
        await this.chunk(plan)
      })
      await this.options.onChunk?.()
    }
    await this.finish('done')
  }

  /** Everything in one transaction, then rolled back; what it found out is kept. */
  private async preview(): Promise<void> {
    const { db, replay } = this
    const outcomes = await db.transaction(() => this.previewAll(), { dryRun: true })
    if (!outcomes) return this.finish('cancelled')
    await db.transaction(async () => {
      await writePreview(db, replay.id, outcomes)
      await finishReplay(db, replay, 'done', this.now())
    })
  }

  /** @returns undefined when it was cancelled. */
  private async previewAll(): Promise<PreviewOutcome[] | undefined> {
    await lockWrites(this.db, this.domain.name)
    let plan = await this.nextDataset()
    while (plan) {
      if (await this.isCancelled()) return undefined
      await this.chunk(plan)
      plan = await this.nextDataset()
    }
    return readPreview(this.db, this.replay.id)
  }

  private async chunk(plan: DatasetPlan): Promise<void> {
    const ctx = this.context()
    const { checks, last } = await replayChunk({
      ctx,
      domain: this.domain,
      plans: this.plans,
      plan,
      relations: this.relations,
      replayId: this.replay.id,
      progress: this.replay.kind === 'replay',
      size: this.options.chunkRows ?? CHUNK_ROWS,
      after: this.after,
    })
    this.after = last
    refuseFailed(checks, failure('The chunk was rolled back'))
    if (this.replay.kind === 'replay') await noteFlags(ctx, [plan.dataset])
  }

  /** The first dataset, parents before children, that has undecided rows. */
  private async nextDataset(): Promise<DatasetPlan | undefined> {
    for (const plan of [...this.left]) {
      const { open } = await this.db.row<{ open: boolean }>(`SELECT EXISTS (
        SELECT FROM quality.replay_item i WHERE ${openItems(this.replay.id, plan, this.after)}) AS open`)
      if (open) return plan
      this.left.shift()
      this.after = undefined
    }
    return undefined
  }

  private async isCancelled(): Promise<boolean> {
    const { asked } = await this.db.row<{ asked: boolean }>(
      'SELECT cancel_requested AS asked FROM quality.replay WHERE id = $1',
      [this.replay.id],
    )
    return asked
  }

  /**
   * Ends the replay and, in the same transaction, brings Gold up to date, once: killed before, the
   * replay is still running, and whoever goes on comes here again. A preview has changed nothing.
   */
  private async finish(status: 'done' | 'cancelled' | 'failed', error?: RunError): Promise<void> {
    const { db, domain, replay } = this
    const at = this.now()
    if (replay.kind === 'preview') return finishReplay(db, replay, status, at, error)
    await db.transaction(async () => {
      await lockWrites(db, domain.name)
      if (status !== 'done') await this.refreshRest()
      const keyDate = await lastKeyDate(db, domain.name, at)
      const gold = await refreshGold(db, domain, this.plans, {
        keyDate,
        at,
        runId: null,
        replayId: replay.id,
      })
      refuseFailed(gold?.checks ?? [], failure('Gold was left as it was'))
      await finishReplay(db, replay, status, at, error)
    })
  }

  /**
   * Rows that it will not come to any more learn what became of those that it came to. All that
   * wait are looked at: what moved in between, and for which chunk, nobody remembers.
   */
  private async refreshRest(): Promise<void> {
    const ctx = this.context()
    for (const plan of this.plans) {
      await refreshWaiting(ctx, plan)
      await refreshRoots(ctx, plan)
    }
  }

  private context(): EvaluationContext {
    const { db, replay } = this
    return { db, runId: null, replayId: replay.id, at: this.now(), actor: 'replay' }
  }

  private now(): string {
    return notBefore(this.last, this.replay.as_of ?? new Date()).toISOString()
  }
}

/** Names the checks that do not hold, with some of the keys. */
const failure = (consequence: string) => (failed: readonly CheckOutcome[]) => {
  const sample = failed.flatMap((c) => c.sample ?? []).slice(0, 5)
  const keys = sample.length > 0 ? ` (${sample.join(', ')})` : ''
  return new ReplayFailed(`${describeChecks(failed).join('; ')}${keys}. ${consequence}`, 3)
}
