/** The scope of an incremental refresh of waiting rows: what changed, and what waits for it. */
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import type { Relation } from '@/pipeline/engine/compile/relations'

export interface RefreshScope {
  /**
   * `(dataset, key_hash)` of changed rows. Only those rows and the ones that wait for them are
   * refreshed; rows that the refresh changes are added, for their own children.
   */
  touched: Relation
  /** The datasets in `touched`; datasets of added rows are added here, too. */
  datasets: Set<string>
  /** The running replay. It evaluates its pending items itself, so the refresh leaves them out. */
  replayId: number
}

/** Whether changed rows may affect a dataset's references to `parent`. */
export const affects = ({ datasets }: RefreshScope, plan: DatasetPlan, parent: string): boolean =>
  datasets.has(plan.dataset.name) || datasets.has(parent)

/** SQL that is true for a quarantined row (an alias) that is no pending item of the running replay. */
export const excludePendingReplayItems = (
  { replayId }: RefreshScope,
  plan: DatasetPlan,
  row: string,
): string =>
  `NOT EXISTS (SELECT FROM quality.replay_item i WHERE i.replay_id = ${lit(replayId)}
        AND i.dataset = ${lit(plan.dataset.name)} AND i.key_hash = ${row}.key_hash
        AND i.quarantine_id = ${row}.id AND i.outcome IS NULL)`
