/** The sign-in library on a test database, asked as the network asks it. */
import { afterAll, beforeAll } from 'vitest'
import { putAccount } from '@/lib/shared/auth/accounts'
import type { Role } from '@/lib/shared/auth/permissions'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { createTestDatabase, type TestDatabase } from '@/lib/shared/db/testing'
import { answerAuth } from './routes'

/** Host that test requests name: one of those that are always allowed. */
const TEST_ORIGIN = 'http://127.0.0.1:3000'
export const TEST_PASSWORD = 'harbour-quay-lantern-9'

export interface AuthLab {
  url: string
  db: Database
  /** Makes an account. @returns its id. */
  person(name: string, role?: Role): Promise<string>
  /** A request to `/api/auth<path>`. */
  ask(path: string, init?: RequestInit & { from?: string }): Promise<Response>
  /** Signs in with the password of all test accounts unless another is given. */
  signIn(email: string, password?: string, from?: string): Promise<Response>
}

/** A test database as DATABASE_URL for all tests of the file. */
export function openAuthLab(): AuthLab {
  const lab = {} as AuthLab
  let database: TestDatabase
  let connection: ReturnType<typeof connectClient>
  beforeAll(async () => {
    database = await createTestDatabase()
    process.env.DATABASE_URL = database.url
    connection = connectClient(database.url)
    const db = databaseOf(connection.client)
    await db.rows(`INSERT INTO auth.secret (id, session) VALUES (1, 'of-the-tests-only')`)
    Object.assign(lab, labOn(database.url, db))
  })
  afterAll(async () => {
    const shared = globalThis as { lazaretConnection?: { end(): Promise<void> } }
    await shared.lazaretConnection?.end()
    await connection.end()
    await database.drop()
  })
  return lab
}

function labOn(url: string, db: Database): AuthLab {
  const ask: AuthLab['ask'] = (path, { from, ...init } = {}) => {
    const headers = new Headers(init.headers)
    headers.set('host', new URL(TEST_ORIGIN).host)
    if (init.method === 'POST') headers.set('origin', TEST_ORIGIN)
    if (from) headers.set('x-forwarded-for', from)
    return answerAuth(new Request(`${TEST_ORIGIN}/api/auth${path}`, { ...init, headers }))
  }
  return {
    url,
    db,
    ask,
    person: (name, role = 'viewer') =>
      putAccount(db, {
        name,
        email: emailOf(name),
        role,
        password: TEST_PASSWORD,
      }),
    signIn: (email, password = TEST_PASSWORD, from) =>
      ask('/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
        from,
      }),
  }
}

/** Address of the account that `person` makes. */
export const emailOf = (name: string): string =>
  `${name.toLowerCase().replace(/ /g, '.')}@example.org`

/** The session cookie that an answer sets. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
