/** The pipeline's own connection: one `pg` client, so that COPY and SQL share a transaction. */
import { Client } from 'pg'

/** A statement that failed, with the text that PostgreSQL gave and the head of the statement. */
export class StatementError extends Error {
  constructor(
    message: string,
    readonly statement: string,
    override readonly cause: unknown,
  ) {
    super(message)
  }
}

/**
 * Temporary tables are analysed for their size and their common values only; 900 rows do that as
 * well as 30,000 and take 3 ms instead of 90 for 86,000 rows. Dates are part of key hashes, so
 * their text must not depend on the server's settings.
 *
 * Joins hash: little is known of rows that this transaction wrote, and merging sorted whole marks.
 * Every table is worth a second processor from a few thousand rows on, which costs 2 ms to start
 * rather than the 7 that PostgreSQL reckons with: the marks of a first run took 2.1 s, now 1.3 s,
 * the post-conditions 30 ms each, now 20.
 */
const SESSION = `SET work_mem = '128MB'; SET temp_buffers = '64MB'; SET jit = off;
  SET default_statistics_target = 3; SET client_min_messages = warning; SET DateStyle = ISO;
  SET enable_mergejoin = off; SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 300`

export class Db {
  private constructor(readonly client: Client) {}

  /** Opens a connection with the session settings that bulk work wants. */
  static async open(url: string): Promise<Db> {
    const client = new Client({ connectionString: url, application_name: 'lazaret-pipeline' })
    // Without a listener a connection lost between statements would end the process.
    client.on('error', () => {})
    await client.connect()
    const db = new Db(client)
    await db.exec(SESSION)
    return db
  }

  /** Runs a statement; returns the number of rows it touched. */
  async exec(sql: string, values?: unknown[]): Promise<number> {
    return (await this.query(sql, values)).rowCount ?? 0
  }

  /** Runs a query; returns its rows. bigint, numeric arrive as strings. */
  async rows<T>(sql: string, values?: unknown[]): Promise<T[]> {
    return (await this.query(sql, values)).rows as T[]
  }

  /** The single row of a query. */
  async row<T>(sql: string, values?: unknown[]): Promise<T> {
    const [row] = await this.rows<T>(sql, values)
    if (row === undefined) throw new StatementError('no row came back', sql, undefined)
    return row
  }

  async close(): Promise<void> {
    await this.client.end()
  }

  private async query(sql: string, values?: unknown[]) {
    try {
      return await this.client.query(sql, values)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      throw new StatementError(message, sql.slice(0, 2000), error)
    }
  }
}
