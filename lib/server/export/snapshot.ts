/** One repeatable-read snapshot of the database, held while an export is downloaded. */
import postgres, { type PendingQuery, type Row, type Sql } from 'postgres'
import { beginSql } from '@/lib/shared/db/transaction'

/** A reader that asks for nothing for so long is gone: the server gives the snapshot up. */
const MAX_IDLE = '5min'

export class Snapshot {
  private running: PendingQuery<Row[]> | undefined
  private closing: Promise<void> | undefined

  private constructor(private readonly sql: Sql) {}

  /**
   * Opens one, on a connection of its own: a connection reserved from a pool of this driver ends
   * the process when the server drops it between two statements, and screens need the pool.
   * @param idle after how long without a question the server gives it up.
   * How many there may be is bounded where they are asked for (guard.ts).
   * @throws the driver's error when the database is away.
   */
  static async open(url: string, idle = MAX_IDLE): Promise<Snapshot> {
    const snapshot = new Snapshot(
      postgres(url, {
        max: 1,
        max_lifetime: null,
        connect_timeout: 5,
        onnotice: () => {},
        connection: { application_name: 'lazaret-export' },
      }),
    )
    try {
      await snapshot.rows(beginSql({ isolation: 'repeatable read', readOnly: true }))
      await snapshot.rows(
        `SELECT set_config('idle_in_transaction_session_timeout', $1, true),
          set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true)`,
        [idle],
      )
      return snapshot
    } catch (error) {
      await snapshot.close()
      throw error
    }
  }

  /**
   * Rows of one statement.
   * @throws the driver's error, also when the snapshot was lost in the meantime.
   */
  async rows<T>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
    if (this.closing) throw new Error('the export was given up')
    this.running = this.sql.unsafe(statement, values as never[])
    try {
      return (await this.running) as unknown as T[]
    } finally {
      this.running = undefined
    }
  }

  /** Gives the snapshot up, also while a statement runs. */
  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    const { running } = this
    if (running) {
      running.cancel()
      await running.catch(() => {})
    }
    await this.sql.end({ timeout: 5 })
  }
}
