import pg from 'pg'
import { readSettings } from '@/lib/shared/env'
import { LazaretError } from '@/lib/shared/errors'
import { acquireServer, type ServerOptions } from './embedded'

export interface OpenDatabase {
  /** Holds the password: not for logs. */
  url: string
  /** On the embedded server, the only place where demo data may go. */
  embedded: boolean
  /** Gives the server up; the embedded one stops when nobody else uses it. */
  close(): Promise<void>
}

/** The database on the embedded server. */
const NAME = 'lazaret'
const OLDEST_MAJOR = 15

/**
 * The database that the settings ask for: DATABASE_URL, else the embedded server, joined or
 * started. The database is created when it is missing; it is not migrated.
 * @throws LazaretError when the server does not answer, is too old or refuses.
 */
export async function openDatabase(options: ServerOptions = {}): Promise<OpenDatabase> {
  const { DATABASE_URL } = readSettings()
  if (DATABASE_URL) {
    await ensureDatabase(DATABASE_URL)
    return { url: DATABASE_URL, embedded: false, close: async () => {} }
  }
  const server = await acquireServer(options)
  try {
    const url = withDatabase(server.url, NAME)
    await ensureDatabase(url)
    return { url, embedded: true, close: server.release }
  } catch (error) {
    await server.release()
    throw error
  }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}

/** A server's address as it may be shown: without its password. */
export function describeServer(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}

/** Connects once, checks the version, creates the database if only that is missing. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await withClient(url, checkVersion)
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw explain(error, url)
    await createDatabase(url).catch((problem) => {
      throw explain(problem, url)
    })
  }
}

async function createDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  await withClient(withDatabase(url, 'postgres'), async (client) => {
    await checkVersion(client)
    try {
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
    } catch (error) {
      // 42P04, or 23505 from the catalogue: another process was faster.
      if (!['42P04', '23505'].includes((error as { code: string }).code)) throw error
    }
  })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query that was running reports it
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version')
  const version: string = rows[0].server_version
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    throw new LazaretError(
      `The server is PostgreSQL ${version}; Lazaret needs ${OLDEST_MAJOR} or newer`,
    )
  }
}

function explain(error: unknown, url: string): LazaretError {
  if (error instanceof LazaretError) return error
  const { code, message } = error as { code?: string; message: string }
  const reason = code === 'ECONNREFUSED' ? 'nothing answers there' : message || code
  return new LazaretError(
    `No connection to the database ${describeServer(url)}: ${reason}`,
    1,
    {},
    'Check DATABASE_URL, or unset it to use the embedded server',
  )
}
