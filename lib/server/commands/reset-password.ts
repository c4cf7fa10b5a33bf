import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { NewAccount, setPassword } from '@/lib/shared/auth/accounts'
import { endSessions, lockAccount, refuseWeakPassword } from './administrators'
import { defineVerb, requestId } from './verb'

const ResetPassword = z.strictObject({
  requestId,
  account: z.string().min(1).max(100),
  password: NewAccount.shape.password,
})

/** Gives an account a new password and ends its sessions. */
export const resetPassword = defineVerb({
  name: 'reset-password',
  action: 'manage-accounts',
  input: ResetPassword,
  secrets: ['password'],
  async perform({ tx }, { account, password }): Promise<{ account: string }> {
    const { email, name } = await lockAccount(tx, account)
    refuseWeakPassword(password, [email, name])
    await setPassword(tx, account, await hashPassword(password))
    await endSessions(tx, account)
    return { account }
  },
})
