import type { ProofSource, ProofSummary, RuleProof } from '@/lib/shared/proof'

export type { Objection, ProofSource, ReasonCode, RuleProof, Verdict } from '@/lib/shared/proof'
export { VERDICTS } from '@/lib/shared/proof'

/** A delivery with every fault, made for one proof. */
export interface GeneratedDelivery {
  folder: string
  described: { preset: string | null; seed: number; scale: number }
  /** Removes the files; safe to repeat. */
  remove(): void
}

/** The one object that a proof comes to; the JSON of the command line. */
export interface ProofReport {
  /** Id of the record; null when none was written. */
  proof: number | null
  domain: string
  at: string
  source: ProofSource
  /** Of the rules and post-conditions; the proof is out of date when the domain has another one. */
  fingerprint: string
  rules: RuleProof[]
  summary: ProofSummary
  seconds: number
}
