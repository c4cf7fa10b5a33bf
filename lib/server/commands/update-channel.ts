import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Invalid, NotFound } from '@/lib/shared/errors'
import { channelFields, shownAddress } from '@/lib/shared/notify/channel'
import { beginsAfter, refuseAddress } from './create-channel'
import { defineVerb, requestId } from './verb'

const { kind: _, ...changing } = channelFields

const UpdateChannel = z.strictObject({
  requestId,
  channel: z.number().int().positive(),
  ...changing,
  /** Left out: as it is. */
  address: z.string().trim().optional(),
})

const Before = z.object({
  kind: z.enum(['mail', 'webhook']),
  address: z.string(),
})

/**
 * Changes a channel. A digest that is turned on, or moved to another hour, begins with the next
 * time of that hour. What still waits for a channel that is switched off is given up.
 */
export const updateChannel = defineVerb({
  name: 'update-channel',
  action: 'manage-channels',
  input: UpdateChannel,
  secrets: ['address'],
  async perform({ tx, at }, input): Promise<{ channel: number; to: string; givenUp: number }> {
    const [before] = await typedRows(
      tx,
      Before,
      'SELECT kind, address FROM quality.channel WHERE id = $1 FOR UPDATE',
      [input.channel],
    )
    if (!before) throw new NotFound(`no such channel: ${input.channel}`, [input.channel])
    const address = input.address ?? before.address
    refuseAddress(before.kind, address)
    if (before.kind === 'mail' && input.form !== 'json') {
      throw new Invalid('form: of webhooks only', { form: 'of webhooks only' })
    }
    await tx.rows(
      `UPDATE quality.channel SET name = $2, form = $3, address = $4, language = $5, owners = $6::text[],
        rules = $7::text[], domains = $8::text[], levels = $9::text[], alerts = $10::boolean,
        digest = $11::boolean, digest_hour = $12::smallint, enabled = $13::boolean,
        digest_day = CASE WHEN digest AND enabled AND digest_hour = $12::smallint THEN digest_day
          ELSE greatest(digest_day, ${beginsAfter('$14', '$12')}) END
      WHERE id = $1`,
      [
        ...[input.channel, input.name, input.form, address, input.language],
        ...[input.owners, input.rules, input.domains, input.levels],
        ...[input.alerts, input.digest, input.digestHour, input.enabled, at],
      ],
    )
    const givenUp = input.enabled
      ? []
      : await tx.rows(
          `UPDATE quality.notification SET status = 'failed', error = '{"code": "off", "detail": ""}'
          WHERE channel_id = $1 AND status = 'pending' RETURNING id`,
          [input.channel],
        )
    return {
      channel: input.channel,
      to: shownAddress(before.kind, address),
      givenUp: givenUp.length,
    }
  },
})
