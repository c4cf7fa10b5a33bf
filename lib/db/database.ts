/**
 * Plain SQL with numbered parameters, in transactions: what commands and queries need of a
 * database. Written down as an interface so that they do not depend on a driver.
 */
import type { Client } from './client'

/** Runs one statement and gives its rows; bigint and numeric arrive as text. */
export type Rows = <T>(sql: string, values?: readonly unknown[]) => Promise<T[]>

export interface Reader {
  rows: Rows
}

export interface Database extends Reader {
  /** Read committed; rolled back when `work` throws. */
  transaction<T>(work: (tx: Reader) => Promise<T>): Promise<T>
  /** One unchanging view of the data for several reads, so that figures agree. */
  snapshot<T>(work: (tx: Reader) => Promise<T>): Promise<T>
}

/** The app's pool as a `Database`. */
export function databaseOf(client: Client): Database {
  const pool = client.$client
  const reader = (sql: Pick<typeof pool, 'unsafe'>): Reader => ({
    rows: async <T>(text: string, values: readonly unknown[] = []) =>
      [...(await sql.unsafe(text, values as never[]))] as T[],
  })
  const begin = async <T>(mode: string, work: (tx: Reader) => Promise<T>): Promise<T> =>
    (await pool.begin(mode, (sql) => work(reader(sql)))) as T
  return {
    ...reader(pool),
    transaction: (work) => begin('', work),
    snapshot: (work) => begin('isolation level repeatable read read only', work),
  }
}

/** SQL of a time as ISO 8601 in UTC, the same text whatever the driver and the session. */
export const isoSql = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
