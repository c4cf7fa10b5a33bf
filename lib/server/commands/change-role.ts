import { z } from 'zod'
import { ROLES, type Role } from '@/lib/shared/auth/permissions'
import { endSessions, keepAnAdministrator, lockAccount } from './administrators'
import { defineVerb, requestId } from './verb'

const ChangeRole = z.strictObject({
  requestId,
  account: z.string().min(1).max(100),
  role: z.enum(ROLES),
})

/** Gives an account another role and ends its sessions; an administrator is always left. */
export const changeRole = defineVerb({
  name: 'change-role',
  action: 'manage-accounts',
  input: ChangeRole,
  async perform({ tx }, { account, role }): Promise<{ account: string; role: Role }> {
    if (role !== 'administrator') await keepAnAdministrator(tx, account)
    const before = await lockAccount(tx, account)
    if (before.role !== role) {
      await tx.rows('UPDATE auth."user" SET role = $2, updated_at = now() WHERE id = $1', [
        account,
        role,
      ])
      await endSessions(tx, account)
    }
    return { account, role }
  },
})
