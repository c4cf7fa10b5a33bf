/**
 * One chunk of a replay, inside the caller's transaction: rows of one dataset, judged by the same
 * rules as in a run, against the references as they are now.
 */

import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import { type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { id, lit, textArray } from '@/pipeline/engine/compile/sql'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { JudgeContext } from '@/pipeline/engine/evaluate/context'
import { enrich } from '@/pipeline/engine/evaluate/enrich'
import { judgeInput, openWork } from '@/pipeline/engine/evaluate/pass'
import { repeatCodes } from '@/pipeline/engine/evaluate/repeats'
import { chunkChecks } from './check'
import { refreshAround } from './refresh'

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
  /** The rows up to this key are decided. */
  after: string | undefined
}

export interface ChunkResult {
  /** The caller rolls back when one of them does not hold. */
  checks: CheckOutcome[]
  /** The last key of the chunk. */
  last: string | undefined
}

/** Judges the next open rows of one dataset and writes what became of each. */
export async function replayChunk(request: ChunkRequest): Promise<ChunkResult> {
  const { ctx, plan, plans, domain, replayId } = request
  const { db } = ctx
  const last = await takeRows(request)
  const work = await openWork(ctx, plan)
  // Rows of one key are judged together, those that nobody asked for included: alone, each image
  // of an ambiguous key would look valid.
  await db.exec(`CREATE TEMP TABLE judged ON COMMIT DROP AS
    SELECT q.id, q.key_hash, (q.rule || q.other_rules) && ${textArray(repeatCodes(plan))} AS repeats
    FROM quality.quarantine q WHERE q.dataset = ${lit(plan.dataset.name)} AND q.statut <> 'SOLDEE'
      AND q.key_hash IN (SELECT key_hash FROM chunk WHERE live)`)
  await db.exec('ANALYZE judged')
  const { repeats } = await db.row<{ repeats: boolean | null }>(
    'SELECT bool_or(repeats) AS repeats FROM judged',
  )
  const rows = { quarantined: 'SELECT id FROM judged', repeats: repeats ?? false }
  await judgeInput(ctx, work, rows, false)
  await db.exec(`DROP TABLE IF EXISTS ${tempTables(plan).mark}, ${tempTables(plan).next}`)
  // Of all rows of the chunk: one that was closed meanwhile is not judged, and its turn has come.
  const taken = `SELECT DISTINCT ${lit(plan.dataset.name)} AS dataset, key_hash FROM chunk`
  await refreshAround(ctx, plans, taken, replayId)
  await writeOutcomes(request)
  const filled = plans.filter((p) => isFilledBy(p, plan))
  for (const p of filled) await enrich(ctx, domain, p)
  const checks = await chunkChecks(request, work, [...new Set([plan, ...filled])])
  await db.exec(`DROP TABLE chunk, judged, ${id(`gone_${plan.dataset.name}`)}`)
  return { checks, last }
}

/**
 * The next rows by key; the rows of the last key come along whole. Those that are no longer open
 * are skipped, and say why.
 * @returns the last key.
 */
async function takeRows({
  ctx,
  plan,
  replayId,
  size,
  after,
}: ChunkRequest): Promise<string | undefined> {
  const open = openItems(replayId, plan, after)
  const [end] = await ctx.db.rows<{ last: string }>(`SELECT key_hash AS last FROM (
      SELECT i.key_hash FROM quality.replay_item i WHERE ${open} ORDER BY i.key_hash LIMIT ${size}
    ) first_keys ORDER BY key_hash DESC LIMIT 1`)
  await ctx.db.exec(`CREATE TEMP TABLE chunk ON COMMIT DROP AS
    SELECT i.quarantine_id AS id, i.key_hash, q.statut = 'A_TRAITER' AS live,
      CASE q.statut WHEN 'A_TRAITER' THEN NULL WHEN 'CLASSEE' THEN 'closed' ELSE 'superseded' END AS why
    FROM quality.replay_item i LEFT JOIN quality.quarantine q ON q.id = i.quarantine_id
    WHERE ${open} AND i.key_hash <= ${lit(end?.last)}::uuid`)
  await ctx.db.exec('ANALYZE chunk')
  return end?.last
}

/** SQL that is true for the undecided rows `i` of a replay that follow a key. */
export function openItems(replayId: number, plan: Plan, after: string | undefined): string {
  const follows = after === undefined ? '' : ` AND i.key_hash > ${lit(after)}::uuid`
  return `i.replay_id = ${replayId} AND i.dataset = ${lit(plan.dataset.name)} AND i.outcome IS NULL${follows}`
}

/**
 * Read back from the table, not from what the statements meant to do. Of open rows that stay, the
 * attempt is part of their history; the progress follows.
 */
async function writeOutcomes({
  ctx,
  plan,
  replayId,
  progress,
  after,
}: ChunkRequest): Promise<void> {
  const count = (outcome: string) =>
    `(SELECT count(*) FROM decided WHERE outcome = ${lit(outcome)})`
  await ctx.db.exec(`WITH decided AS (
      UPDATE quality.replay_item i SET detail = CASE WHEN c.live THEN q.rule ELSE c.why END,
        outcome = CASE WHEN NOT c.live THEN 'skipped' WHEN q.statut = 'SOLDEE' THEN 'settled'
          ELSE 'still_failing' END
      FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
      WHERE i.key_hash = c.key_hash AND i.quarantine_id = c.id AND ${openItems(replayId, plan, after)}
      RETURNING i.quarantine_id, i.outcome
    ), noted AS (
      ${insertEventsSql([
        {
          kind: 'REPLAY_FAILED',
          row: 'q.id',
          at: lit(ctx.at),
          actor: `'replay'`,
          replay: String(replayId),
          dataset: lit(plan.dataset.name),
          after: stockSql('q', 'false'),
          from: `decided d LEFT JOIN quality.quarantine q ON q.id = d.quarantine_id
            WHERE d.outcome = 'still_failing' AND q.statut = 'A_TRAITER'`,
        },
      ])}
    )
    UPDATE quality.replay p SET settled = p.settled + ${count('settled')},
      still_failing = p.still_failing + ${count('still_failing')},
      skipped = p.skipped + ${count('skipped')}
    WHERE p.id = ${replayId} AND ${lit(progress)}`)
}

/** New rows of `plan` are to be enriched themselves, or enrich others. */
const isFilledBy = (other: Plan, plan: Plan): boolean =>
  other.dataset.enrichments.some((e) => other === plan || e.from === plan.dataset.name)
