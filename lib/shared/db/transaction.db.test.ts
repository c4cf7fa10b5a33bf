import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Db } from './connection'
import { createTestDatabase, type TestDatabase } from './testing'

let database: TestDatabase
let db: Db
/** Sees what is committed. */
let other: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = await Db.open(database.url)
  other = await Db.open(database.url)
  await db.exec('CREATE TABLE mine (n int)')
})
afterAll(async () => {
  await db.close()
  await other.close()
  await database.drop()
})
beforeEach(() => db.exec('TRUNCATE mine'))

const add = (n: number) => db.exec('INSERT INTO mine VALUES ($1)', [n])
const committed = async () =>
  (await other.rows<{ n: number }>('SELECT n FROM mine ORDER BY n')).map((row) => row.n)
const fail = async (): Promise<never> => {
  throw new Error('mine')
}

describe('a transaction', () => {
  it('is committed as a whole, or rolled back when the work throws', async () => {
    const result = await db.transaction(async () => {
      await add(1)
      expect(await committed()).toEqual([])
      return 'done'
    })
    expect(result).toBe('done')
    await expect(db.transaction(() => add(2).then(fail))).rejects.toThrow('mine')
    await expect(db.transaction(() => db.exec('SELECT nothing'))).rejects.toThrow('nothing')
    expect(await committed()).toEqual([1])
    expect(await add(3)).toBe(1) // not in a transaction any more
    expect(await committed()).toEqual([1, 3])
  })

  it('joins an outer one, which decides', async () => {
    await db.transaction(async () => {
      await db.transaction(() => add(1))
      expect(await committed()).toEqual([])
    })
    expect(await committed()).toEqual([1])
    const outer = db.transaction(async () => {
      await db.transaction(() => add(2))
      await fail()
    })
    await expect(outer).rejects.toThrow('mine')
    expect(await committed()).toEqual([1])
  })

  it('is rolled back when a joined part failed, even if somebody catches that', async () => {
    const outer = db.transaction(async () => {
      await db.transaction(() => add(1).then(fail)).catch(() => {})
      await add(2)
    })
    await expect(outer).rejects.toThrow('mine')
    expect(await committed()).toEqual([])
  })

  it('says so when the server rolls back, because somebody caught the error of a statement', async () => {
    const outer = db.transaction(async () => {
      await add(1)
      await db.exec('SELECT nothing').catch(() => {})
    })
    await expect(outer).rejects.toThrow('rolled back')
    expect(await committed()).toEqual([])
  })

  it('of a dry run, or whose result is not wanted, leaves nothing and gives its result', async () => {
    expect(await db.transaction(() => add(1), { dryRun: true })).toBe(1)
    expect(await db.transaction(() => add(2), { commitIf: (rows) => rows > 1 })).toBe(1)
    expect(await committed()).toEqual([])
    await db.transaction(async () => {
      await add(3)
      await db.transaction(() => add(4), { dryRun: true })
      await db.transaction(() => add(5), { commitIf: (rows) => rows === 1 })
    })
    expect(await committed()).toEqual([3, 5])
  })

  it('sees one unchanging view when that is asked for, and refuses to write when read-only', async () => {
    await db.transaction(
      async () => {
        await db.rows('SELECT n FROM mine')
        await other.exec('INSERT INTO mine VALUES (1)')
        expect(await db.rows('SELECT n FROM mine')).toEqual([])
      },
      { isolation: 'repeatable read' },
    )
    await expect(db.snapshot(() => add(2))).rejects.toThrow('read-only')
    await expect(db.transaction(() => db.snapshot(async () => 1))).rejects.toThrow('was asked for')
  })
})

describe('a savepoint', () => {
  it('lets a part fail by itself', async () => {
    await db.transaction(async () => {
      await add(1)
      await expect(db.savepoint(() => add(2).then(fail))).rejects.toThrow('mine')
      await expect(db.savepoint(() => db.exec('SELECT nothing'))).rejects.toThrow('nothing')
      await expect(db.savepoint(() => db.transaction(fail))).rejects.toThrow('mine')
      await db.savepoint(() => add(3), { dryRun: true })
      await db.savepoint(() => add(4))
    })
    expect(await committed()).toEqual([1, 4])
  })

  it('needs a transaction', async () => {
    await expect((async () => db.savepoint(() => add(1)))()).rejects.toThrow('needs a transaction')
  })
})

it('tells whether the server still answers on a connection', async () => {
  const lost = await Db.open(database.url)
  expect(await lost.isAlive()).toBe(true)
  const { pid } = await lost.row<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const work = lost.transaction(async () => {
    await other.exec('SELECT pg_terminate_backend($1)', [pid])
    await lost.exec('SELECT 1')
  })
  await expect(work).rejects.toThrow()
  expect(await lost.isAlive()).toBe(false)
  await lost.close().catch(() => {})
})
