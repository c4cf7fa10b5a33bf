/** Balance of a chunk, counted from the tables: each row is settled and in Silver, or still waits. */
import { ledgerCheck } from '../check/balance'
import { postConditionChecks } from '../check/post-conditions'
import type { Plan } from '../compile/plan'
import { lit, silverTable } from '../compile/sql'
import type { DatasetWork } from '../judge/context'
import type { CheckOutcome } from '../run/types'
import type { ChunkRequest } from './chunk'

/** @param touched datasets whose Silver the chunk wrote to; their post-conditions must hold. */
export async function chunkChecks(
  request: ChunkRequest,
  work: DatasetWork,
  touched: readonly Plan[],
): Promise<CheckOutcome[]> {
  const { db } = request.ctx
  const checks = [...(await balanceChecks(request, work)), await ledgerCheck(db, request.plan)]
  for (const { dataset } of touched) {
    checks.push(...(await postConditionChecks(db, dataset, { full: false })))
  }
  return checks
}

async function balanceChecks(
  { ctx, plan, replayId }: ChunkRequest,
  { moves }: DatasetWork,
): Promise<CheckOutcome[]> {
  const { name } = plan.dataset
  const silver = silverTable(name)
  const n = await ctx.db.row<Record<string, string>>(`SELECT
    (SELECT count(*) FROM chunk WHERE live) AS live,
    (SELECT count(*) FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
      WHERE c.live AND q.statut = 'SOLDEE' AND q.exit_reason = 'REPLAYED' AND (
        EXISTS (SELECT FROM ${silver} s WHERE s._chave = q.key_hash)
        OR EXISTS (SELECT FROM quality.duplicate d WHERE d.dataset = q.dataset AND d.run_id = q.run_id AND d.n = q.n))) AS settled,
    (SELECT count(*) FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
      WHERE c.live AND q.statut = 'A_TRAITER') AS waiting,
    (SELECT count(*) FROM judged j WHERE EXISTS (SELECT FROM ${silver} s WHERE s._chave = j.key_hash)
      AND EXISTS (SELECT FROM quality.quarantine q WHERE q.dataset = ${lit(name)}
        AND q.key_hash = j.key_hash AND q.statut <> 'SOLDEE')) AS both,
    (SELECT count(*) FROM ${silver}) AS after,
    (SELECT count(*) FROM chunk c LEFT JOIN quality.replay_item i
      ON i.replay_id = ${replayId} AND i.quarantine_id = c.id WHERE i.outcome IS NULL) AS undecided`)
  const outcome = (check: string, expected: number | string, found: number | string) => ({
    name: `${check}.${name}`,
    dataset: name,
    ok: String(expected) === String(found),
    expected: String(expected),
    found: String(found),
  })
  const { silverBefore, entered, withheld, withdrawn } = moves
  return [
    outcome('balance', n.live ?? '', Number(n.settled) + Number(n.waiting)),
    outcome('exclusive', 0, n.both ?? ''),
    outcome('stock', silverBefore + entered - withheld - withdrawn, n.after ?? ''),
    outcome('decided', 0, n.undecided ?? ''),
  ]
}
