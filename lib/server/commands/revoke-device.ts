import { z } from 'zod'
import { Conflict, NotFound } from '@/lib/shared/errors'
import { defineVerb, requestId } from './verb'

const RevokeDevice = z.strictObject({ requestId, device: z.number().int().positive() })

/** The screen shows nothing from its next look on, and its link opens nothing. */
export const revokeDevice = defineVerb({
  name: 'revoke-device',
  action: 'manage-devices',
  input: RevokeDevice,
  async perform({ tx, at }, { device }): Promise<{ device: number }> {
    const [done] = await tx.rows(
      `UPDATE auth.device SET revoked_at = $2::timestamptz
      WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
      [device, at],
    )
    if (done) return { device }
    const [found] = await tx.rows('SELECT id FROM auth.device WHERE id = $1', [device])
    if (!found) throw new NotFound(`no such device: ${device}`, [device])
    throw new Conflict('moved_on', 'the device has been revoked already', [device])
  },
})
