/** A person's own password: the current one cannot be guessed here either. */
import { isSecure } from '@/lib/server/http/scheme'
import { type PasswordProblem, passwordProblem } from '@/lib/shared/auth/password'
import type { Actor } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { addressOf, authServer } from './server'
import { forgetTries, mayTry } from './tries'

export type PasswordOutcome = 'done' | 'wrong' | 'often' | PasswordProblem

/**
 * Changes it and ends the person's other sessions.
 * @param sent headers of the request, with the cookie of the session that stays.
 * @returns what came of it; nothing has changed unless `done`.
 */
export async function changeOwnPassword(
  { email = '', name }: Actor,
  sent: Headers,
  current: string,
  next: string,
): Promise<PasswordOutcome> {
  const problem = passwordProblem(next, [email, name])
  if (problem) return problem
  const db = database()
  const guess = { email, address: addressOf(sent) }
  if ((await mayTry(db, guess)) === undefined) return 'often'
  const auth = await authServer(isSecure(sent))
  try {
    const body = { currentPassword: current, newPassword: next }
    await auth.api.changePassword({ body, headers: sent })
  } catch (error) {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500) throw error
    return status === 429 ? 'often' : 'wrong'
  }
  await forgetTries(db, guess)
  // Not by the option of the call above: it would end this session too, for a new one that the
  // page in the same answer does not have yet.
  await auth.api.revokeOtherSessions({ headers: sent })
  return 'done'
}
