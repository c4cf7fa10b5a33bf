/** Reference states, ready and causes of the rows that a replay judged and of what waits for them. */
import type { Plan } from '@/pipeline/engine/compile/plan'
import { lit } from '@/pipeline/engine/compile/sql'
import { type Around, concerns, notLater } from '@/pipeline/engine/evaluate/around'
import { refreshRoots } from '@/pipeline/engine/evaluate/causes'
import type { JudgeContext } from '@/pipeline/engine/evaluate/context'
import { refreshWaiting } from '@/pipeline/engine/evaluate/references'

/** Whether any row of the dataset waits that the running replay does not come to. */
async function hasOthers({ db }: JudgeContext, plan: Plan, around: Around): Promise<boolean> {
  const { others } = await db.row<{ others: boolean }>(`SELECT EXISTS (
    SELECT FROM quality.quarantine w WHERE w.dataset = ${lit(plan.dataset.name)}
      AND w.statut <> 'SOLDEE' AND ${notLater(around, plan, 'w')}) AS others`)
  return others
}

/** `(dataset, key_hash)` of rows that changed, for the rows that wait for them. */
const TOUCHED = 'pg_temp.touched'

/**
 * Refreshes around the rows that a query of `dataset, key_hash` gives. Rows that the running replay
 * has yet to come to are left: it judges them itself, against their parents as they are then. When
 * each chunk refreshed them all, a chain of orders, invoices and titles took twice the time.
 */
export async function refreshAround(
  ctx: JudgeContext,
  plans: readonly Plan[],
  changed: string,
  replayId: number,
): Promise<void> {
  const { db } = ctx
  await db.exec(`CREATE TEMP TABLE touched ON COMMIT DROP AS ${changed}`)
  await db.exec(`ANALYZE ${TOUCHED}`)
  const datasets = await db.rows<{ dataset: string }>(`SELECT DISTINCT dataset FROM ${TOUCHED}`)
  const around = { touched: TOUCHED, datasets: new Set(datasets.map((d) => d.dataset)), replayId }
  for (const plan of plans) {
    const own = around.datasets.has(plan.dataset.name)
    if (!own && !plan.references.some((r) => concerns(around, plan, r.parent.name))) continue
    if (!own && !(await hasOthers(ctx, plan, around))) continue
    await refreshWaiting(ctx, plan, around)
    await refreshRoots(ctx, plan, around)
  }
  await db.exec(`DROP TABLE ${TOUCHED}`)
}
