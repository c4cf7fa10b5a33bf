import { createHash } from 'node:crypto'
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

describe('the migration that renames the hashes', () => {
  const before = `lazaret_hashes_${process.pid}`
  beforeAll(() => administer(server(), `create database ${before}`))
  afterAll(() => administer(server(), `drop database if exists ${before} with (force)`))

  it("keeps every row of Silver and Gold, in partitions and in an owner's tables too", async () => {
    const url = withDatabase(server(), before)
    const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-hashes-'))
    cpSync(path.join(projectRoot, 'drizzle'), folder, { recursive: true })
    const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_key_hash'))
    const older = { ...journal, entries: journal.entries.slice(0, at) }
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify(older))
    await migrateDatabase(url, folder)
    rmSync(folder, { recursive: true })
    const client = new pg.Client(url)
    client.on('error', () => {}) // the forced drop ends it where an expectation fails
    await client.connect()
    await client.query(`
      CREATE TABLE silver.own (_chave uuid PRIMARY KEY, _conteudo uuid NOT NULL);
      INSERT INTO silver.own VALUES (md5('k')::uuid, md5('c')::uuid);
      CREATE TABLE silver.pedidos_2026_05 (LIKE silver.pedidos INCLUDING ALL);
      ALTER TABLE silver.pedidos ATTACH PARTITION silver.pedidos_2026_05
        FOR VALUES FROM (2026, 5) TO (2026, 6);
      INSERT INTO silver.pedidos (_chave, _conteudo, _run, _n, id_pedido, ano, mes)
        VALUES (md5('p')::uuid, md5('q')::uuid, 1, 1, 'P1', 2026, 5)`)
    await migrateDatabase(url)
    const { rows } = await client.query(`SELECT 'own' AS of, key_hash, content_hash FROM silver.own
      UNION ALL SELECT id_pedido, key_hash, content_hash FROM silver.pedidos_2026_05 ORDER BY 1 DESC`)
    expect(rows).toEqual([
      { of: 'own', key_hash: uuid('k'), content_hash: uuid('c') },
      { of: 'P1', key_hash: uuid('p'), content_hash: uuid('q') },
    ])
    // Of tables: the columns of an index keep the names that they were made with.
    const left = await client.query(`SELECT c.relname, a.attname FROM pg_attribute a
      LEFT JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relkind IN ('r', 'p') AND a.attname IN ('_chave', '_conteudo') AND NOT a.attisdropped`)
    expect(left.rows).toEqual([])
    await client.end()
  })
})

const uuid = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')

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
