'use server'

import { revalidatePath } from 'next/cache'
import { currentActor } from '@/lib/server/auth/actor'
import { type ActResult, type VerbName, verbs } from '@/lib/server/commands'
import { database } from '@/lib/shared/db/client'
import { Conflict, Invalid, Refused } from '@/lib/shared/errors'

/**
 * Does one of people's verbs. The verb itself checks role and input: this is a public POST.
 * @param name of the verb; @param input what the verb parses.
 */
export async function act(name: VerbName, input: unknown): Promise<ActResult> {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) return { ok: false, code: 'invalid', message: `no such verb: ${name}` }
  try {
    const call = { db: database(), actor: await currentActor() }
    const result = await verb(call, input as never)
    revalidatePath('/', 'layout')
    return { ok: true, result: result as Record<string, unknown> }
  } catch (error) {
    if (error instanceof Refused) {
      const code = error instanceof Conflict ? error.reason : error.code
      const fields = error instanceof Invalid ? error.fields : undefined
      return { ok: false, code, message: error.message, fields }
    }
    console.error(`${name} failed:`, error)
    return { ok: false, code: 'internal', message: 'internal error' }
  }
}
