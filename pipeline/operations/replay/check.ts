/** Balance of a chunk, counted from the tables: each row is settled and in Silver, or still waits. */
import { live } from '@/lib/shared/quarantine/live'
import { ledgerCheck } from '@/pipeline/engine/check/balance'
import { type CheckOutcome, check } from '@/pipeline/engine/check/outcome'
import { postConditionChecks } from '@/pipeline/engine/check/post-conditions'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { lit, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import type { ReplayRelations } from '@/pipeline/engine/compile/relations'
import type { DatasetWork, EvaluationContext } from '@/pipeline/engine/evaluate/context'

/** What is checked: the chunk of a replay, with the relations that it was evaluated from. */
export interface ChunkState {
  ctx: EvaluationContext
  replayId: number
  /** The requested rows, and all live rows of their keys. */
  relations: Pick<ReplayRelations, 'chunk' | 'evaluated'>
}

/** @param touched datasets whose Silver the chunk wrote to; their post-conditions must hold. */
export async function chunkChecks(
  request: ChunkState,
  work: DatasetWork,
  touched: readonly DatasetPlan[],
): Promise<CheckOutcome[]> {
  const { db } = request.ctx
  const checks = [...(await balanceChecks(request, work)), await ledgerCheck(db, work.plan)]
  for (const plan of touched) {
    checks.push(...(await postConditionChecks(db, plan, { full: false })))
  }
  return checks
}

async function balanceChecks(
  { ctx, replayId, relations: { chunk, evaluated } }: ChunkState,
  { plan, moves }: DatasetWork,
): Promise<CheckOutcome[]> {
  const { name } = plan.dataset
  const silver = silverTable(name)
  const n = await ctx.db.row<Record<string, string>>(`SELECT c.*,
    (SELECT count(*) FROM quality.quarantine q WHERE q.dataset = ${lit(name)} AND ${live('q')}
      AND q.key_hash IN (SELECT key_hash FROM ${evaluated})
      AND EXISTS (SELECT FROM ${silver} s WHERE s.key_hash = q.key_hash)) AS both,
    (SELECT count(*) FROM ${silver}) AS after
    FROM (SELECT count(*) FILTER (WHERE c.open) AS open,
        count(*) FILTER (WHERE c.open AND q.statut = 'SOLDEE' AND q.exit_reason = 'REPLAYED'
          AND (s.key_hash IS NOT NULL OR EXISTS (SELECT FROM quality.duplicate d
            WHERE d.dataset = q.dataset AND d.run_id = q.run_id AND d.n = q.n))) AS settled,
        count(*) FILTER (WHERE c.open AND q.statut = 'A_TRAITER') AS waiting,
        count(*) FILTER (WHERE i.outcome IS NULL) AS undecided
      FROM ${chunk} c
      LEFT JOIN quality.quarantine q ON q.id = c.id
      LEFT JOIN ${silver} s ON s.key_hash = q.key_hash
      LEFT JOIN quality.replay_item i ON i.replay_id = ${replayId} AND i.dataset = ${lit(name)}
        AND i.key_hash = c.key_hash AND i.quarantine_id = c.id) c`)
  const outcome = (what: string, expected: number | string, found: number | string) =>
    check(`${what}.${name}`, name, expected, found)
  const { silverBefore, entered, withheld, withdrawn } = moves
  return [
    outcome('balance', n.open ?? '', Number(n.settled) + Number(n.waiting)),
    outcome('exclusive', 0, n.both ?? ''),
    outcome('stock', silverBefore + entered - withheld - withdrawn, n.after ?? ''),
    outcome('decided', 0, n.undecided ?? ''),
  ]
}
