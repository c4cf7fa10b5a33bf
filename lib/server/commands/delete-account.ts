import { z } from 'zod'
import { keepAnAdministrator, lockAccount } from './administrators'
import { defineVerb, requestId } from './verb'

const DeleteAccount = z.strictObject({ requestId, account: z.string().min(1).max(100) })

/** Removes an account with its sessions; what the person did stays on record. */
export const deleteAccount = defineVerb({
  name: 'delete-account',
  action: 'manage-accounts',
  input: DeleteAccount,
  async perform({ tx }, { account }): Promise<{ account: string; email: string }> {
    await keepAnAdministrator(tx, account)
    const { email } = await lockAccount(tx, account)
    await tx.rows('DELETE FROM auth."user" WHERE id = $1', [account])
    return { account, email }
  },
})
