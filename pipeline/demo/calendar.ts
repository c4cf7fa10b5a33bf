/** Days of the demo: eight weeks that end today, today included. */
export const DAYS = 57

/** First day of the demo, YYYY-MM-DD in a time zone. */
export function firstDay(now: Date, timeZone: string): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  const first = new Date(`${today}T00:00:00Z`)
  first.setUTCDate(first.getUTCDate() - (DAYS - 1))
  return first.toISOString().slice(0, 10)
}
