/** When a cron expression is due, on the clock on the wall of a time zone. */
import { CronExpressionParser } from 'cron-parser'
import { UsageError } from '@/lib/shared/errors'

/**
 * The first moment after `after` at which the expression is due. A local time that occurs twice is
 * due the first time; one that a change to summer time skips is due when the clock jumps.
 * @throws UsageError naming the setting, when the expression is none.
 */
export function nextDue(cron: string, zone: string, after: Date, setting: string): Date {
  const expression = parse(cron, zone, after, setting)
  let due = expression.next().toDate()
  // The parser moves times of a gap to after it, or forgets them; they are looked at below.
  while (!expression.includesDate(due)) due = expression.next().toDate()
  for (const gap of gapsBetween(after.getTime(), due.getTime(), zone)) {
    const wall = new Date(gap.at + gap.offsetBefore - 1)
    const skipped = parse(cron, 'UTC', wall, setting).next().getTime()
    if (skipped < gap.at + gap.offsetAfter) return new Date(gap.at)
  }
  return due
}

/** @throws UsageError naming the setting. */
export function checkCron(cron: string, zone: string, setting: string): void {
  parse(cron, zone, new Date(), setting)
}

function parse(cron: string, zone: string, after: Date, setting: string) {
  if (cron.trim().split(/\s+/).length === 5) {
    try {
      return CronExpressionParser.parse(cron, { currentDate: after, tz: zone })
    } catch {
      // said below
    }
  }
  throw new UsageError(
    `Bad setting: ${setting} "${cron}" is not a cron expression`,
    'Write five fields: minute, hour, day of month, month, day of week',
  )
}

interface Gap {
  at: number
  /** Milliseconds that the wall is ahead of UTC. */
  offsetBefore: number
  offsetAfter: number
}

/** The moments after `from`, up to `to`, at which the clock on the wall jumps ahead. */
function* gapsBetween(from: number, to: number, zone: string): Generator<Gap> {
  const step = 12 * 3_600_000
  for (let start = from; start < to; start += step) {
    const end = Math.min(start + step, to)
    const offsetBefore = offsetAt(start, zone)
    const offsetAfter = offsetAt(end, zone)
    if (offsetAfter > offsetBefore) {
      yield { at: changeBetween(start, end, zone, offsetBefore), offsetBefore, offsetAfter }
    }
  }
}

function changeBetween(from: number, to: number, zone: string, offset: number): number {
  let before = Math.floor(from / 60_000)
  let after = Math.ceil(to / 60_000)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * 60_000, zone) === offset) before = middle
    else after = middle
  }
  return after * 60_000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(time: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
