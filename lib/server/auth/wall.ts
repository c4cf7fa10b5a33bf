import { cookies } from 'next/headers'
import { authorize } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { currentActor } from './actor'
import { DEVICE_COOKIE, openDevice } from './devices'

/** Who looks at a wall; `closed`: a device whose link has been revoked. */
export type WallViewer = 'person' | 'device' | 'closed' | 'nobody'

/** @throws the driver's error when the database is away: nobody can be let in or turned away. */
export async function wallViewer(): Promise<WallViewer> {
  const db = database()
  await db.rows('SELECT 1')
  const token = (await cookies()).get(DEVICE_COOKIE)?.value
  if (await openDevice(db, token)) return 'device'
  const actor = await currentActor()
  if (!actor) return token ? 'closed' : 'nobody'
  authorize(actor, 'view')
  return 'person'
}
