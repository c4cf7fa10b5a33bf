/** The clock of a domain: its runs and replays never go back in time. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { DeliveryRefused, type RefusalReason } from '@/lib/shared/errors'

/** How far the clock of a sender may be ahead of ours. */
const MAX_CLOCK_SKEW_MS = 86_400_000

/** A clock further ahead than the skew, which only an earlier release took, counts no more. */
const CREDIBLE = `as_of <= now() + interval '1 day'`

/**
 * @param at a clock that somebody gives
 * @param place what gives it: `_READY`, `--as-of`
 * @throws DeliveryRefused: everything that comes after such a clock would be earlier than it.
 */
export function refuseFutureClock(
  at: Date,
  place: string,
  reason: Extract<RefusalReason, 'as_of' | 'ready_file'> = 'as_of',
): void {
  if (at.getTime() <= Date.now() + MAX_CLOCK_SKEW_MS) return
  throw new DeliveryRefused(
    reason,
    `${place} puts the clock at ${at.toISOString()}, which lies in the future`,
    reason === 'ready_file' ? { file: place } : {},
    'All that comes later would be refused. Correct the time, or the clock of this machine',
  )
}

const LastRun = z.object({
  id: z.number(),
  /** The latest clock of all committed runs. */
  at: z.date(),
})
export type LastRun = z.infer<typeof LastRun>

const Clock = z.object({ at: z.date().nullable() })

/** The last committed run of a domain; undefined when there is none. */
export async function lastRun(db: Reader, domain: string): Promise<LastRun | undefined> {
  const [last] = await typedRows(
    db,
    LastRun,
    `SELECT id, max(as_of) OVER () AS at FROM quality.run
    WHERE domain = $1 AND status = 'committed' AND ${CREDIBLE} ORDER BY id DESC LIMIT 1`,
    [domain],
  )
  return last
}

/** The latest clock of the committed deliveries of a domain; rebuilds bring nothing newer. */
export async function lastDeliveryClock(db: Reader, domain: string): Promise<Date | undefined> {
  const [last] = await typedRows(
    db,
    Clock,
    `SELECT max(as_of) AS at FROM quality.run
    WHERE domain = $1 AND status = 'committed' AND kind = 'delivery' AND ${CREDIBLE}`,
    [domain],
  )
  return last?.at ?? undefined
}

/** When rows of a domain were last judged: its clock, without any later time of our own. */
export async function lastJudgement(db: Reader, domain: string): Promise<Date | undefined> {
  const [last] = await typedRows(
    db,
    Clock,
    `SELECT max(at) AS at FROM (
      SELECT as_of AS at FROM quality.run WHERE domain = $1 AND status = 'committed' AND ${CREDIBLE}
      UNION ALL SELECT coalesce(as_of, finished_at) FROM quality.replay
        WHERE domain = $1 AND kind = 'replay' AND status IN ('done', 'cancelled')
          AND coalesce(as_of, finished_at) <= now() + interval '1 day') clocks`,
    [domain],
  )
  return last?.at ?? undefined
}

/** The moment, or the clock of the last run where that is later. */
export const notBefore = (last: { at: Date } | undefined, at: Date): Date =>
  last && last.at > at ? last.at : at

/** The domain's clock at a moment: that moment, but never before the last committed run. */
export async function domainClock(db: Reader, domain: string, at: Date): Promise<Date> {
  return notBefore(await lastRun(db, domain), at)
}
