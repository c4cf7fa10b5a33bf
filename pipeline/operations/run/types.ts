import type { Db } from '@/lib/shared/db/connection'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { Changes } from '@/pipeline/engine/gold/difference'

export type Mode = 'full' | 'delta'

/** Where a run is; for the progress bar and the log. */
export interface Progress {
  phase: 'load' | 'judge' | 'check' | 'write'
  /** What is worked on, in words. */
  label: string
  /** Share of the whole run, 0 to 1. */
  done: number
}

export interface RunRequest {
  domain: Domain
  /** Delivery folder. */
  input: string
  /** The delivery has to lie in this folder, all links followed. */
  within?: string
  mode?: Mode
  /** Clock of the run; the delivery's `_READY`, else now. */
  asOf?: Date
  /** Key date of Gold, YYYY-MM-DD; the day of the clock in the workspace's zone. */
  keyDate?: string
  /** Everything, then rolled back. */
  dryRun?: boolean
  acceptShrink?: boolean
  /** Take a delivery although its sequence is not after the last one: the sender counts anew. */
  acceptSequence?: boolean
  /** Wait for another run of the domain instead of refusing. Default true. */
  wait?: boolean
  /** The last statements of the transaction that commits the run; not called in a dry run. */
  onCommit?(db: Db, run: { id: number; mode: Mode; sequence: number | null }): Promise<void>
  onProgress?(progress: Progress): void
  /** Lines for the log: waiting, notes. */
  onNote?(note: string): void
}

export interface DatasetReport {
  received: number
  silver: number
  quarantined: number
  duplicates: number
  flagged: number
  entered: number
  withheld: number
  withdrawn: number
  /** Silver rows whose values were replaced. */
  rewritten: number
  rules: Record<string, number>
}

export interface RunError {
  reason: string
  message: string
  file?: string
  line?: number
  column?: string
  rule?: string
  hint?: string
}

/** What a run came to; the JSON of the command line. */
export interface RunReport {
  /** Null for a dry run, which leaves no record; of a repeat the run that committed it. */
  run: number | null
  domain: string
  mode: Mode
  /** repeated: the same files were committed before, and nothing was changed. */
  status: 'committed' | 'repeated' | 'dry_run' | 'refused' | 'failed'
  as_of: string
  delivery: string | null
  sources: Record<string, { received: number; malformed: number }>
  datasets: Record<string, DatasetReport>
  checks: { name: string; ok: boolean; expected: string; found: string; sample?: string[] }[]
  /** Key date of Gold, and what became of the rows of each of its tables. */
  gold?: { key_date: string; refreshed: Record<string, Changes> }
  notes: string[]
  error?: RunError
  timings: Record<string, number>
  seconds: number
  exitCode: 0 | 1 | 2 | 3
}
