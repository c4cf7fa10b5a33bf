import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { putDemoAccounts } from '../../lib/auth/accounts'
import type { Database } from '../../lib/db/connect'
import { readSettings } from '../../lib/env'
import type { Children } from './children'

/**
 * Gives an empty embedded database something to show: the extracts of the article, generated and
 * run through our own commands. Never touches a database that has seen a run, nor a DATABASE_URL.
 * @throws Error with the last lines of the command that failed.
 */
export async function ensureDemo(
  database: Database,
  children: Children,
  log: (line: string) => void,
): Promise<void> {
  if (!database.embedded || readSettings().LAZARET_DEMO === 'off') return
  if (await hasRuns(database.url)) return
  log('The database is empty: generating the extracts of the article and running them')
  const begun = Date.now()
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-demo-'))
  const cli = ['--import', 'tsx', 'pipeline/cli/main.ts']
  const domain = 'order-to-cash'
  const delivery = path.join(folder, 'article')
  try {
    const generate = ['generate', domain, '--preset', 'article', '--out', delivery]
    await children.run('Generating the demo', [...cli, ...generate])
    await children.run('Running the demo', [...cli, 'run', domain, '--input', delivery])
    await makeAccounts(database.url)
    log(`Demo data are in (${Math.round((Date.now() - begun) / 1000)} s)`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeAccounts(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await putDemoAccounts(async (sql, values) => (await client.query(sql, values)).rows)
  } finally {
    await client.end()
  }
}

async function hasRuns(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('select exists (select from quality.run) as yes')
    return rows[0].yes
  } finally {
    await client.end()
  }
}
