/** The session of a request: who it is, until when it holds, and how long it may rest. */
import { isSecure } from '@/lib/server/http/scheme'
import type { Actor, Role } from '@/lib/shared/auth/permissions'
import type { Reader } from '@/lib/shared/db/database'
import { authServer } from './server'
import { readSessionUse } from './state'

export interface Session {
  actor: Actor
  /** Id of the session, which is no secret; its token is. */
  session: string
  expiresAt: Date
}

/**
 * The session that the cookie of a request names, when it holds and was used lately; its use is
 * noted. @throws the driver's error when the database is away.
 */
export async function findSession(sent: Headers, db: Reader): Promise<Session | undefined> {
  const auth = await authServer(isSecure(sent))
  const found = await auth.api.getSession({ headers: sent })
  if (!found) return undefined
  const { id, name, email, role } = found.user as typeof found.user & { role: Role }
  const seen = await readSessionUse(db, found.session.id)
  if (!seen || seen.disabled) return undefined
  if (seen.idle) {
    await db.rows('DELETE FROM auth.session WHERE id = $1', [found.session.id])
    return undefined
  }
  if (seen.stale) {
    await db.rows('UPDATE auth.session SET seen_at = now() WHERE id = $1', [found.session.id])
  }
  return {
    actor: { id, name: name || email, email, role },
    session: found.session.id,
    expiresAt: found.session.expiresAt,
  }
}
