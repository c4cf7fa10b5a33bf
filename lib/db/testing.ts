import { randomBytes } from 'node:crypto'
import pg from 'pg'
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
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Runs one statement on the maintenance database that `server` names. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
