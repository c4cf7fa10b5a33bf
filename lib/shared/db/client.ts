import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { LazaretError } from '@/lib/shared/errors'
import { type Database, databaseOf } from './database'
import * as schema from './schema'

/** The app's pool, with Drizzle over it for the sign-in library. */
export type Client = PostgresJsDatabase<typeof schema> & { $client: postgres.Sql }

interface Connection {
  url: string
  client: Client
  end(): Promise<void>
}

// One pool per process, also when the development server loads this module again and again.
const shared = globalThis as typeof globalThis & { lazaretConnection?: Connection }

/** A Drizzle client with a pool of its own; nothing connects before the first query. */
export function connectClient(url: string): Connection {
  const pool = postgres(url, {
    max: 10,
    connect_timeout: 5,
    idle_timeout: 60,
    onnotice: () => {},
    connection: { application_name: 'lazaret' },
  })
  return { url, client: drizzle(pool, { schema }), end: () => pool.end({ timeout: 5 }) }
}

/**
 * The pool of the app's process, made at the first call: `next build` imports
 * route modules on machines without a database. `npm start` sets DATABASE_URL to the server that
 * it has started or found.
 * @throws LazaretError when DATABASE_URL is not set.
 */
export function appClient(): Client {
  const url = process.env.DATABASE_URL
  if (!url) {
    throw new LazaretError('DATABASE_URL is not set', 1, {}, 'Start the app with npm start')
  }
  if (shared.lazaretConnection?.url !== url) {
    void shared.lazaretConnection?.end()
    shared.lazaretConnection = connectClient(url)
  }
  return shared.lazaretConnection.client
}

/**
 * The app's database: what screens read and people's verbs write through.
 * @throws LazaretError when DATABASE_URL is not set.
 */
export const database = (): Database => databaseOf(appClient())
