/** What a proof says, as the pipeline writes it and the screens read it. */
import { z } from 'zod'

/**
 * guarded: every row that got through is caught · unguarded: rows got through and nothing objects to
 * them · masked: every row that fails this rule fails another one too, so nothing got through ·
 * not_exercised: the delivery has no row that fails it · cannot: no row can ever fail it.
 */
export const VERDICTS = ['guarded', 'unguarded', 'masked', 'not_exercised', 'cannot'] as const
export const Verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof Verdict>

/** Why a verdict is what it is, where the figures do not say it. */
const REASON_CODES = ['ordered', 'no_values', 'stopped'] as const
export type ReasonCode = (typeof REASON_CODES)[number]

const count = z.int().nonnegative()

/** What objected when the rule was off. */
export const Objection = z.object({
  /** `post.<CODE>` or `balance.<dataset>`, as in a run's checks; or the constraint of a table. */
  name: z.string(),
  /** Rows that it objects to. */
  found: count,
  /** Language → what it looks for; of post-conditions only. */
  text: z.record(z.string(), z.string()).optional(),
})
export type Objection = z.infer<typeof Objection>

export const RuleProof = z.object({
  rule: z.string(),
  dataset: z.string(),
  verdict: Verdict,
  /** What caught most. */
  guard: z.string().nullable(),
  /** Rows that the rule, as the first that fails, holds back. */
  held: count,
  /** Rows that fail it, alone or beside others. */
  failing: count,
  /** Of the held rows, those that reached Silver when it was off. */
  through: count,
  /** Of those, the ones that something objects to; of malformed records, those that are missed. */
  caught: count,
  /** The sums still agree with the rule off, so that they alone would have noticed nothing. */
  balanced: z.boolean(),
  guards: z.array(Objection),
  /** Rule → rows that it holds back in this one's place. */
  held_by: z.record(z.string(), count).optional(),
  /** In words, English; `reason_code` for other languages. */
  reason: z.string().optional(),
  reason_code: z.enum(REASON_CODES).optional(),
  fingerprint: z.string(),
})
export type RuleProof = z.infer<typeof RuleProof>

/** What was delivered in the sandbox. */
export const ProofSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('runs'),
    runs: z.array(
      z.object({ run: z.int(), delivery: z.string().nullable(), as_of: z.iso.datetime() }),
    ),
    rows: count,
  }),
  z.object({ kind: z.literal('folder'), delivery: z.string(), rows: count }),
  z.object({
    kind: z.literal('generated'),
    preset: z.string().nullable(),
    seed: z.int(),
    scale: z.number(),
    rows: count,
  }),
])
export type ProofSource = z.infer<typeof ProofSource>

export const ProofSummary = z.object({ rules: count, ...countOf() })
export type ProofSummary = z.infer<typeof ProofSummary>

function countOf(): Record<Verdict, typeof count> {
  return { guarded: count, unguarded: count, masked: count, not_exercised: count, cannot: count }
}
