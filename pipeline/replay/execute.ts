/**
 * Executes a replay that was asked for: chunk by chunk, parents before children, each chunk one
 * transaction together with what it says of its rows. Killed anywhere, it goes on where it was.
 */
import { LazaretError } from '@/lib/errors'
import { type Plan, planOf } from '../compile/plan'
import type { Domain } from '../declare/schema'
import type { JudgeContext } from '../judge/context'
import { Db } from '../judge/db'
import { lockDomain, lockWrites, unlockDomain } from '../run/lock'
import { runErrorOf } from '../run/record'
import { replayChunk } from './chunk'
import { keepPreview } from './preview'
import { finishReplay, type ReplayRow, readReplay } from './record'

/** Rows per transaction: large enough for set-based work, small enough to show progress. */
export const CHUNK_ROWS = 20_000

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

/**
 * Executes a replay, or goes on with one that was interrupted; a finished one is left alone.
 * @throws ReplayFailed when a check does not hold; the replay's row says so too.
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
    await db.close()
  }
}

class Execution {
  private readonly plans: Plan[]

  constructor(
    private readonly db: Db,
    private readonly domain: Domain,
    private readonly replay: ReplayRow,
    private readonly options: ExecuteOptions,
  ) {
    this.plans = domain.datasets.map((dataset) => planOf(domain, dataset))
  }

  async run(): Promise<void> {
    const { db, replay } = this
    await db.exec(
      `UPDATE quality.replay SET status = 'running', started_at = coalesce(started_at, $2),
        references_run = (SELECT max(id) FROM quality.run WHERE domain = $3 AND status = 'committed')
      WHERE id = $1`,
      [replay.id, this.now(), this.domain.name],
    )
    try {
      if (replay.kind === 'preview') await this.preview()
      else await this.chunks()
    } catch (error) {
      await db.exec('ROLLBACK')
      await finishReplay(db, replay, 'failed', this.now(), runErrorOf(error))
      throw error
    }
  }

  private async chunks(): Promise<void> {
    const { db, replay } = this
    while (true) {
      if (this.options.signal?.aborted || (await this.cancelled())) return
      const plan = await this.nextDataset()
      if (!plan) break
      await db.exec('BEGIN')
      await lockWrites(db, this.domain.name)
      await this.chunk(plan)
      await db.exec('COMMIT')
      await this.options.onChunk?.()
    }
    await finishReplay(db, replay, 'done', this.now())
  }

  /** Everything in one transaction, then rolled back; what it found out is kept. */
  private async preview(): Promise<void> {
    const { db, replay } = this
    await db.exec('BEGIN')
    await lockWrites(db, this.domain.name)
    let plan = await this.nextDataset()
    while (plan) {
      await this.chunk(plan)
      plan = await this.nextDataset()
    }
    await keepPreview(db, replay.id)
    await finishReplay(db, replay, 'done', this.now())
  }

  private async chunk(plan: Plan): Promise<void> {
    const ctx: JudgeContext = {
      db: this.db,
      runId: null,
      replayId: this.replay.id,
      at: this.now(),
      actor: 'replay',
    }
    const checks = await replayChunk({
      ctx,
      domain: this.domain,
      plans: this.plans,
      plan,
      replayId: this.replay.id,
      size: this.options.chunkRows ?? CHUNK_ROWS,
    })
    const failed = checks.filter((c) => !c.ok)
    if (failed.length === 0) return
    const list = failed.map((c) => `${c.name}: expected ${c.expected}, found ${c.found}`).join('; ')
    const sample = failed.flatMap((c) => c.sample ?? []).slice(0, 5)
    throw new ReplayFailed(
      `${list}${sample.length > 0 ? ` (${sample.join(', ')})` : ''}. The chunk was rolled back`,
      3,
    )
  }

  /** The first dataset, parents before children, that has undecided rows. */
  private async nextDataset(): Promise<Plan | undefined> {
    const open = await this.db.rows<{ dataset: string }>(
      'SELECT DISTINCT dataset FROM quality.replay_item WHERE replay_id = $1 AND outcome IS NULL',
      [this.replay.id],
    )
    return this.plans.find((plan) => open.some((o) => o.dataset === plan.dataset.name))
  }

  private async cancelled(): Promise<boolean> {
    const { asked } = await this.db.row<{ asked: boolean }>(
      'SELECT cancel_requested AS asked FROM quality.replay WHERE id = $1',
      [this.replay.id],
    )
    if (!asked) return false
    await this.db.exec(
      `UPDATE quality.replay_item SET outcome = 'skipped', detail = 'cancelled'
      WHERE replay_id = $1 AND outcome IS NULL`,
      [this.replay.id],
    )
    await finishReplay(this.db, this.replay, 'cancelled', this.now())
    return true
  }

  private now(): string {
    return this.replay.as_of?.toISOString() ?? new Date().toISOString()
  }
}
