/** One check of a run or replay: what the contract expects and what the written tables hold. */
export interface CheckOutcome {
  name: string
  dataset: string | null
  ok: boolean
  expected: string
  found: string
  /** Up to 1,000 keys or places of offending rows. */
  sample?: string[]
}

/** Keys or places that an outcome carries at most. */
const MAX_SAMPLE = 1_000

/**
 * Holds what was found against what is expected, as text: counts arrive as numbers or as the text
 * of the driver.
 * @param sample offending rows; kept only when the check does not hold.
 */
export function check(
  name: string,
  dataset: string | null,
  expected: number | string,
  found: number | string,
  sample: readonly string[] = [],
): CheckOutcome {
  const outcome = { name, dataset, expected: String(expected), found: String(found) }
  const ok = outcome.expected === outcome.found
  if (ok || sample.length === 0) return { ...outcome, ok }
  return { ...outcome, ok, sample: sample.slice(0, MAX_SAMPLE) }
}

export const failedChecks = (checks: readonly CheckOutcome[]): CheckOutcome[] =>
  checks.filter((c) => !c.ok)

/** `name: expected x, found y` of each. */
export const describeChecks = (checks: readonly CheckOutcome[]): string[] =>
  checks.map((c) => `${c.name}: expected ${c.expected}, found ${c.found}`)

/**
 * Goes on only when every check holds.
 * @param errorOf makes the error from the checks that do not.
 * @throws that error.
 */
export function refuseFailed(
  checks: readonly CheckOutcome[],
  errorOf: (failed: CheckOutcome[]) => Error,
): void {
  const failed = failedChecks(checks)
  if (failed.length > 0) throw errorOf(failed)
}
