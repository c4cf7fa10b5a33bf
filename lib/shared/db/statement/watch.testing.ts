/** Holds every typed statement that runs against the declared shape of its rows. */
import { relative } from 'node:path'
import { Client } from 'pg'
import { projectRoot } from '@/lib/shared/env'
import type { Reader } from '../database'
import { type Watched, watchTypedRows } from '../typed-rows'
import { differences, needless } from './compare.testing'
import { type DescribedColumn, describeStatement, readCatalog } from './describe.testing'

export interface Watching {
  /** What is wrong so far, with the place in the code; each once. */
  problems(): string[]
  /** Places from which statements ran, `file:line`. */
  readonly places: ReadonlySet<string>
  stop(): Promise<void>
}

/** Watches the statements of this process, described on this database, until it is stopped. */
export async function watchStatements(url: string): Promise<Watching> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const own: Reader = { rows: async <T>(sql: string) => (await client.query(sql)).rows as T[] }
  const catalog = await readCatalog(own)
  const problems = new Set<string>()
  const places = new Set<string>()
  const described = new Map<string, Promise<DescribedColumn[]>>()
  /** `place column` → whether every variant of the statement has it never NULL without need. */
  const loose = new Map<string, boolean>()
  const describeOne = async ({ db, sql }: Watched): Promise<DescribedColumn[]> => {
    try {
      await own.rows('BEGIN')
      return await describeStatement(own, catalog, sql)
    } catch (error) {
      // It reads a temporary table of its own transaction.
      if ((error as { code?: string }).code !== '42P01') throw error
      return await describeStatement(db, await readCatalog(db), sql)
    } finally {
      await own.rows('ROLLBACK')
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: they share a connection. */
  const inTurn = (statement: Watched): Promise<DescribedColumn[]> => {
    const next = last.then(() => describeOne(statement))
    last = next.catch(() => {})
    return next
  }
  watchTypedRows(async (statement) => {
    const place = placeOf(statement.call)
    places.add(place)
    const key = `${place} ${statement.sql}`
    const found = described.get(key) ?? inTurn(statement)
    described.set(key, found)
    try {
      const columns = await found
      const { shape } = statement
      for (const problem of differences(shape, columns)) problems.add(`${place} ${problem}`)
      const never = new Set(needless(shape, columns))
      for (const { name } of columns) {
        const column = `${place} ${name}`
        loose.set(column, never.has(name) && (loose.get(column) ?? true))
      }
    } catch (error) {
      problems.add(`${place} cannot be described: ${(error as Error).message}`)
    }
    return (rows) => {
      for (const row of rows) {
        for (const issue of statement.shape.strict().safeParse(row).error?.issues ?? []) {
          problems.add(`${place} ${issue.path.join('.')}: ${issue.message}`)
        }
      }
    }
  })
  return {
    problems: () => [
      ...problems,
      ...[...loose].flatMap(([column, is]) =>
        is ? [`${column} is never NULL, declared as nullable`] : [],
      ),
    ],
    places,
    async stop() {
      watchTypedRows(undefined)
      await client.end()
    },
  }
}

/** The first line of a stack outside of the reading itself. */
function placeOf({ stack = '' }: Error): string {
  for (const line of stack.split('\n').slice(1)) {
    const at = /(\/[^\s():]+\.tsx?)(?:\?[^:]*)?:(\d+):\d+\)?$/.exec(line)
    if (at && !at[1]?.endsWith('/typed-rows.ts')) {
      return `${relative(projectRoot, at[1] as string)}:${at[2]}`
    }
  }
  return '?'
}
