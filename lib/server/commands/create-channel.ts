import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Invalid } from '@/lib/shared/errors'
import {
  addressProblem,
  ChannelSecret,
  channelFields,
  shownAddress,
} from '@/lib/shared/notify/channel'
import { defineVerb, requestId } from './verb'

const CreateChannel = z.strictObject({
  requestId,
  ...channelFields,
  address: z.string().trim(),
  /** Signs what goes to a webhook; made by whoever asks, who is the only one to see it. */
  secret: ChannelSecret.optional(),
})

/** A mailbox or an HTTP receiver to be told of alerts; its first digest is the next one due. */
export const createChannel = defineVerb({
  name: 'create-channel',
  action: 'manage-channels',
  input: CreateChannel,
  secrets: ['address', 'secret'],
  async perform({ tx, actor, at }, input): Promise<{ channel: number; to: string }> {
    const { kind, address } = input
    refuseAddress(kind, address)
    if (kind === 'webhook' && !input.secret) {
      throw new Invalid('secret: a webhook is signed', { secret: 'a webhook is signed' })
    }
    const [made] = await typedRows(
      tx,
      Created,
      `INSERT INTO quality.channel (name, kind, form, address, language, owners, rules, domains, levels,
        alerts, digest, digest_hour, enabled, secret, created_by, created_at, digest_day)
      VALUES ($1, $2, $3, $4, $5, $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean,
        $11::boolean, $12::smallint, $13::boolean, $14, $15, $16::timestamptz, ${beginsAfter('$16', '$12')})
      RETURNING id`,
      [
        ...[input.name, kind, input.form, address, input.language],
        ...[input.owners, input.rules, input.domains, input.levels],
        ...[input.alerts, input.digest, input.digestHour, input.enabled],
        ...[kind === 'webhook' ? input.secret : null, actor.name, at],
      ],
    )
    if (!made) throw new Error('the channel was not written')
    return { channel: made.id, to: shownAddress(kind, address) }
  },
})

const Created = z.object({
  id: z.number(),
})

/** @throws Invalid naming the field. */
export function refuseAddress(kind: 'mail' | 'webhook', address: string): void {
  const problem = addressProblem(kind, address)
  if (problem) throw new Invalid(`address: ${problem}`, { address: problem })
}

/**
 * SQL: the day whose digest is left out because the hour has passed already; NULL while it is still
 * to come. Without it a channel made in the afternoon would get the digest of the morning.
 */
export const beginsAfter = (at: string, hour: string): string =>
  `(SELECT CASE WHEN l.local::time >= make_time(${hour}::int, 0, 0) THEN l.local::date END
    FROM (SELECT ${at}::timestamptz AT TIME ZONE time_zone AS local FROM quality.workspace) l)`
