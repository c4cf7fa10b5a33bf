/** What a refresh of waiting rows looks at when not all of them are due. */
import type { Plan } from '@/pipeline/engine/compile/plan'
import { lit } from '@/pipeline/engine/compile/sql'

/** What changed, and with it what waits for that. */
export interface Around {
  /**
   * Table `(dataset, key_hash)` of what changed: only those rows and the ones that wait for them are
   * looked at; rows that are updated are added, for their own children.
   */
  touched: string
  /** The datasets in `touched`; those that are added are added here, too. */
  datasets: Set<string>
  /** The replay that goes on: it judges the rows that it has yet to come to itself, and they are left. */
  replayId: number
}

/** Whether a reference of the dataset may have to do with what changed. */
export const concerns = ({ datasets }: Around, plan: Plan, parent: string): boolean =>
  datasets.has(plan.dataset.name) || datasets.has(parent)

/** SQL that is true for a quarantined row (an alias) of the dataset, unless the running replay still comes to it. */
export const notLater = ({ replayId }: Around, plan: Plan, row: string): string =>
  `NOT EXISTS (SELECT FROM quality.replay_item i WHERE i.replay_id = ${lit(replayId)}
        AND i.dataset = ${lit(plan.dataset.name)} AND i.key_hash = ${row}.key_hash
        AND i.quarantine_id = ${row}.id AND i.outcome IS NULL)`
