/**
 * What a declaration has to account for.
 *
 * Silver is fed by a full delivery and by the deltas after it. *Received* are all records that
 * these deliveries brought for the declared dataset, malformed ones too, before any deduplication,
 * counted in Bronze. A record whose key a newer delivery brought again is *superseded*: it is no
 * longer what is to be declared, the newer one is. What is left is **collected**, and each of these
 * records is in one place now:
 *
 *     collected = received − superseded = declared + open + closed + duplicates
 *
 * declared: in Silver, and so in the file · open: live in quarantine, A_TRAITER, by rule · closed:
 * live in quarantine, CLASSEE, by a person · duplicates: documented copies of a record that stands.
 *
 * The left side is counted from Bronze, the right side from the tables where rows end; neither
 * from what a statement said that it did. See docs/decisions/0007-what-is-collected.md.
 */

import type { Db } from '@/lib/shared/db/connection'
import type { SetAside, Universe } from '@/lib/shared/declaration/certificate'
import { live } from '@/lib/shared/quarantine/live'
import { countDelivered } from '@/pipeline/engine/check/balance'
import { type CheckOutcome, check } from '@/pipeline/engine/check/outcome'
import { markMalformedSql, markSql } from '@/pipeline/engine/compile/mark'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { lit, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import { keepDelivered } from '@/pipeline/engine/evaluate/pass'
import { supersede } from '@/pipeline/engine/evaluate/repeats'
import { analyzeRelation, dropRelations } from '@/pipeline/engine/evaluate/temporary'

/**
 * Counts the universe of a dataset inside the caller's transaction, and holds it against itself.
 * @param runs committed deliveries of the dataset since its last full one, that one included.
 */
export async function countUniverse(
  db: Db,
  plan: DatasetPlan,
  runs: readonly number[],
): Promise<{ universe: Universe; checks: CheckOutcome[] }> {
  const { name } = plan.dataset
  await db.exec(markSql(plan, { runs }, true))
  await db.exec(markMalformedSql(plan, runs))
  const superseded = runs.length > 1 ? await supersede(db, plan) : 0
  await keepDelivered({ db }, plan)
  const { delivered } = plan.relations
  await analyzeRelation(db, plan.dialect, delivered, ['key_hash', 'content_hash', '_run', '_n'])
  const standing = await countDelivered(db, plan, runs, superseded)
  await dropRelations(db, plan.dialect, delivered)
  const open_by_rule = await setAside(db, name, 'A_TRAITER')
  const closed_by_rule = await setAside(db, name, 'CLASSEE')
  const total = (list: SetAside[]) => list.reduce((sum, { rows }) => sum + rows, 0)
  const { recorded, keys } = await wholeTables(db, name, runs)
  const { declared } = keys
  const open = total(open_by_rule)
  const closed = total(closed_by_rule)
  const collected = standing.received
  const received = collected + superseded
  const duplicates = standing.duplicates
  const outcome = (what: string, expected: number, found: number) =>
    check(`${what}.${name}`, name, expected, found)
  return {
    universe: {
      received,
      superseded,
      collected,
      declared,
      open,
      open_by_rule,
      closed,
      closed_by_rule,
      duplicates,
      keys,
    },
    checks: [
      outcome('received', recorded, received),
      outcome('completeness', collected, declared + open + closed + duplicates),
      // By row and not only by sum: what stands there is what was collected, and nothing else.
      outcome('standing_silver', declared, standing.silver),
      outcome('standing_quarantine', open + closed, standing.quarantined),
      outcome('exclusive', 0, keys.in_both),
    ],
  }
}

/** Live rows of one state by rule, with their money. */
async function setAside(db: Db, dataset: string, statut: string): Promise<SetAside[]> {
  const rows = await db.rows<{
    rule: string
    rows: string
    amount: Record<string, string> | null
    oldest: Date
  }>(
    `SELECT rule, sum(n) AS rows, min(oldest) AS oldest,
      jsonb_object_agg(currency, amount ORDER BY currency) FILTER (WHERE amount IS NOT NULL) AS amount
    FROM (SELECT rule, coalesce(currency, '') AS currency, count(*) AS n, min(first_seen) AS oldest,
        sum(amount)::text AS amount
      FROM quality.quarantine WHERE dataset = $1 AND statut = $2 GROUP BY 1, 2) c
    GROUP BY rule ORDER BY rule`,
    [dataset, statut],
  )
  return rows.map((r) => ({
    rule: r.rule,
    rows: Number(r.rows),
    amount: r.amount ?? {},
    oldest: r.oldest.toISOString(),
  }))
}

async function wholeTables(db: Db, name: string, runs: readonly number[]) {
  const waiting = `quality.quarantine q WHERE q.dataset = ${lit(name)} AND ${live('q')}`
  const n = await db.row<Record<'declared' | 'set_aside' | 'in_both' | 'recorded', string>>(`SELECT
    (SELECT count(*) FROM ${silverTable(name)}) AS declared,
    (SELECT count(DISTINCT q.key_hash) FROM ${waiting}) AS set_aside,
    (SELECT count(DISTINCT q.key_hash) FROM ${waiting}
      AND EXISTS (SELECT FROM ${silverTable(name)} s WHERE s.key_hash = q.key_hash)) AS in_both,
    (SELECT coalesce(sum(received), 0) FROM quality.run_dataset
      WHERE dataset = ${lit(name)} AND run_id IN (${runs.join(', ')})) AS recorded`)
  const keys = {
    declared: Number(n.declared),
    set_aside: Number(n.set_aside),
    in_both: Number(n.in_both),
  }
  return { recorded: Number(n.recorded), keys }
}
