import { z } from 'zod'
import { NotFound } from '@/lib/shared/errors'
import { ChannelSecret } from '@/lib/shared/notify/channel'
import { defineVerb, requestId } from './verb'

const RotateChannelSecret = z.strictObject({
  requestId,
  channel: z.number().int().positive(),
  /** Made by whoever asks, who is the only one to see it. */
  secret: ChannelSecret,
})

/** Signs a webhook with another secret from now on; what still waits, too. */
export const rotateChannelSecret = defineVerb({
  name: 'rotate-channel-secret',
  action: 'manage-channels',
  input: RotateChannelSecret,
  secrets: ['secret'],
  async perform({ tx }, { channel, secret }): Promise<{ channel: number }> {
    const [done] = await tx.rows(
      `UPDATE quality.channel SET secret = $2 WHERE id = $1 AND kind = 'webhook' RETURNING id`,
      [channel, secret],
    )
    if (!done) throw new NotFound(`no such webhook: ${channel}`, [channel])
    return { channel }
  },
})
