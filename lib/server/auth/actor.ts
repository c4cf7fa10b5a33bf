import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { databaseOf, withReadTimeout } from '@/lib/shared/db/database'
import { findSession, type Session } from './session'

/** Who is asking and in which session; undefined without a valid one. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const sent = await headers()
  return withReadTimeout(findSession(sent, databaseOf(database())))
})

/** Who is asking, from the session cookie; undefined without a valid session. */
export const currentActor = async (): Promise<Actor | undefined> => (await currentSession())?.actor

/** For pages: the actor, or the way to the sign-in page and back. */
export async function pageActor(): Promise<Actor> {
  const actor = await currentActor()
  if (actor) return actor
  const path = (await headers()).get('x-lazaret-path') ?? '/'
  redirect(`/sign-in?to=${encodeURIComponent(path)}`)
}
