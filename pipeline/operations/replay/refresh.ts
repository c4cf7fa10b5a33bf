/** Reference states, ready and causes of the rows that a replay judged and of what waits for them. */
import { live } from '@/lib/shared/quarantine/live'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import type { Relation } from '@/pipeline/engine/compile/relations'
import { refreshRoots } from '@/pipeline/engine/evaluate/causes'
import type { EvaluationContext } from '@/pipeline/engine/evaluate/context'
import { refreshWaiting } from '@/pipeline/engine/evaluate/references'
import {
  affects,
  excludePendingReplayItems,
  type RefreshScope,
} from '@/pipeline/engine/evaluate/refresh-scope'
import {
  analyzeRelation,
  createRelation,
  dropRelations,
} from '@/pipeline/engine/evaluate/temporary'

/** Whether any row of the dataset waits that the running replay does not come to. */
async function hasOthers(
  { db }: EvaluationContext,
  plan: DatasetPlan,
  scope: RefreshScope,
): Promise<boolean> {
  const { others } = await db.row<{ others: boolean }>(`SELECT EXISTS (
    SELECT FROM quality.quarantine w WHERE w.dataset = ${lit(plan.dataset.name)}
      AND ${live('w')} AND ${excludePendingReplayItems(scope, plan, 'w')}) AS others`)
  return others
}

/**
 * Refreshes what waits for changed rows. Pending items of the running replay are left out: it
 * evaluates them itself, against their parents as they are then. When each chunk refreshed them all,
 * a chain of orders, invoices and titles took twice the time.
 * @param touched the relation to keep the changed rows in; it is dropped at the end.
 * @param changed query of their `dataset, key_hash`.
 */
export async function refreshAround(
  ctx: EvaluationContext,
  plans: readonly DatasetPlan[],
  touched: Relation,
  changed: string,
  replayId: number,
): Promise<void> {
  const { db } = ctx
  const dialect = postgres
  await createRelation(db, dialect, touched, changed)
  await analyzeRelation(db, dialect, touched)
  const datasets = await db.rows<{ dataset: string }>(`SELECT DISTINCT dataset FROM ${touched}`)
  const scope = { touched, datasets: new Set(datasets.map((d) => d.dataset)), replayId }
  for (const plan of plans) {
    const own = scope.datasets.has(plan.dataset.name)
    if (!own && !plan.references.some((r) => affects(scope, plan, r.parent.name))) continue
    if (!own && !(await hasOthers(ctx, plan, scope))) continue
    await refreshWaiting(ctx, plan, scope)
    await refreshRoots(ctx, plan, scope)
  }
  await dropRelations(db, dialect, touched)
}
