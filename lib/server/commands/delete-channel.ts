import { z } from 'zod'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { NotFound } from '@/lib/shared/errors'
import { defineVerb, requestId } from './verb'

const DeleteChannel = z.strictObject({ requestId, channel: z.number().int().positive() })

const Deleted = z.object({
  name: z.string(),
})

/** Removes a channel, with what it was sent and what still waits for it. */
export const deleteChannel = defineVerb({
  name: 'delete-channel',
  action: 'manage-channels',
  input: DeleteChannel,
  async perform({ tx }, { channel }): Promise<{ channel: number; name: string }> {
    const [gone] = await typedRows(
      tx,
      Deleted,
      'DELETE FROM quality.channel WHERE id = $1 RETURNING name',
      [channel],
    )
    if (!gone) throw new NotFound(`no such channel: ${channel}`, [channel])
    return { channel, name: gone.name }
  },
})
