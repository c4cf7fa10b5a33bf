/** From what happened to what it means. */
import type { ProofSummary } from '@/lib/shared/proof'
import type { RuleEntry } from '@/pipeline/engine/define/rules'
import type { Dataset } from '@/pipeline/engine/define/schema'
import type { Trial } from './trial'
import type { ReasonCode, RuleProof } from './types'

const REASONS: Record<ReasonCode, string> = {
  ordered:
    'the declared order says which of several images of a key stands, so none is ever ambiguous',
  no_values:
    'a malformed record has no values, so it cannot get through; left out, the balance misses it',
  stopped: 'the key of the Silver table takes each row once: the run stops there',
}

/** 3 when something got through unseen; what is named with its reason is no failure. */
export const exitCodeOf = ({ unguarded }: ProofSummary): 0 | 3 => (unguarded > 0 ? 3 : 0)

/** A rule that no row of any delivery can fail. */
export const impossible = (dataset: Dataset, { kind }: RuleEntry): ReasonCode | undefined =>
  kind === 'ambiguous' && (dataset.order.length > 0 || dataset.lastWins) ? 'ordered' : undefined

/** A rule that was not tried, because nothing in the delivery fails it, or nothing can. */
export function untried(dataset: Dataset, entry: RuleEntry): RuleProof {
  const code = impossible(dataset, entry)
  return {
    ...headOf(dataset, entry),
    verdict: code ? 'cannot' : 'not_exercised',
    guard: null,
    ...{ held: 0, failing: 0, through: 0, caught: 0, balanced: true, guards: [] },
    ...reasonOf(code),
  }
}

/** A rule that is never the first that a row fails: switching it off changes nothing. */
export function masked(
  dataset: Dataset,
  entry: RuleEntry,
  failing: number,
  heldBy: Record<string, number>,
): RuleProof {
  const figures = { held: 0, failing, through: 0, caught: 0, balanced: true, guards: [] }
  return { ...headOf(dataset, entry), verdict: 'masked', guard: null, ...figures, held_by: heldBy }
}

/** What a trial says about its rule. @param failing rows that fail it, alone or beside others. */
export function verdictOf(
  dataset: Dataset,
  entry: RuleEntry,
  failing: number,
  trial: Trial,
): RuleProof {
  // What has no values cannot get into Silver; left out, it is nowhere, and the sums must say so.
  const malformed = entry.kind === 'malformed'
  const through = malformed ? trial.held : trial.through
  const caught = malformed ? Math.min(trial.lost, trial.held) : trial.caught
  const { held, balanced, objections: guards, heldBy } = trial
  return {
    ...headOf(dataset, entry),
    verdict: through === 0 ? 'masked' : caught === through ? 'guarded' : 'unguarded',
    guard: guards[0]?.name ?? null,
    ...{ held, failing, through: trial.through, caught, balanced, guards },
    ...(Object.keys(heldBy).length > 0 ? { held_by: heldBy } : {}),
    ...reasonOf(malformed ? 'no_values' : trial.stopped ? 'stopped' : undefined),
  }
}

const headOf = (dataset: Dataset, { code, fingerprint }: RuleEntry) => ({
  rule: code,
  dataset: dataset.name,
  fingerprint,
})

const reasonOf = (code: ReasonCode | undefined): Partial<RuleProof> =>
  code ? { reason: REASONS[code], reason_code: code } : {}
