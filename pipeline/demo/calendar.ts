/** Deliveries of the demo, one a day. The last one is not a full one, so that something is ready. */
export const DAYS = 56

/** Hour of the workspace at which a day's delivery is run; earlier than that, it is yesterday's. */
const HOUR = 3

/**
 * The day before the first delivery, YYYY-MM-DD in a time zone, so that the last one is today's.
 */
export function dayBefore(now: Date, timeZone: string): string {
  const ended = new Date(now.getTime() - HOUR * 3_600_000)
  const last = new Intl.DateTimeFormat('en-CA', { timeZone }).format(ended)
  const first = new Date(`${last}T00:00:00Z`)
  first.setUTCDate(first.getUTCDate() - DAYS)
  return first.toISOString().slice(0, 10)
}
