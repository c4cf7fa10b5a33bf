import { z } from 'zod'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { addJob, NOTIFY_JOB } from '@/lib/shared/queue/job'
import { defineVerb, requestId } from './verb'

const RetryNotification = z.strictObject({
  requestId,
  notification: z.number().int().positive(),
})

/** Sends again what was given up, or now what waits for its next attempt; with the same id. */
export const retryNotification = defineVerb({
  name: 'retry-notification',
  action: 'manage-channels',
  input: RetryNotification,
  async perform({ tx, at }, { notification }): Promise<{ notification: number }> {
    const [done] = await tx.rows(
      `UPDATE quality.notification SET status = 'pending', next_at = $2::timestamptz,
        attempts = CASE status WHEN 'failed' THEN 0 ELSE attempts END
      WHERE id = $1 AND status <> 'sent'
        AND (claimed_until IS NULL OR claimed_until <= $2::timestamptz) RETURNING id`,
      [notification, at],
    )
    if (!done) {
      const [found] = await tx.rows('SELECT id FROM quality.notification WHERE id = $1', [
        notification,
      ])
      if (!found) throw new NotFound(`no such notification: ${notification}`, [notification])
      throw new Conflict('moved_on', 'it is sent, or just being sent', [notification])
    }
    await addJob(tx, NOTIFY_JOB)
    return { notification }
  },
})
