import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor } from '@/lib/shared/auth/permissions'
import { answered } from '@/lib/shared/db/database'
import { authServer } from './server'

/** Who is asking, from the session cookie; undefined without a valid session. */
export const currentActor = cache(async (): Promise<Actor | undefined> => {
  const sent = await headers()
  const found = await answered(authServer().then((auth) => auth.api.getSession({ headers: sent })))
  if (!found) return undefined
  const { id, name, email, role } = found.user as typeof found.user & { role: Actor['role'] }
  return { id, name: name || email, role }
})

/** For pages: the actor, or the way to the sign-in page and back. */
export async function pageActor(): Promise<Actor> {
  const actor = await currentActor()
  if (actor) return actor
  const path = (await headers()).get('x-lazaret-path') ?? '/'
  redirect(`/sign-in?to=${encodeURIComponent(path)}`)
}
