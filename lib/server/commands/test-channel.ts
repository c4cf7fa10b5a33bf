import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { NotFound } from '@/lib/shared/errors'
import { addJob, NOTIFY_JOB } from '@/lib/shared/queue/job'
import { defineVerb, requestId } from './verb'

const TestChannel = z.strictObject({ requestId, channel: z.number().int().positive() })

const Created = z.object({
  id: z.number(),
})

/**
 * Sends a test message the way of all others: through the outbox, by a worker, also to a channel
 * that is switched off. It is tried once; what came of it is in the list of deliveries.
 */
export const testChannel = defineVerb({
  name: 'test-channel',
  action: 'manage-channels',
  input: TestChannel,
  async perform(work, { channel }): Promise<{ notification: number }> {
    const { tx, actor, at } = work
    const payload = JSON.stringify({ at, by: actor.name })
    const [made] = await typedRows(
      tx,
      Created,
      `INSERT INTO quality.notification (channel_id, kind, key, payload, created_at, next_at)
      SELECT id, 'test', 'test/' || $2::text, $3::text::jsonb, $4::timestamptz, $4::timestamptz
      FROM quality.channel WHERE id = $1 RETURNING id`,
      [channel, work.requestId, payload, at],
    )
    if (!made) throw new NotFound(`no such channel: ${channel}`, [channel])
    await addJob(tx, NOTIFY_JOB)
    return { notification: made.id }
  },
})
