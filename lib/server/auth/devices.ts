/** Screens on a wall: opened by a link, read-only, no person behind them. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** Cookie that holds a device's token; scripts cannot read it. */
export const DEVICE_COOKIE = 'lazaret_device'

/** 32 random bytes as base64url. */
export const DeviceToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** The token has 256 bits of its own: nothing is gained by a slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const Device = z.object({
  id: z.number(),
  name: z.string(),
})
export type Device = z.infer<typeof Device>

const SeenDevice = Device.extend({
  stale: z.boolean(),
})

/** The device of a token, seen now; undefined when there is none or it was revoked. */
export async function openDevice(
  db: Reader,
  token: string | undefined,
): Promise<Device | undefined> {
  if (!DeviceToken.safeParse(token).success) return undefined
  const [device] = await typedRows(
    db,
    SeenDevice,
    `SELECT id, name, coalesce(last_seen_at < now() - interval '30 seconds', true) AS stale
    FROM auth.device WHERE token_hash = $1 AND revoked_at IS NULL`,
    [hashToken(token as string)],
  )
  if (!device) return undefined
  if (device.stale) {
    await db.rows('UPDATE auth.device SET last_seen_at = now() WHERE id = $1', [device.id])
  }
  return { id: device.id, name: device.name }
}
