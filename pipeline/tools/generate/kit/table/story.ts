/** A source of one file whose rows come, change, go wrong, are mended and go away. */
import type { Random } from '../random'

/** What is wrong with a row, and what a run makes of it. */
export interface FaultKind<R> {
  fault: string
  /** The first rule that fails, and all the others. */
  rule: string
  also?: readonly string[]
  /** The records that are delivered instead of the right one, as finished text. */
  records(row: R, random: Random): string[]
  /** Amount of each of these records in quarantine; undefined where none can be read. */
  amounts(row: R): (string | undefined)[]
  /**
   * The record cannot be told from its key: the right one does not release it. It leaves when a
   * full delivery no longer brings its bytes.
   */
  nameless?: boolean
  /** How many of the records lose to the last one; 0 unless given. */
  duplicates?: number
}

export interface TableStory<R> {
  /** Source file, without `.csv`. */
  file: string
  columns: readonly string[]
  /** Rows of the first delivery at scale 1. */
  rows: number
  currency: string
  /** A row as it should be. @param day on which it came to be, counted since 1970-01-01. */
  row(index: number, day: number, random: Random): R
  /** The row after a change at its source; undefined: rows of this table do not change. */
  change?(row: R, random: Random): R
  /** An older image of the row that one delivery brings before the right one. */
  older?(row: R, random: Random): string
  record(row: R): string
  key(row: R): Record<string, string>
  kinds: readonly FaultKind<R>[]
}
