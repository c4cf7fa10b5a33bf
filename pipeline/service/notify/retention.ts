import type { Db } from '@/lib/shared/db/connection'

/** Days for which messages that are done with stay in the list. */
const KEPT_DAYS = 90

/** Takes old messages that were sent or given up out of the outbox. */
export async function forgetOld(db: Db, at: Date): Promise<void> {
  await db.exec(
    `DELETE FROM quality.notification
    WHERE status <> 'pending' AND created_at < $1::timestamptz - make_interval(days => ${KEPT_DAYS})`,
    [at.toISOString()],
  )
}
