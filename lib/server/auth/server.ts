/** Sign-in: e-mail and password, sessions in the database, roles on the user. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { parseSetCookieHeader, toCookieOptions } from 'better-auth/cookies'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { nextCookies } from 'better-auth/next-js'
import { cookies, headers } from 'next/headers'
import { isAllowedHost } from '@/lib/server/http/hosts'
import { isSecure } from '@/lib/server/http/scheme'
import { Lane, LaneFull } from '@/lib/server/limits/lane'
import { MIN_PASSWORD_CHARS } from '@/lib/shared/auth/password'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { account, session, user, verification } from '@/lib/shared/db/schema/auth'
import { publicUrl } from '@/lib/shared/env'
import { isEnabled } from './state'
import { forgetOldTries, forgetTries, mayTry } from './tries'

const SIGN_IN = '/sign-in/email'

const TWO_WEEKS_SECONDS = 60 * 60 * 24 * 14

/** Hashing a password takes a processor for 100 ms: few at once, in turn by address. */
const hashing = new Lane({ atOnce: 2, perPerson: 1, waiting: 10 })
/** The address that the sign-in comes from. */
const guesser = new AsyncLocalStorage<string>()

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing.run(guesser.getStore() ?? '', work)
  } catch (error) {
    if (error instanceof LaneFull) throw tooMany()
    throw error
  }
}

const tooMany = () =>
  new APIError('TOO_MANY_REQUESTS', { message: 'Too many tries. Wait ten minutes.' })

const guessOf = (email: unknown, sent: Headers | undefined) => ({
  email: String(email ?? ''),
  address: addressOf(sent),
})

/** Address of the client; watch.ts has put the one that counts there, alone. */
export const addressOf = (sent: Headers | undefined): string => sent?.get('x-forwarded-for') ?? ''

const options = (secret: string, client: ReturnType<typeof database>, secure: boolean) =>
  ({
    appName: 'Lazaret',
    secret,
    // Without a path: the library's own routes are where they are, whatever is put before the app.
    baseURL: originOf(secure),
    database: drizzleAdapter(client, {
      provider: 'pg',
      schema: { user, session, account, verification },
    }),
    // Accounts are made by an administrator or from the terminal, never by a visitor.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_CHARS,
      password: {
        hash: (password) => inTurn(() => hashPassword(password)),
        verify: (tried) => inTurn(() => verifyPassword(tried)),
      },
    },
    user: { additionalFields: { role: { type: 'string', required: false, input: false } } },
    // From the sign-in on, used or not; a session that rests ends earlier (session.ts).
    session: {
      expiresIn: TWO_WEEKS_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    telemetry: { enabled: false },
    advanced: { cookiePrefix: 'lazaret', useSecureCookies: secure },
    trustedOrigins: (request?: Request) => {
      const sent = request?.headers
      const host = sent?.get('x-forwarded-host') ?? sent?.get('host') ?? ''
      return isAllowedHost(host) ? [`http://${host}`, `https://${host}`] : []
    },
    // Per address, beside the count per account below; the library's three in ten seconds are too
    // few for an office behind one address.
    rateLimit: { enabled: true, customRules: { [SIGN_IN]: { window: 60, max: 60 } } },
    hooks: {
      before: createAuthMiddleware(async ({ path, body, headers: sent }) => {
        if (path !== SIGN_IN) return
        const wait = await mayTry(databaseOf(client), guessOf(body?.email, sent))
        if (wait === undefined) throw tooMany()
        if (wait > 0) await sleep(wait)
      }),
      after: createAuthMiddleware(async ({ path, body, context, headers: sent }) => {
        if (path !== SIGN_IN || !context.newSession) return
        await forgetTries(databaseOf(client), guessOf(body?.email, sent))
        await forgetOldTries(databaseOf(client))
      }),
    },
    databaseHooks: {
      session: {
        create: {
          // As for a wrong password: that the account exists is nobody's business.
          before: async ({ userId }) => {
            if (await isEnabled(databaseOf(client), userId)) return
            throw new APIError('UNAUTHORIZED', { message: 'Invalid email or password' })
          },
        },
      },
    },
    plugins: [nextCookies()],
  }) satisfies BetterAuthOptions

function originOf(secure: boolean): string {
  const url = new URL(publicUrl())
  return `${secure ? 'https:' : 'http:'}//${url.host}`
}

type Auth = ReturnType<typeof betterAuth<ReturnType<typeof options>>>

const shared = globalThis as typeof globalThis & { lazaretAuth?: Map<boolean, Promise<Auth>> }

/**
 * The sign-in library on this process's database, made at the first call.
 * @param secure the cookies of this request go over TLS only; see `isSecure`.
 */
export function authServer(secure: boolean): Promise<Auth> {
  shared.lazaretAuth ??= new Map()
  const made = shared.lazaretAuth
  const known = made.get(secure)
  if (known) return known
  const making = make(secure).catch((error) => {
    made.delete(secure)
    throw error
  })
  made.set(secure, making)
  return making
}

async function make(secure: boolean): Promise<Auth> {
  const client = database()
  const [row] = await client.query.secret.findMany({ limit: 1 })
  if (!row) throw new Error('The database is not prepared: run npm run db:migrate')
  return betterAuth(options(row.session, client, secure))
}

/** Hands a request to the library; passwords in it are looked at in turn by its address. */
export async function askLibrary(request: Request): Promise<Response> {
  const auth = await authServer(isSecure(request.headers))
  return guesser.run(addressOf(request.headers), () => auth.handler(request))
}

/**
 * Signs in as a request to the library's own route, so that its limits hold for our form too; the
 * session's cookie is set on the answer to the request that we are in.
 * @returns the status: 200, 401 and other 4xx for what was typed, 429 after too many tries.
 * @throws Error when it could not be looked at.
 */
export async function signInBy(email: string, password: string): Promise<number> {
  const own = new Headers(await headers())
  for (const name of ['content-length', 'transfer-encoding', 'next-action']) own.delete(name)
  own.set('content-type', 'application/json')
  const answer = await askLibrary(
    new Request(`${originOf(isSecure(own))}/api/auth${SIGN_IN}`, {
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
