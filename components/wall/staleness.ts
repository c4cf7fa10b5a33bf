const MINUTE = 60_000

/** How far figures of this age may be trusted; null: they are new. */
export function stalenessOf(ageMs: number | null, failed: boolean): 'amber' | 'vermilion' | null {
  if (ageMs === null) return failed ? 'vermilion' : null
  return ageMs > 5 * MINUTE ? 'vermilion' : ageMs > MINUTE ? 'amber' : null
}
