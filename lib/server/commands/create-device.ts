import { z } from 'zod'
import { DeviceToken, hashToken } from '@/lib/server/auth/devices'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { defineVerb, requestId } from './verb'

const CreateDevice = z.strictObject({
  requestId,
  name: z.string().trim().min(1).max(100),
  /** Made by whoever asks, who is the only one to see it. */
  token: DeviceToken,
})

const Created = z.object({
  id: z.number(),
})

/** A read-only screen on a wall: its link opens it until it is revoked. */
export const createDevice = defineVerb({
  name: 'create-device',
  action: 'manage-devices',
  input: CreateDevice,
  secrets: ['token'],
  async perform({ tx, actor, at }, { name, token }): Promise<{ device: number }> {
    const [made] = await typedRows(
      tx,
      Created,
      `INSERT INTO auth.device (name, token_hash, created_by, created_at)
      VALUES ($1, $2, $3, $4::timestamptz) RETURNING id`,
      [name, hashToken(token), actor.name, at],
    )
    if (!made) throw new Error('the device was not written')
    return { device: made.id }
  },
})
