/**
 * One chunk of a replay, inside the caller's transaction: rows of one dataset, judged by the same
 * rules as in a run, against the references as they are now.
 */
import { ledgerCheck } from '../check/balance'
import { postConditionChecks } from '../check/post-conditions'
import { type Plan, tempTables } from '../compile/plan'
import { id, lit, silverTable } from '../compile/sql'
import type { Domain } from '../declare/schema'
import { refreshRoots } from '../judge/causes'
import type { DatasetWork, JudgeContext } from '../judge/context'
import { enrich } from '../judge/enrich'
import { judgeInput, openWork } from '../judge/pass'
import { refreshWaiting } from '../judge/references'
import type { CheckOutcome } from '../run/types'

/** Rows whose parents changed in this chunk, for their children. */
const TOUCHED = 'pg_temp.touched'

export interface ChunkRequest {
  ctx: JudgeContext
  domain: Domain
  plans: readonly Plan[]
  plan: Plan
  replayId: number
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
  await db.exec(`CREATE TEMP TABLE judged ON COMMIT DROP AS
    SELECT q.id, q.key_hash FROM quality.quarantine q
    WHERE q.dataset = ${lit(plan.dataset.name)} AND q.statut <> 'SOLDEE'
      AND q.key_hash IN (SELECT key_hash FROM chunk WHERE live)`)
  await judgeInput(ctx, work, { quarantined: 'SELECT id FROM judged' }, false)
  await db.exec(`DROP TABLE IF EXISTS ${tempTables(plan).mark}, ${tempTables(plan).next}`)
  await noteFailures(request)
  await writeOutcomes(request)
  await refreshChildren(ctx, plans, plan)
  if (leansOnEnrichment(domain, plan)) for (const p of plans) await enrich(ctx, domain, p)
  const checks = [
    ...(await chunkChecks(request, work)),
    await ledgerCheck(db, plan),
    ...(await postConditionChecks(db, plan.dataset, false)),
  ]
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
  await ctx.db.exec(
    `CREATE TEMP TABLE ${TOUCHED.replace('pg_temp.', '')} (dataset text, key_hash uuid) ON COMMIT DROP`,
  )
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

/** Read back from the table, not from what the statements meant to do. */
async function writeOutcomes({ ctx, replayId }: ChunkRequest): Promise<void> {
  await ctx.db.exec(`UPDATE quality.replay_item i SET detail = q.rule,
      outcome = CASE WHEN q.statut = 'SOLDEE' THEN 'settled' ELSE 'still_failing' END
    FROM chunk c LEFT JOIN quality.quarantine q ON q.id = c.id
    WHERE i.replay_id = ${replayId} AND i.quarantine_id = c.id AND c.live`)
}

async function refreshChildren(
  ctx: JudgeContext,
  plans: readonly Plan[],
  plan: Plan,
): Promise<void> {
  await ctx.db.exec(
    `INSERT INTO ${TOUCHED} SELECT DISTINCT ${lit(plan.dataset.name)}, key_hash FROM judged`,
  )
  for (const child of plans) {
    if (child.references.length === 0) continue
    await refreshWaiting(ctx, child, TOUCHED)
    await refreshRoots(ctx, child, TOUCHED)
  }
}

const leansOnEnrichment = (domain: Domain, plan: Plan): boolean =>
  domain.datasets.some((d) =>
    d.enrichments.some((e) => e.from === plan.dataset.name || d.name === plan.dataset.name),
  )

/** Balance of the chunk, from the tables: each row is settled and in Silver, or still waits. */
async function chunkChecks(
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
  return [
    outcome('balance', n.live ?? '', Number(n.settled) + Number(n.waiting)),
    outcome('exclusive', 0, n.both ?? ''),
    outcome(
      'stock',
      moves.silverBefore + moves.entered - moves.withheld - moves.withdrawn,
      n.after ?? '',
    ),
    outcome('decided', 0, n.undecided ?? ''),
  ]
}
