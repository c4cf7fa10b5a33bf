/** What the database knows of accounts and sessions beside the sign-in library. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** A session ends when it was not used for this time. */
export const IDLE_HOURS = 24
/** How exactly the last use is known; each session writes no more often. */
const SEEN_EVERY_MINUTES = 5

const Enabled = z.object({ enabled: z.boolean() })

/** Whether an account may sign in. */
export async function isEnabled(db: Reader, account: string): Promise<boolean> {
  const [found] = await typedRows(
    db,
    Enabled,
    'SELECT disabled_at IS NULL AS enabled FROM auth."user" WHERE id = $1',
    [account],
  )
  return found?.enabled ?? false
}

const SessionUse = z.object({
  /** Not used for IDLE_HOURS. */
  idle: z.boolean(),
  /** Its last use is to be noted again. */
  stale: z.boolean(),
  /** Its account is disabled. */
  disabled: z.boolean(),
})

/** How a session stands; undefined when it is gone. */
export async function readSessionUse(
  db: Reader,
  session: string,
): Promise<z.infer<typeof SessionUse> | undefined> {
  const [use] = await typedRows(
    db,
    SessionUse,
    `SELECT s.seen_at < now() - make_interval(hours => $2) AS idle,
      s.seen_at < now() - make_interval(mins => $3) AS stale, u.disabled_at IS NOT NULL AS disabled
    FROM auth.session s JOIN auth."user" u ON u.id = s.user_id WHERE s.id = $1`,
    [session, IDLE_HOURS, SEEN_EVERY_MINUTES],
  )
  return use
}
