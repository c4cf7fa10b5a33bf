/**
 * Plain SQL with numbered parameters, in transactions: what commands and queries need of a
 * database. Written down as an interface so that they do not depend on a driver.
 */
import { DatabaseSilent } from '@/lib/shared/errors'
import { within } from '@/lib/shared/util/timeout'
import type { Client } from './client'

/** Runs SQL on one connection or pool, inside a transaction or not. */
export interface Reader {
  /** Runs one statement and gives its rows; bigint and numeric arrive as text. */
  rows<T>(sql: string, values?: readonly unknown[]): Promise<T[]>
}

export interface Database extends Reader {
  /** Read committed; rolled back when `work` throws. */
  transaction<T>(work: (tx: Reader) => Promise<T>): Promise<T>
  /** One unchanging view of the data for several reads, so that figures agree. */
  snapshot<T>(work: (tx: Reader) => Promise<T>): Promise<T>
}

/** A screen waits no longer for the database: one that is away must not look like one that loads. */
const READ_TIMEOUT_MS = 15_000

/** Gives up a read that takes too long. @throws DatabaseSilent when the server holds the line and says nothing. */
export const withReadTimeout = <T>(read: Promise<T>, timeoutMs = READ_TIMEOUT_MS): Promise<T> =>
  within(timeoutMs, read, () => new DatabaseSilent(timeoutMs))

/**
 * The app's pool as a `Database`. Reads that get no answer are given up; what people do is not,
 * because nobody could say whether it happened.
 * @param timeoutMs of one read.
 */
export function databaseOf(client: Client, timeoutMs = READ_TIMEOUT_MS): Database {
  const pool = client.$client
  const reader = (sql: Pick<typeof pool, 'unsafe'>): Reader => ({
    rows: async <T>(text: string, values: readonly unknown[] = []) =>
      [...(await sql.unsafe(text, values as never[]))] as T[],
  })
  const begin = async <T>(mode: string, work: (tx: Reader) => Promise<T>): Promise<T> =>
    (await pool.begin(mode, (sql) => work(reader(sql)))) as T
  return {
    rows: (text, values) => withReadTimeout(reader(pool).rows(text, values), timeoutMs),
    transaction: (work) => begin('', work),
    snapshot: (work) =>
      withReadTimeout(begin('isolation level repeatable read read only', work), timeoutMs),
  }
}

/** SQL of a time as ISO 8601 in UTC, the same text whatever the driver and the session. */
export const isoSql = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
