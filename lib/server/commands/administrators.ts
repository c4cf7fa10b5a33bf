import { z } from 'zod'
import { PASSWORD_PROBLEMS, passwordProblem } from '@/lib/shared/auth/password'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { Conflict, Invalid, NotFound } from '@/lib/shared/errors'

export const AccountRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
})
export type AccountRow = z.infer<typeof AccountRow>

const Id = z.object({
  id: z.string(),
})

/** An account, locked until the verb ends. @throws NotFound */
export async function lockAccount(tx: Reader, id: string): Promise<AccountRow> {
  const [found] = await typedRows(
    tx,
    AccountRow,
    'SELECT id, name, email, role FROM auth."user" WHERE id = $1 FOR UPDATE',
    [id],
  )
  if (!found) throw new NotFound(`no such account: ${id}`)
  return found
}

/**
 * Makes sure that an administrator is left besides this account. All of them are locked, in one
 * order, so that two who remove each other at the same time do not both succeed.
 * @throws Conflict
 */
export async function keepAnAdministrator(tx: Reader, without: string): Promise<void> {
  const left = await typedRows(
    tx,
    Id,
    `SELECT id FROM auth."user" WHERE role = 'administrator' ORDER BY id FOR UPDATE`,
  )
  if (left.some(({ id }) => id !== without)) return
  throw new Conflict('last_administrator', 'nobody would be left who may manage accounts')
}

/** Ends every session of an account. */
export const endSessions = (tx: Reader, id: string) =>
  tx.rows('DELETE FROM auth.session WHERE user_id = $1', [id])

/** @throws Invalid when the password is easily guessed. @param own words of its person. */
export function refuseWeakPassword(password: string, own: readonly string[]): void {
  const problem = passwordProblem(password, own)
  if (!problem) return
  const words = PASSWORD_PROBLEMS[problem]
  throw new Invalid(`password: ${words}`, { password: words })
}
