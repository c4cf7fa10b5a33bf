/** Sign-in: e-mail and password, sessions in the database, roles on the user. */
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { parseSetCookieHeader, toCookieOptions } from 'better-auth/cookies'
import { nextCookies } from 'better-auth/next-js'
import { cookies, headers } from 'next/headers'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { account, session, user, verification } from '@/lib/shared/db/schema/auth'
import { publicUrl } from '@/lib/shared/env'
import { forgetTries, mayTry } from './tries'

const SIGN_IN = '/sign-in/email'

const options = (secret: string, client: ReturnType<typeof database>) =>
  ({
    appName: 'Lazaret',
    secret,
    // Without a path: the library's own routes are where they are, whatever is put before the app.
    baseURL: new URL(publicUrl()).origin,
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
    // Per address, beside the count per account below; the library's three in ten seconds are too
    // few for an office behind one address.
    rateLimit: { enabled: true, customRules: { [SIGN_IN]: { window: 60, max: 60 } } },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path !== SIGN_IN || (await mayTry(databaseOf(client), String(body?.email ?? ''))))
          return
        throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many tries. Wait ten minutes.' })
      }),
      after: createAuthMiddleware(async ({ path, body, context }) => {
        if (path !== SIGN_IN || !context.newSession) return
        await forgetTries(databaseOf(client), String(body?.email ?? ''))
      }),
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

/**
 * Signs in as a request to the library's own route, so that its limits hold for our form too; the
 * session's cookie is set on the answer to the request that we are in.
 * @returns the status: 200, 401 and other 4xx for what was typed, 429 after too many tries.
 * @throws Error when it could not be looked at.
 */
export async function signInBy(email: string, password: string): Promise<number> {
  const auth = await authServer()
  const own = new Headers(await headers())
  for (const name of ['content-length', 'transfer-encoding', 'next-action']) own.delete(name)
  own.set('content-type', 'application/json')
  const answer = await auth.handler(
    new Request(`${new URL(publicUrl()).origin}/api/auth${SIGN_IN}`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ email, password }),
    }),
  )
  const { status } = answer
  if (status >= 500) throw new Error(`The sign-in ended with ${status}`)
  const jar = await cookies()
  for (const [name, cookie] of parseSetCookieHeader(answer.headers.get('set-cookie') ?? ''))
    jar.set(name, cookie.value, toCookieOptions(cookie))
  return status
}
