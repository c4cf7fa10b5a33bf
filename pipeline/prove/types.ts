/** What a proof says: of every rule, whether something else notices when it is switched off. */
import type { Localized } from '../declare/schema'

/**
 * guarded: every row that got through is caught · unguarded: rows got through and nothing objects to
 * them · masked: every row that fails this rule fails another one too, so nothing got through ·
 * not_exercised: the delivery has no row that fails it · cannot: no row can ever fail it.
 */
export const VERDICTS = ['guarded', 'unguarded', 'masked', 'not_exercised', 'cannot'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Why a verdict is what it is, where the figures do not say it. */
export type ReasonCode = 'ordered' | 'no_values' | 'stopped'

/** What objected when the rule was off. */
export interface Objection {
  /** `post.<CODE>` or `balance.<dataset>`, as in a run's checks; or the constraint of a table. */
  name: string
  /** Rows that it objects to. */
  found: number
  /** What it looks for, for people; of post-conditions only. */
  text?: Localized
}

export interface RuleProof {
  rule: string
  dataset: string
  verdict: Verdict
  /** What caught most. */
  guard: string | null
  /** Rows that the rule, as the first that fails, holds back. */
  held: number
  /** Rows that fail it, alone or beside others. */
  failing: number
  /** Of the held rows, those that reached Silver when it was off. */
  through: number
  /** Of those, the ones that something objects to. */
  caught: number
  /** The sums still agree with the rule off, so that they alone would have noticed nothing. */
  balanced: boolean
  guards: Objection[]
  /** Rules that hold the rows back in its place. */
  held_by?: Record<string, number>
  /** In words, English; `reason_code` for other languages. */
  reason?: string
  reason_code?: ReasonCode
  fingerprint: string
}

/** What was delivered in the sandbox. */
export type ProofSource =
  | { kind: 'runs'; runs: { run: number; delivery: string | null; as_of: string }[]; rows: number }
  | { kind: 'folder'; delivery: string; rows: number }
  | { kind: 'generated'; preset: string; seed: number; scale: number; rows: number }

export interface ProofReport {
  /** Id of the record; null when none was written. */
  proof: number | null
  domain: string
  at: string
  source: ProofSource
  /** Of the rules and post-conditions; the proof is out of date when the domain has another one. */
  fingerprint: string
  rules: RuleProof[]
  summary: Record<Verdict, number> & { rules: number }
  seconds: number
}
