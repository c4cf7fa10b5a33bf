/** Days of the demo. */
export const DAYS = 56

/** Hour of the workspace at which a day's delivery is run; earlier than that, it is yesterday's. */
const HOUR = 3

/** The day of the last delivery, YYYY-MM-DD in a time zone: today, as soon as its hour is past. */
export function lastDay(now: Date, timeZone: string): string {
  const ended = new Date(now.getTime() - HOUR * 3_600_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(ended)
}

/** A date so many days earlier. */
export function daysBefore(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}

/** How many deliveries come every so many days until the last one. */
export const deliveriesEvery = (days: number): number => Math.floor((DAYS - 1) / days) + 1

/** The delivery that comes on a day, 1 … DAYS; undefined when none does. */
export function deliveryOn(day: number, everyDays: number): number | undefined {
  const left = DAYS - day
  return left % everyDays === 0 ? deliveriesEvery(everyDays) - left / everyDays : undefined
}
