/** A table of rows as a file that a browser downloads. */
import { LazaretError } from '@/lib/shared/errors'
import { CSV_TYPE, csvStream } from './files/csv'
import type { ExportLocale, Table } from './files/table'
import { XLSX_TYPE, xlsxStream } from './xlsx/workbook'

/** What a route answers with. */
export interface Download {
  body: ReadableStream<Uint8Array>
  filename: string
  contentType: string
}

/** A table as a file of this format; `filename` has no ending. */
export function download(
  table: Table,
  filename: string,
  format: 'csv' | 'xlsx',
  locale: ExportLocale,
): Download {
  if (format === 'csv') {
    return { body: csvStream(table, locale), filename: `${filename}.csv`, contentType: CSV_TYPE }
  }
  return { body: xlsxStream(table), filename: `${filename}.xlsx`, contentType: XLSX_TYPE }
}

/** Where exports read; a connection of their own each. @throws LazaretError without DATABASE_URL. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (url) return url
  throw new LazaretError('DATABASE_URL is not set', 1, {}, 'Start the app with npm start')
}
