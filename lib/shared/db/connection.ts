/**
 * The pipeline's own connection: one `pg` client, so that COPY and SQL share a transaction. Why the
 * pipeline has a driver of its own: docs/decisions/0011-two-drivers.md.
 */
import { Client } from 'pg'
import type { Database, Reader } from './database'
import { beginSql, type Isolation, type TransactionOptions } from './transaction'

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

/** What statements run on: a connection, or a recorder of what would be run. */
export type Statements = Pick<Db, 'exec' | 'rows' | 'row'>

export class Db implements Database {
  /** Isolation of the open transaction; undefined outside of one. */
  private isolation: Isolation | undefined
  private savepoints = 0

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
  async exec(sql: string, values?: readonly unknown[]): Promise<number> {
    return (await this.query(sql, values)).rowCount ?? 0
  }

  /** Runs a query; returns its rows. bigint, numeric arrive as strings. */
  async rows<T>(sql: string, values?: readonly unknown[]): Promise<T[]> {
    return (await this.query(sql, values)).rows as T[]
  }

  /** The single row of a query. */
  async row<T>(sql: string, values?: readonly unknown[]): Promise<T> {
    const [row] = await this.rows<T>(sql, values)
    if (row === undefined) throw new StatementError('no row came back', sql, undefined)
    return row
  }

  /**
   * Does the work in a transaction: committed when it resolves, rolled back when it throws, whoever
   * calls. Inside another transaction it joins that one, which then decides; only `dryRun` and
   * `commitIf` take back their own part there. One connection has one transaction: two pieces of
   * work that run at the same time need two connections.
   * @throws what the work throws, also when the rollback fails because the connection is lost;
   *   StatementError when the server did not commit; Error when a joined transaction is weaker than
   *   what is asked for.
   */
  async transaction<T>(
    work: (tx: Reader) => Promise<T>,
    options: TransactionOptions<T> = {},
  ): Promise<T> {
    const commits = (result: T) => !options.dryRun && (options.commitIf?.(result) ?? true)
    if (this.isolation !== undefined) {
      refuseWeaker(this.isolation, options)
      return options.dryRun || options.commitIf ? this.part(work, commits) : work(this)
    }
    await this.exec(beginSql(options))
    this.isolation = options.isolation ?? 'read committed'
    try {
      const result = await work(this)
      await this.end(commits(result))
      return result
    } catch (error) {
      // Where this fails the connection is gone, and the server has rolled back.
      await this.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      this.isolation = undefined
    }
  }

  /** One unchanging view of the data for several reads. */
  snapshot<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    return this.transaction(work, { isolation: 'repeatable read', readOnly: true })
  }

  /**
   * A part of the open transaction that may fail by itself: when it throws, only this part is
   * rolled back, and the transaction can go on.
   * @throws what the work throws; Error outside of a transaction.
   */
  savepoint<T>(work: () => Promise<T>, options: { dryRun?: boolean } = {}): Promise<T> {
    if (this.isolation === undefined) throw new Error('a savepoint needs a transaction')
    return this.part(work, () => !options.dryRun)
  }

  /** Whether the server answers on this connection. */
  async isAlive(): Promise<boolean> {
    return this.client.query('SELECT').then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    await this.client.end()
  }

  /** Ends the transaction. A COMMIT of one in which a statement failed rolls back and says so. */
  private async end(commit: boolean): Promise<void> {
    const { command } = await this.query(commit ? 'COMMIT' : 'ROLLBACK')
    if (commit && command === 'ROLLBACK') {
      throw new StatementError('a statement had failed: rolled back', 'COMMIT', undefined)
    }
  }

  private async part<T>(
    work: (tx: Reader) => Promise<T>,
    commits: (result: T) => boolean,
  ): Promise<T> {
    const name = `part_${this.savepoints++}`
    const undo = `ROLLBACK TO SAVEPOINT ${name}; RELEASE SAVEPOINT ${name}`
    await this.exec(`SAVEPOINT ${name}`)
    try {
      const result = await work(this)
      await this.exec(commits(result) ? `RELEASE SAVEPOINT ${name}` : undo)
      return result
    } catch (error) {
      await this.exec(undo).catch(() => {})
      throw error
    }
  }

  private async query(sql: string, values?: readonly unknown[]) {
    try {
      return await this.client.query(sql, values as unknown[] | undefined)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      throw new StatementError(message, sql.slice(0, 2000), error)
    }
  }
}

/** @throws Error: the transaction that is joined cannot give what is asked for. */
function refuseWeaker(
  open: Isolation,
  { isolation }: Pick<TransactionOptions<unknown>, 'isolation'>,
): void {
  if (isolation !== undefined && isolation !== open) {
    throw new Error(`a transaction that is ${open} is open; ${isolation} was asked for`)
  }
}
