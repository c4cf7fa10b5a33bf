/** Cells as SpreadsheetML. Text goes in as inline strings, so that nothing is kept until the end. */
import { type Cell, type Column, type ColumnType, isDecimal, type Row } from '../files/table'

/** Positions in `cellXfs` of parts.ts. */
export const STYLES: Record<ColumnType | 'head', number> = {
  head: 1,
  text: 2,
  count: 3,
  money: 4,
  date: 5,
  time: 6,
}

/** A cell holds no more; Excel calls a longer one damaged. */
export const LONGEST_TEXT = 32_767
/** Excel keeps so many digits of a number; longer ones are written as text, all digits kept. */
const DIGITS = 15

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const SPECIAL = /[&<>\u0000-\u001f\ufffe\uffff]|_x[0-9a-f]{4}_/i
const EACH =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
  /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', _: '_x005F_' }
const SPACED = /^\s|\s$|[\t\n]| {2}/

/**
 * Text of an element. What XML cannot hold is written `_xHHHH_`, as the format asks (ST_Xstring);
 * text that looks like this already gets its underscore escaped. CR counts, for XML would make it
 * a line feed.
 */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replace(EACH, (c) => NAMED[c] ?? `_x${hex(c)}_`)
}

const hex = (c: string) => c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/** A, B … Z, AA … */
function columnLetters(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26))
  return index < 26 ? rest : columnLetters(Math.floor(index / 26) - 1) + rest
}

/** A function that writes one row. */
export function rowWriter(columns: readonly Column[]): (row: Row, number: number) => string {
  const letters = columns.map((_, i) => columnLetters(i))
  return (row, number) => {
    let xml = `<row r="${number}">`
    for (let i = 0; i < columns.length; i++) {
      const cell = row[i]
      if (cell === null || cell === undefined) continue
      xml += cellXml(`${letters[i]}${number}`, cell, (columns[i] as Column).type)
    }
    return `${xml}</row>`
  }
}

/** The headings as a row. */
export function headXml(columns: readonly Column[]): string {
  const cells = columns.map((c, i) => textXml(`${columnLetters(i)}1`, c.heading, STYLES.head))
  return `<row r="1">${cells.join('')}</row>`
}

function cellXml(ref: string, cell: Cell, type: ColumnType): string {
  const text = String(cell)
  const number = type === 'text' ? undefined : numberText(text, type)
  if (number === undefined) return textXml(ref, text, STYLES.text)
  return `<c r="${ref}" s="${STYLES[type]}"><v>${number}</v></c>`
}

function textXml(ref: string, text: string, style: number): string {
  const kept = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text
  const space = SPACED.test(kept) ? ' xml:space="preserve"' : ''
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t${space}>${escapeText(kept)}</t></is></c>`
}

/** What `<v>` holds; undefined where only text keeps the value as it is. */
function numberText(text: string, type: ColumnType): string | undefined {
  if (type === 'date' || type === 'time') return serial(text)
  if (!isDecimal(text)) return undefined
  const digits = text.replace(/^-?0*|\./g, '').replace(/^0+/, '')
  return digits.length > DIGITS ? undefined : text
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?$/
const EPOCH = Date.UTC(1899, 11, 30)
/** 1 March 1900: before it, the format counts a day that never was. */
const FIRST_SERIAL = 61

/** Days since 1899-12-30, as the format counts them. */
function serial(text: string): string | undefined {
  const parts = MOMENT.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0))
  if (!parts) return undefined
  const [year = 0, month = 1, day = 1, hour, minute, second] = parts
  if (year < 1900) return undefined
  const days = (Date.UTC(year, month - 1, day, hour, minute, second) - EPOCH) / 86_400_000
  return days < FIRST_SERIAL ? undefined : String(Number(days.toFixed(10)))
}
