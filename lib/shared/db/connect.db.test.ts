import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { administer } from './administer'
import { describeServer, openDatabase, withDatabase } from './connect'

const server = () => process.env.LAZARET_TEST_SERVER as string

async function databaseOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  await client.end()
  return rows[0].name
}

afterEach(() => vi.unstubAllEnvs())

describe('openDatabase with DATABASE_URL', () => {
  it('uses that server, and creates the database when only that is missing', async () => {
    const name = `lazaret connect "${process.pid}"`
    const url = withDatabase(server(), name)
    vi.stubEnv('DATABASE_URL', url)
    const all = await Promise.all([openDatabase(), openDatabase(), openDatabase()])
    expect(all.map(({ embedded }) => embedded)).toEqual([false, false, false])
    expect(await databaseOf(all[0]?.url ?? '')).toBe(name)
    for (const database of all) await database.close()
    await administer(server(), `drop database ${pg.escapeIdentifier(name)}`)
  })

  it('says what is wrong without showing the password', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://me:secret@127.0.0.1:1/here')
    const nothing = openDatabase()
    await expect(nothing).rejects.toThrow(/127\.0\.0\.1:1\/here: nothing answers there/)
    await expect(nothing).rejects.not.toThrow(/secret/)
  })

  // A server of the tester's may trust everybody.
  it.skipIf(process.env.TEST_DATABASE_URL)('does not show a wrong password either', async () => {
    vi.stubEnv('DATABASE_URL', server().replace(/:[^:@/]+@/, ':secret@'))
    const refused = openDatabase()
    await expect(refused).rejects.toThrow(/password authentication failed/)
    await expect(refused).rejects.not.toThrow(/secret/)
  })

  it('refuses a server that is too old', async () => {
    const old = await pretendToBe('14.9')
    vi.stubEnv('DATABASE_URL', `postgres://me@127.0.0.1:${(old.address() as AddressInfo).port}/x`)
    await expect(openDatabase()).rejects.toThrow(/PostgreSQL 14\.9.*needs 15 or newer/)
    old.close()
  })
})

describe('openDatabase without DATABASE_URL', () => {
  it('brings the embedded server, with a database of its own', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lazaret-connect-'))
    chmodSync(folder, 0o711)
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('LAZARET_DATA', folder)
    const database = await openDatabase()
    expect(database.embedded).toBe(true)
    expect(await databaseOf(database.url)).toBe('lazaret')
    await database.close()
    rmSync(folder, { recursive: true })
  })
})

it('describes a server without its password', () => {
  expect(describeServer('postgres://me:secret@db.example/lazaret')).toBe('db.example:5432/lazaret')
})

/** A message of PostgreSQL's protocol. */
function message(type: string, ...parts: (string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** Just enough of a PostgreSQL server to be asked for its version. */
function pretendToBe(version: string): Promise<Server> {
  const ready = message('Z', 'I')
  const column = [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]
  const fake = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]))
      socket.once('data', () => {
        const described = message('T', [0, 1], 'server_version\0', column)
        const row = message('D', [0, 1, 0, 0, 0, version.length], version)
        socket.write(Buffer.concat([described, row, message('C', 'SHOW\0'), ready]))
      })
    })
  })
  return new Promise((resolve) => fake.listen(0, '127.0.0.1', () => resolve(fake)))
}
