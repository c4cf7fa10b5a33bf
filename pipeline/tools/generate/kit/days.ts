const cache = new Map<number, string>()

/** The day number (days since 1970-01-01) of a date such as 2026-06-30. */
export function dayOf(iso: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN
  const day = Math.floor(ms / 86_400_000)
  // Date.parse may roll 30 February over into March: the way back tells.
  if (Number.isNaN(ms) || isoDay(day) !== iso) throw new RangeError(`not a date: ${iso}`)
  return day
}

/** A day number as 2026-06-30. Days are counted in UTC: no time zone has a say. */
export function isoDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** A day number as SAP writes it, 20260630. */
export function sapDay(day: number): string {
  let text = cache.get(day)
  if (text === undefined) {
    text = isoDay(day).replaceAll('-', '')
    cache.set(day, text)
  }
  return text
}

/** Saturdays become Fridays and Sundays Mondays, so that the order of days stays. */
export function workday(day: number): number {
  const weekday = (day + 4) % 7
  if (weekday === 6) return day - 1
  return weekday === 0 ? day + 1 : day
}
