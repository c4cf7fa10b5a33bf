import type { Timed } from './profile'

export type StepName = 'copy' | 'first' | 'second' | 'delta'

/** What a child process is asked to measure. */
export interface Step {
  kind: 'copy' | 'run'
  input: string
  mode: 'full' | 'delta'
  /** Clock of the run, ISO 8601. */
  asOf: string
}

/** What it answers. */
export interface StepResult {
  seconds: number
  rows: number
  /** Seconds per phase of the run. */
  phases: Record<string, number>
  /** Peak resident memory of its process. */
  peakMb: number
  /** The slowest statements; empty without PROFILE. */
  slow: Timed[]
}

/** One step at one size, over its repetitions. */
export interface Figure {
  scale: number
  step: StepName
  rows: number
  /** Median, and all of them in the order they were taken. */
  seconds: number
  samples: number[]
  rowsPerSecond: number
  microsecondsPerRow: number
  peakMb: number
  phases: Record<string, number>
  /** Median of the ratios to the bare COPY of the same repetition. */
  toCopy: number
  /** Share of the run that computing Gold took, 0 to 1; median. 0 for bare COPY. */
  goldShare: number
}

/** One aim beside what was found. */
export interface Aim {
  what: string
  aim: number
  found: number
  ok: boolean
}

export interface BenchReport {
  at: string
  server: string
  node: string
  processors: number
  repetitions: Record<string, number>
  figures: Figure[]
  /** Cost per row of the larger size, in that of the smaller. */
  growth: Partial<Record<StepName, number>>
  aims: Aim[]
}
