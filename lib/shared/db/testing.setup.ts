import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrateQueue } from '@/lib/shared/queue/migrate'
import { administer } from './administer'
import { withDatabase } from './connect'
import { acquireServer } from './embedded'
import { migrateDatabase } from './migrate'

/**
 * Before the `db` tests: a server (TEST_DATABASE_URL, else an embedded one of their own, without
 * durability) and on it a migrated template database. Afterwards both are gone.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, release: async () => {} }
    : await privateServer()
  const template = `lazaret_template_${randomBytes(6).toString('hex')}`
  await administer(server.url, `create database ${template}`)
  await migrateDatabase(withDatabase(server.url, template))
  await migrateQueue(withDatabase(server.url, template))
  // Handed down to the workers, and to the commands that tests start.
  process.env.LAZARET_TEST_SERVER = server.url
  process.env.LAZARET_TEST_TEMPLATE = template
  return async () => {
    await administer(server.url, `drop database if exists ${template} with (force)`)
    await server.release()
  }
}

async function privateServer(): Promise<{ url: string; release(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-test-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as somebody else
  const server = await acquireServer({
    folder,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      shared_buffers: '128MB',
    },
  })
  return {
    url: server.url,
    async release() {
      await server.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
