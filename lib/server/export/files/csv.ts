/**
 * CSV for spreadsheets: UTF-8 with BOM, CRLF, quoting after RFC 4180, separator and decimal mark of
 * the reader's locale.
 *
 * Text that a spreadsheet would take for a formula gets one apostrophe in front, as OWASP advises:
 * text whose first character, spaces and apostrophes apart, is = + - @ (or its full-width twin) or
 * a tab, line feed or carriage return. Apostrophes that stand there already count, so taking one
 * apostrophe away from such text gives back exactly what was there (`unescapeFormula`). Numbers in
 * number columns are not touched: -5.00 stays a number. In text columns `-5.00` becomes `'-5.00`.
 */
import { Readable } from 'node:stream'
import { CHUNK, Chunker, webStream } from './stream'
import { type Cell, type Column, type ExportLocale, isDecimal, type Table } from './table'

export const CSV_TYPE = 'text/csv; charset=utf-8'

const FORMULA = /^['\s\u00a0]*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/** Text that no spreadsheet takes for a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that `escapeFormula` was given. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

/** The body of a CSV download. */
export function csvStream(table: Table, locale: ExportLocale): ReadableStream<Uint8Array> {
  const source = Readable.from(chunks(table, locale), { highWaterMark: CHUNK, objectMode: false })
  return webStream(source, () => table.close?.() ?? Promise.resolve())
}

async function* chunks(table: Table, locale: ExportLocale): AsyncGenerator<Buffer> {
  const separator = locale === 'en' ? ',' : ';'
  const decimal = locale === 'en' ? '.' : ','
  const out = new Chunker()
  const head = table.columns.map(({ heading }) => text(heading)).join(separator)
  out.add(`\ufeff${head}\r\n`)
  for await (const row of table.rows) {
    let line = ''
    for (let i = 0; i < table.columns.length; i++) {
      if (i > 0) line += separator
      line += field(row[i] ?? null, table.columns[i] as Column, decimal)
    }
    const chunk = out.add(`${line}\r\n`)
    if (chunk) yield chunk
  }
  yield out.rest()
}

function field(cell: Cell, { type }: Column, decimal: string): string {
  if (cell === null) return ''
  const value = String(cell)
  if (type === 'text') return text(value)
  if (type === 'count' || type === 'money') {
    return isDecimal(value) ? value.replace('.', decimal) : text(value)
  }
  return text(value)
}

function text(value: string): string {
  const safe = escapeFormula(value)
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
