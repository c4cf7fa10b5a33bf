/** Making accounts: by an administrator, from the terminal, and for the demo. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { ROLES } from '@/lib/shared/roles'
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './password'

export const NewAccount = z.strictObject({
  name: z.string().trim().min(1).max(100),
  email: z.email().transform((text) => text.toLowerCase()),
  role: z.enum(ROLES),
  /** Whether it is too weak is asked where people choose one (password.ts), not of the demo's. */
  password: z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS),
})
export type NewAccount = z.input<typeof NewAccount>

const Id = z.object({
  id: z.string(),
})

/**
 * Creates an account, or gives an existing one (same e-mail) this name, role and password.
 * @returns the account's id.
 */
export async function putAccount(db: Reader, input: NewAccount): Promise<string> {
  const { name, email, role, password } = NewAccount.parse(input)
  const hash = await hashPassword(password)
  const [user] = await typedRows(
    db,
    Id,
    `INSERT INTO auth."user" (id, name, email, email_verified, role) VALUES ($1, $2, $3, true, $4)
    ON CONFLICT (email) DO UPDATE SET name = excluded.name, role = excluded.role, updated_at = now()
    RETURNING id`,
    [randomUUID(), name, email, role],
  )
  if (!user) throw new Error('the account was not written')
  await setPassword(db, user.id, hash)
  return user.id
}

/** Gives an account this password, as `hashPassword` made it. */
export async function setPassword(db: Reader, user: string, hash: string): Promise<void> {
  await db.rows(`DELETE FROM auth.account WHERE user_id = $1 AND provider_id = 'credential'`, [
    user,
  ])
  await db.rows(
    `INSERT INTO auth.account (id, account_id, provider_id, user_id, password)
    VALUES ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), user, hash],
  )
}

/** Accounts of the demo; shown on its sign-in page. */
export const DEMO_PASSWORD = 'lazaret-demo'
export const DEMO_ACCOUNTS = [
  { name: 'Demo viewer', email: 'viewer@demo.lazaret', role: 'viewer' },
  { name: 'Demo analyst', email: 'analyst@demo.lazaret', role: 'analyst' },
  { name: 'Demo steward', email: 'steward@demo.lazaret', role: 'steward' },
  { name: 'Demo administrator', email: 'admin@demo.lazaret', role: 'administrator' },
] as const

/** The installation's own secret, made once. */
export async function ensureSecret(db: Reader): Promise<void> {
  await db.rows(
    'INSERT INTO auth.secret (id, session) VALUES (1, $1) ON CONFLICT (id) DO NOTHING',
    [randomBytes(32).toString('base64url')],
  )
}

/** Demo accounts; only ever called for the embedded server. */
export async function putDemoAccounts(db: Reader): Promise<void> {
  for (const account of DEMO_ACCOUNTS) await putAccount(db, { ...account, password: DEMO_PASSWORD })
  await db.rows('UPDATE auth.secret SET demo = true', [])
}
