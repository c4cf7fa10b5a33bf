/**
 * One chunk of a replay, inside the caller's transaction: rows of one dataset, judged by the same
 * rules as in a run, against the references as they are now.
 */
import { type Plan, tempTables } from '../compile/plan'
import { id, lit } from '../compile/sql'
import type { Domain } from '../declare/schema'
import { refreshRoots } from '../judge/causes'
import type { JudgeContext } from '../judge/context'
import { enrich } from '../judge/enrich'
import { judgeInput, openWork } from '../judge/pass'
import { refreshWaiting } from '../judge/references'
import type { CheckOutcome } from '../run/types'
import { chunkChecks } from './check'

/** `(dataset, key_hash)` of rows that this chunk changed, for the rows that wait for them. */
const TOUCHED = 'pg_temp.touched'

export interface ChunkRequest {
  ctx: JudgeContext
  domain: Domain
  plans: readonly Plan[]
  plan: Plan
  replayId: number
  /** Whether the replay's row shows how far it is; it is locked until the transaction ends. */
  progress: boolean
  /** Rows at most; the rows of one key stay together. */
  size: number
}

/**
 * Judges the next open rows of one dataset and writes what became of each.
 * @returns the checks of the chunk; the caller rolls back when one does not hold.
 */
export async function replayChunk(request: ChunkRequest): Promise<CheckOutcome[]> {
  const { ctx, plan, plans, domain } = request
  const { db } = ctx
  await takeRows(request)
  await skipMoved(request)
  const work = await openWork(ctx, plan)
  // Rows of one key are judged together, those that nobody asked for included: alone, each image
  // of an ambiguous key would look valid.
  await db.exec(`CREATE TEMP TABLE judged ON COMMIT DROP AS
    SELECT q.id, q.key_hash FROM quality.quarantine q
    WHERE q.dataset = ${lit(plan.dataset.name)} AND q.statut <> 'SOLDEE'
      AND q.key_hash IN (SELECT key_hash FROM chunk WHERE live)`)
  await db.exec('ANALYZE judged')
  await judgeInput(ctx, work, { quarantined: 'SELECT id FROM judged' }, false)
  await db.exec(`DROP TABLE IF EXISTS ${tempTables(plan).mark}, ${tempTables(plan).next}`)
  await refreshAround(ctx, plans, plan)
  await noteFailures(request)
  await writeOutcomes(request)
  const filled = plans.filter((p) => isFilledBy(p, plan))
  for (const p of filled) await enrich(ctx, domain, p)
  const checks = await chunkChecks(request, work, [...new Set([plan, ...filled])])
  await db.exec(`DROP TABLE chunk, judged, ${TOUCHED}, ${id(`gone_${plan.dataset.name}`)}`)
  return checks
}

/** The next rows by key; the rows of the last key come along whole. */
async function takeRows({ ctx, plan, replayId, size }: ChunkRequest): Promise<void> {
  const open = `i.replay_id = ${replayId} AND i.dataset = ${lit(plan.dataset.name)} AND i.outcome IS NULL`
  await ctx.db.exec(`CREATE TEMP TABLE chunk ON COMMIT DROP AS
    SELECT i.quarantine_id AS id, i.key_hash, true AS live FROM quality.replay_item i
    WHERE ${open} AND i.key_hash <= (SELECT key_hash FROM (
      SELECT i.key_hash FROM quality.replay_item i WHERE ${open} ORDER BY i.key_hash LIMIT ${size}
    ) first_keys ORDER BY key_hash DESC LIMIT 1)`)
  await ctx.db.exec('ANALYZE chunk')
  await ctx.db.exec('CREATE TEMP TABLE touched (dataset text, key_hash uuid) ON COMMIT DROP')
}

/** Rows that are no longer open are skipped, and said so. */
async function skipMoved({ ctx, replayId }: ChunkRequest): Promise<void> {
  await ctx.db.exec(`UPDATE chunk c SET live = false FROM quality.quarantine q
    WHERE q.id = c.id AND q.statut <> 'A_TRAITER'`)
  await ctx.db.exec(`UPDATE quality.replay_item i SET outcome = 'skipped',
      detail = CASE q.statut WHEN 'CLASSEE' THEN 'closed' ELSE 'superseded' END
    FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
    WHERE i.replay_id = ${replayId} AND i.quarantine_id = c.id AND NOT c.live`)
}

/** Open rows that stay: the attempt is part of their history. */
async function noteFailures({ ctx, plan, replayId }: ChunkRequest): Promise<void> {
  await ctx.db.exec(`INSERT INTO quality.quarantine_event (quarantine_id, at, kind, actor, replay_id,
      dataset, open_from, rule_from, open_to, rule, currency, amount)
    SELECT q.id, ${lit(ctx.at)}::timestamptz, 'REPLAY_FAILED', 'replay', ${replayId},
      ${lit(plan.dataset.name)}, false, NULL, false, q.rule, q.currency, q.amount
    FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
    WHERE c.live AND q.statut = 'A_TRAITER'`)
}

/** Read back from the table, not from what the statements meant to do; the progress follows. */
async function writeOutcomes({ ctx, replayId, progress }: ChunkRequest): Promise<void> {
  await ctx.db.exec(`UPDATE quality.replay_item i SET detail = q.rule,
      outcome = CASE WHEN q.statut = 'SOLDEE' THEN 'settled' ELSE 'still_failing' END
    FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
    WHERE i.replay_id = ${replayId} AND i.quarantine_id = c.id AND c.live`)
  if (!progress) return
  await ctx.db.exec(`UPDATE quality.replay p SET settled = p.settled + n.settled,
      still_failing = p.still_failing + n.failing, skipped = p.skipped + n.skipped
    FROM (SELECT count(*) FILTER (WHERE i.outcome = 'settled') AS settled,
        count(*) FILTER (WHERE i.outcome = 'still_failing') AS failing,
        count(*) FILTER (WHERE i.outcome = 'skipped') AS skipped
      FROM chunk c LEFT JOIN quality.replay_item i
        ON i.replay_id = ${replayId} AND i.quarantine_id = c.id) n
    WHERE p.id = ${replayId}`)
}

/** Reference states, ready and causes of the judged rows that stay and of what waits for them. */
async function refreshAround(ctx: JudgeContext, plans: readonly Plan[], plan: Plan): Promise<void> {
  await ctx.db.exec(
    `INSERT INTO ${TOUCHED} SELECT DISTINCT ${lit(plan.dataset.name)}, key_hash FROM judged`,
  )
  for (const p of plans) {
    if (p.references.length === 0) continue
    await refreshWaiting(ctx, p, TOUCHED)
    await refreshRoots(ctx, p, TOUCHED)
  }
}

/** New rows of `plan` are to be enriched themselves, or enrich others. */
const isFilledBy = (other: Plan, plan: Plan): boolean =>
  other.dataset.enrichments.some((e) => other === plan || e.from === plan.dataset.name)
