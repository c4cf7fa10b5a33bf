/** One repeatable-read snapshot of the database, held while an export is downloaded. */
import type { Sql } from 'postgres'
import type { Client } from '../db/client'
import { LazaretError } from '../errors'

/** Each holds a connection of the pool for as long as its reader takes; screens need the others. */
const MOST_AT_ONCE = 4
/** A reader that asks for nothing for so long is gone: the server gives the snapshot up. */
const IDLE = '5min'

type Reserved = Awaited<ReturnType<Sql['reserve']>>
type Running = ReturnType<Reserved['unsafe']>

let open = 0

export class Snapshot {
  private running: Running | undefined
  private closing: Promise<void> | undefined

  private constructor(private readonly sql: Reserved) {}

  /**
   * Opens one.
   * @param idle after how long without a question the server gives it up.
   * @throws LazaretError when too many are open; the driver's error when the database is away.
   */
  static async open(client: Client, idle = IDLE): Promise<Snapshot> {
    if (open >= MOST_AT_ONCE) {
      throw new LazaretError(
        `${MOST_AT_ONCE} exports are running already`,
        1,
        {},
        'Try again when one of them has ended',
      )
    }
    open++
    let sql: Reserved
    try {
      sql = await (client as Client & { $client: Sql }).$client.reserve()
    } catch (error) {
      open--
      throw error
    }
    const snapshot = new Snapshot(sql)
    try {
      await snapshot.rows('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
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

  /** Rows of one statement. */
  async rows<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    if (this.closing) throw new Error('the export was given up')
    this.running = this.sql.unsafe(statement, values as never[])
    try {
      return (await this.running) as unknown as T[]
    } finally {
      this.running = undefined
    }
  }

  /** Ends the transaction, also while a statement runs, and gives the connection back. */
  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    const { running, sql } = this
    try {
      if (running) {
        running.cancel()
        await running.catch(() => {})
      }
      // A cancel that comes late may hit the first of them.
      await sql.unsafe('ROLLBACK').catch(() => sql.unsafe('ROLLBACK').catch(() => {}))
    } finally {
      open--
      sql.release()
    }
  }
}
