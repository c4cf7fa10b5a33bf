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
