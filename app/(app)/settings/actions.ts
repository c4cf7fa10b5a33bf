'use server'

import { headers } from 'next/headers'
import type { PasswordState } from '@/components/settings/password-form'
import { currentActor } from '@/lib/server/auth/actor'
import { authServer } from '@/lib/server/auth/server'
import { authorize } from '@/lib/shared/auth/permissions'

/** Changes one's own password and ends one's other sessions. @returns what came of it. */
export async function changePassword(_: PasswordState, form: FormData): Promise<PasswordState> {
  authorize(await currentActor(), 'view')
  const auth = await authServer()
  const own = await headers()
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    const body = { currentPassword: text('current'), newPassword: text('next') }
    await auth.api.changePassword({ body, headers: own })
    // Not by the option of the call above: it would end this session too, for a new one that the
    // page in the same answer does not have yet.
    await auth.api.revokeOtherSessions({ headers: own })
    return { outcome: 'done' }
  } catch (error) {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500) throw error
    return { outcome: 'wrong' }
  }
}
