/** The clock of a domain: its runs and replays never go back in time. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

const LastRun = z.object({
  id: z.number(),
  /** The latest clock of all committed runs. */
  at: z.date(),
})
export type LastRun = z.infer<typeof LastRun>

/** The last committed run of a domain; undefined when there is none. */
export async function lastRun(db: Reader, domain: string): Promise<LastRun | undefined> {
  const [last] = await typedRows(
    db,
    LastRun,
    `SELECT id, max(as_of) OVER () AS at FROM quality.run
    WHERE domain = $1 AND status = 'committed' ORDER BY id DESC LIMIT 1`,
    [domain],
  )
  return last
}

/** The moment, or the clock of the last run where that is later. */
export const notBefore = (last: LastRun | undefined, at: Date): Date =>
  last && last.at > at ? last.at : at

/** The domain's clock at a moment: that moment, but never before the last committed run. */
export async function domainClock(db: Reader, domain: string, at: Date): Promise<Date> {
  return notBefore(await lastRun(db, domain), at)
}
