import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { administer } from './administer'
import { withDatabase } from './connect'

export interface TestDatabase {
  url: string
  /** Drops it, open connections included. */
  drop(): Promise<void>
}

/**
 * A migrated, empty database of one's own: a clone of the template that the `db` test project
 * makes once (testing.setup.ts). Any number at a time, from any worker.
 * @throws Error outside that project.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { LAZARET_TEST_SERVER: server, LAZARET_TEST_TEMPLATE: template } = process.env
  if (!server || !template) {
    throw new Error('createTestDatabase() works in *.db.test.ts files only')
  }
  const name = `lazaret_test_${process.pid}_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  return {
    url: withDatabase(server, name),
    async drop() {
      await letGo(server, name)
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Waits a moment for clients that are closing: cut off in the middle of it, their error would be
 * nobody's.
 */
async function letGo(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (let tries = 0; tries < 20; tries++) {
      const left = 'select count(*)::int as n from pg_stat_activity where datname = $1'
      const { rows } = await client.query<{ n: number }>(left, [name])
      if (rows[0]?.n === 0) return
      await sleep(50)
    }
  } finally {
    await client.end()
  }
}
