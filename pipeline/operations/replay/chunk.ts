/**
 * One chunk of a replay, inside the caller's transaction: rows of one dataset, judged by the same
 * rules as in a run, against the references as they are now.
 */

import { insertEventsSql, stockSql } from '@/lib/shared/ledger/events'
import { live } from '@/lib/shared/quarantine/live'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { lit, textArray } from '@/pipeline/engine/compile/postgres/quoting'
import type { ReplayRelations } from '@/pipeline/engine/compile/relations'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { EvaluationContext } from '@/pipeline/engine/evaluate/context'
import { enrich } from '@/pipeline/engine/evaluate/enrich'
import { evaluateInput, openWork } from '@/pipeline/engine/evaluate/pass'
import { repeatCodes } from '@/pipeline/engine/evaluate/repeats'
import {
  analyzeRelation,
  createRelation,
  dropRelations,
} from '@/pipeline/engine/evaluate/temporary'
import { chunkChecks } from './check'
import { refreshAround } from './refresh'

export interface ChunkRequest {
  ctx: EvaluationContext
  domain: Domain
  plans: readonly DatasetPlan[]
  plan: DatasetPlan
  relations: ReplayRelations
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

/** Evaluates the next open rows of one dataset and writes what became of each. */
export async function replayChunk(request: ChunkRequest): Promise<ChunkResult> {
  const { ctx, plan, plans, domain, relations, replayId } = request
  const { dialect } = plan
  const { chunk, evaluated, touched } = relations
  const { db } = ctx
  const last = await takeRows(request)
  const work = await openWork(ctx, plan)
  // Rows of one key are evaluated together, those that nobody asked for included: alone, each image
  // of an ambiguous key would look valid.
  await createRelation(
    db,
    dialect,
    evaluated,
    `SELECT q.id, q.key_hash, (q.rule || q.other_rules) && ${textArray(repeatCodes(plan))} AS repeats
    FROM quality.quarantine q WHERE q.dataset = ${lit(plan.dataset.name)} AND ${live('q')}
      AND q.key_hash IN (SELECT key_hash FROM ${chunk} WHERE open)`,
  )
  await analyzeRelation(db, dialect, evaluated)
  const { repeats } = await db.row<{ repeats: boolean | null }>(
    `SELECT bool_or(repeats) AS repeats FROM ${evaluated}`,
  )
  const rows = { quarantined: `SELECT id FROM ${evaluated}`, repeats: repeats ?? false }
  await evaluateInput(ctx, work, rows, false)
  await dropRelations(db, dialect, plan.relations.marked, plan.relations.matched)
  // Of all rows of the chunk: one that was closed meanwhile is not evaluated, and its turn has come.
  const taken = `SELECT DISTINCT ${lit(plan.dataset.name)} AS dataset, key_hash FROM ${chunk}`
  await refreshAround(ctx, plans, touched, taken, replayId)
  await writeOutcomes(request)
  const filled = plans.filter((p) => isFilledBy(p, plan))
  for (const p of filled) await enrich(ctx, domain, p)
  const checks = await chunkChecks(request, work, [...new Set([plan, ...filled])])
  await dropRelations(db, dialect, chunk, evaluated, plan.relations.removed)
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
  relations,
  replayId,
  size,
  after,
}: ChunkRequest): Promise<string | undefined> {
  const open = openItems(replayId, plan, after)
  const [end] = await ctx.db.rows<{ last: string }>(`SELECT key_hash AS last FROM (
      SELECT i.key_hash FROM quality.replay_item i WHERE ${open} ORDER BY i.key_hash LIMIT ${size}
    ) first_keys ORDER BY key_hash DESC LIMIT 1`)
  await createRelation(
    ctx.db,
    plan.dialect,
    relations.chunk,
    `SELECT i.quarantine_id AS id, i.key_hash, q.statut = 'A_TRAITER' AS open,
      CASE q.statut WHEN 'A_TRAITER' THEN NULL WHEN 'CLASSEE' THEN 'closed' ELSE 'superseded' END AS why
    FROM quality.replay_item i LEFT JOIN quality.quarantine q ON q.id = i.quarantine_id
    WHERE ${open} AND i.key_hash <= ${lit(end?.last)}::uuid`,
  )
  await analyzeRelation(ctx.db, plan.dialect, relations.chunk)
  return end?.last
}

/** SQL that is true for the undecided rows `i` of a replay that follow a key. */
export function openItems(replayId: number, plan: DatasetPlan, after: string | undefined): string {
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
  relations,
  replayId,
  progress,
  after,
}: ChunkRequest): Promise<void> {
  const count = (outcome: string) =>
    `(SELECT count(*) FROM decided WHERE outcome = ${lit(outcome)})`
  await ctx.db.exec(`WITH decided AS (
      UPDATE quality.replay_item i SET detail = CASE WHEN c.open THEN q.rule ELSE c.why END,
        outcome = CASE WHEN NOT c.open THEN 'skipped' WHEN q.statut = 'SOLDEE' THEN 'settled'
          ELSE 'still_failing' END
      FROM ${relations.chunk} c LEFT JOIN quality.quarantine q ON q.id = c.id
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
const isFilledBy = (other: DatasetPlan, plan: DatasetPlan): boolean =>
  other.dataset.enrichments.some((e) => other === plan || e.from === plan.dataset.name)
