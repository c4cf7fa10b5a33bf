'use server'

import { headers } from 'next/headers'
import type { PasswordState } from '@/components/settings/password-form'
import { pageActor } from '@/lib/server/auth/actor'
import { changeOwnPassword } from '@/lib/server/auth/own-password'

/** Changes one's own password and ends one's other sessions. @returns what came of it. */
export async function changePassword(_: PasswordState, form: FormData): Promise<PasswordState> {
  const actor = await pageActor()
  const text = (name: string) => String(form.get(name) ?? '')
  const outcome = await changeOwnPassword(actor, await headers(), text('current'), text('next'))
  return { outcome }
}
