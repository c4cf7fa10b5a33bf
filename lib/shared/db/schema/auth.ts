/** Accounts and devices. The first four tables are the ones that the sign-in library wants. */
import { boolean, index, integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { ROLES } from '@/lib/shared/roles'
import { at } from './types'

export const auth = pgSchema('auth')

export const user = auth.table('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role', { enum: ROLES }).notNull().default('viewer'),
  /** Since then nobody signs in with it; what the person did keeps its name. */
  disabledAt: at('disabled_at'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

/**
 * Append-only: what each account was called, and since when. Records keep an account's id; its name
 * at the time of the record comes from here, also after a change of name or the end of the account.
 * Written by a trigger on `user`.
 */
export const identity = auth.table(
  'identity',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    account: text('account').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    since: at('since').notNull(),
  },
  (t) => [index('identity_account_idx').on(t.account, t.since)],
)

export const session = auth.table('session', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  token: text('token').notNull().unique(),
  expiresAt: at('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  /** When it was last used, to some minutes. */
  seenAt: at('seen_at').notNull().defaultNow(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

export const account = auth.table('account', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: at('access_token_expires_at'),
  refreshTokenExpiresAt: at('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

export const verification = auth.table('verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

/** Read-only screens on a wall: the token is kept as its hash only. */
export const device = auth.table('device', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  createdBy: text('created_by').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  lastSeenAt: at('last_seen_at'),
  revokedAt: at('revoked_at'),
})

/** Tries to sign in, as a digest of the address; those that led nowhere stay for a while. */
export const signInTry = auth.table(
  'sign_in_try',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    account: text('account').notNull(),
    /** Digest of the client's address. */
    address: text('address').notNull().default(''),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('sign_in_try_account_idx').on(t.account, t.at)],
)

/** Secrets that the installation made for itself: one row. */
export const secret = auth.table('secret', {
  id: integer('id').primaryKey().default(1),
  /** Signs session cookies. */
  session: text('session').notNull(),
  /** Demo accounts exist and are shown on the sign-in page. Embedded server only. */
  demo: boolean('demo').notNull().default(false),
})
