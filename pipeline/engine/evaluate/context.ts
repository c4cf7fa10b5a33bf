import type { Statements } from '@/lib/shared/db/connection'
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'

/** What a delivery brings of a dataset: a snapshot, changes, or nothing. */
export type DatasetMode = 'full' | 'delta' | 'none'

/** What the statements of one transaction have in common. */
export interface EvaluationContext {
  db: Statements
  /** The run in whose name rows move, or the replay. */
  runId: number | null
  replayId?: number
  /** Clock of the run, ISO 8601: first-seen times and events carry it. */
  at: string
  /** Who moves the rows: `run` for a delivery, `rule` when rules changed, `replay`. */
  actor: 'run' | 'rule' | 'replay'
}

/** Movements of one dataset in one transaction, added up over its passes. */
export interface Movements {
  silverBefore: number
  /** Keys new in Silver. */
  entered: number
  /** Keys that left Silver for quarantine. */
  withheld: number
  /** Keys that left Silver because a full delivery no longer has them. */
  withdrawn: number
  /** Silver rows whose values were replaced. */
  rewritten: number
  /** Quarantined rows that left because a full delivery no longer has them. */
  quarantineWithdrawn: number
  liveBefore: number
}

export interface DatasetWork {
  plan: DatasetPlan
  moves: Movements
}
