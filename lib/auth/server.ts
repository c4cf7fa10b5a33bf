/** Sign-in: e-mail and password, sessions in the database, roles on the user. */
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { nextCookies } from 'better-auth/next-js'
import { database } from '../db/client'
import { account, session, user, verification } from '../db/schema/auth'

const options = (secret: string, client: ReturnType<typeof database>) =>
  ({
    appName: 'Lazaret',
    secret,
    database: drizzleAdapter(client, {
      provider: 'pg',
      schema: { user, session, account, verification },
    }),
    // Accounts are made by an administrator or from the terminal, never by a visitor.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8 },
    user: { additionalFields: { role: { type: 'string', required: false, input: false } } },
    session: { expiresIn: 60 * 60 * 24 * 14, cookieCache: { enabled: false } },
    telemetry: { enabled: false },
    advanced: { cookiePrefix: 'lazaret' },
    // The app answers under whatever name it is reached; a request from elsewhere is refused.
    trustedOrigins: (request?: Request) => {
      const host = request?.headers.get('x-forwarded-host') ?? request?.headers.get('host')
      return host ? [`http://${host}`, `https://${host}`] : []
    },
    plugins: [nextCookies()],
  }) satisfies BetterAuthOptions

type Auth = ReturnType<typeof betterAuth<ReturnType<typeof options>>>

const shared = globalThis as typeof globalThis & { lazaretAuth?: Promise<Auth> }

/** The sign-in library on this process's database, made at the first call. */
export function authServer(): Promise<Auth> {
  shared.lazaretAuth ??= make().catch((error) => {
    shared.lazaretAuth = undefined
    throw error
  })
  return shared.lazaretAuth
}

async function make(): Promise<Auth> {
  const client = database()
  const [row] = await client.query.secret.findMany({ limit: 1 })
  if (!row) throw new Error('The database is not prepared: run npm run db:migrate')
  return betterAuth(options(row.session, client))
}
