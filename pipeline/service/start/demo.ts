import pg from 'pg'
import { type OpenDatabase, withDatabase } from '@/lib/shared/db/connect'
import { readSettings } from '@/lib/shared/env'
import type { Children } from './children'

/** The demo has a database of its own; it takes this name only when it is complete. */
const NAME = 'lazaret_demo'
const UNFINISHED = 'lazaret_demo_new'

/**
 * Which database the app shows: the workspace's own, or the demo on an embedded server whose own
 * database has not seen a run. The demo is made at the first start; one that was cut short is made
 * anew. A DATABASE_URL never gets it.
 * @returns the URL of the database to show.
 * @throws Error with the last lines of what failed.
 */
export async function databaseToShow(
  database: OpenDatabase,
  children: Children,
  log: (line: string) => void,
): Promise<string> {
  const { LAZARET_DEMO, HOST } = readSettings()
  if (!database.embedded || LAZARET_DEMO === 'off') return database.url
  if (!isLoopback(HOST)) {
    log(`No demo: HOST=${HOST} is open to the network, and everybody knows the demo's passwords`)
    return database.url
  }
  if (await ask(database.url, 'SELECT EXISTS (SELECT FROM quality.run) AS yes')) return database.url
  const demo = withDatabase(database.url, NAME)
  const exists = `SELECT EXISTS (SELECT FROM pg_database WHERE datname = '${NAME}') AS yes`
  if (await ask(database.url, exists)) return demo
  log('No delivery has been run yet: making a demo of eight weeks, once')
  const begun = Date.now()
  await tell(database.url, `DROP DATABASE IF EXISTS ${UNFINISHED} WITH (FORCE)`)
  await tell(database.url, `CREATE DATABASE ${UNFINISHED}`)
  await children.run('Making the demo', ['--import', 'tsx', 'pipeline/tools/demo/main.ts'], {
    env: { DATABASE_URL: withDatabase(database.url, UNFINISHED) },
    show: true,
  })
  await tell(database.url, `ALTER DATABASE ${UNFINISHED} RENAME TO ${NAME}`)
  log(`The demo is made (${Math.round((Date.now() - begun) / 1000)} s)`)
  return demo
}

/** Whether only this machine reaches a listening address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)

async function ask(url: string, question: string): Promise<boolean> {
  const [row] = await tell(url, question)
  return row?.yes === true
}

async function tell(url: string, statement: string): Promise<{ yes?: boolean }[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
