import { z } from 'zod'
import { NewAccount, putAccount } from '@/lib/shared/auth/accounts'
import { lockArguments } from '@/lib/shared/db/locks'
import { Conflict } from '@/lib/shared/errors'
import { refuseWeakPassword } from './administrators'
import { defineVerb, requestId } from './verb'

const CreateAccount = z.strictObject({ requestId, ...NewAccount.shape })

/** Makes an account for a person; the first password is handed over by whoever makes it. */
export const createAccount = defineVerb({
  name: 'create-account',
  action: 'manage-accounts',
  input: CreateAccount,
  secrets: ['password'],
  async perform({ tx }, { requestId: _, ...account }): Promise<{ account: string }> {
    refuseWeakPassword(account.password, [account.email, account.name])
    // Two who make the same account at once: the second one waits here, and then sees it.
    await tx.rows(`SELECT pg_advisory_xact_lock(${lockArguments('account')})`, [account.email])
    const [known] = await tx.rows('SELECT id FROM auth."user" WHERE email = $1', [account.email])
    if (known) throw new Conflict('account_exists', `${account.email} has an account already`)
    return { account: await putAccount(tx, account) }
  },
})
