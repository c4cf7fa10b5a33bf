/** What an export is made of: typed columns, and rows that come one after the other. */

/**
 * - text: kept as it is, also where it looks like a number or a formula
 * - count: a whole number
 * - money: an exact decimal with two digits
 * - date: YYYY-MM-DD
 * - time: YYYY-MM-DD HH:MM:SS, wall clock of the zone that the heading names
 */
export type ColumnType = 'text' | 'count' | 'money' | 'date' | 'time'

export interface Column {
  heading: string
  type: ColumnType
  /** In characters, for XLSX. */
  width?: number
}

/** Decimals come as text, never through a float. */
export type Cell = string | number | null

export type Row = readonly Cell[]

export interface Table {
  /** Name of the sheet. */
  name: string
  columns: readonly Column[]
  /** Read once. */
  rows: AsyncIterable<Row>
  /** The reader has left: gives up what the rows hold, also while one is awaited. */
  close?(): Promise<void>
}

export type ExportLocale = 'en' | 'pt-BR' | 'fr'

const DECIMAL = /^-?\d+(\.\d+)?$/

/** Whether a cell of a number column really is a plain decimal number. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}
