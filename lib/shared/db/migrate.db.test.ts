import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '@/lib/shared/env'
import { administer } from './administer'
import { withDatabase } from './connect'
import { migrateDatabase } from './migrate'
import { createTestDatabase } from './testing'

const server = () => process.env.LAZARET_TEST_SERVER as string
const name = `lazaret_migrate_${process.pid}`
const journal = JSON.parse(
  readFileSync(path.join(projectRoot, 'drizzle/meta/_journal.json'), 'utf8'),
) as { entries: { when: number; tag: string }[] }

describe('migrateDatabase', () => {
  beforeAll(() => administer(server(), `create database ${name}`))
  afterAll(() => administer(server(), `drop database if exists ${name} with (force)`))

  it('applies every migration once, whoever else tries at the same time', async () => {
    const url = withDatabase(server(), name)
    const counts = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)))
    expect(counts.sort().reverse()).toEqual([journal.entries.length, 0, 0, 0])
    expect(await migrateDatabase(url)).toBe(0)
  })

  it('refuses a database of a newer release', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-drizzle-'))
    cpSync(path.join(projectRoot, 'drizzle'), folder, { recursive: true })
    const older = { ...journal, entries: journal.entries.slice(0, -1) }
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify(older))
    await expect(migrateDatabase(withDatabase(server(), name), folder)).rejects.toThrow(/newer/)
    rmSync(folder, { recursive: true })
  })
})

describe('createTestDatabase', () => {
  it('gives migrated databases that do not see each other', async () => {
    const all = await Promise.all([1, 2, 3].map(() => createTestDatabase()))
    expect(new Set(all.map(({ url }) => url)).size).toBe(3)
    for (const { url, drop } of all) {
      expect(await migrateDatabase(url)).toBe(0)
      const client = new pg.Client(url)
      await client.connect()
      await client.query('create table mine (n int)') // fails where another has made it
      await client.end()
      await drop()
    }
  })
})
