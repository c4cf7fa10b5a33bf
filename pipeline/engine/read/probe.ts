/** Reads single records from the head of a file, under any dialect: headers, and samples of what follows. */
import { decode } from './encoding'
import { FieldSpans, fieldBytes } from './fields'
import { BLANK, MALFORMED, MORE, PASSED, RECORD } from './outcome'
import { RecordScanner } from './scanner'
import { DialectSplitter } from './splitter'
import type { Dialect, Encoding, LineEnds } from './types'

export interface Head {
  bytes: Buffer
  /** The file ends where the head does. */
  final: boolean
  encoding: Encoding
}

export interface Place {
  offset: number
  line: number
}

export interface ProbedRecord {
  fields: string[]
  /** Where it begins, and where the next record begins. */
  start: Place
  next: Place
  lineEnds: LineEnds
  /** Why it is no record. */
  fault?: string
}

/** Whether the scanner, and PostgreSQL, read a dialect as it stands. */
export function isPlain(dialect: Dialect): boolean {
  const { delimiter = ',', quote, recordEnd, comment, totals } = dialect
  return (
    delimiter.length === 1 &&
    delimiter.charCodeAt(0) < 128 &&
    (quote === undefined || quote === '"') &&
    (dialect.escape === undefined || dialect.escape === '"') &&
    recordEnd === undefined &&
    comment === undefined &&
    totals === undefined
  )
}

const FAULTS = {
  text_after_quote: 'its first line has text after a closing quote',
  unclosed_quote: 'a quote in its first line is not closed',
  nul: 'its first line has NUL bytes',
  undecodable: 'its first line cannot be decoded',
  too_long: 'its first line does not end',
  ragged: 'its first line is ragged',
  not_an_object: 'its first line is no object',
}
const ENDLESS = 'its first line does not end'
const NO_ENDS: LineEnds = { lf: 0, crlf: 0, cr: 0 }

/** The first record at or after a place. @returns undefined where there is none */
export function probe(
  head: Head,
  at: Place,
  dialect: Dialect & { delimiter: string },
): ProbedRecord | undefined {
  return isPlain(dialect) ? scanned(head, at, dialect.delimiter) : split(head, at, dialect)
}

function scanned(head: Head, at: Place, delimiter: string): ProbedRecord | undefined {
  const { bytes, final, encoding } = head
  const scanner = new RecordScanner(delimiter, encoding, 0)
  let { offset, line } = at
  let outcome = scanner.scan(bytes, offset, bytes.length, final)
  while (outcome === BLANK) {
    offset = scanner.next
    line += scanner.lines
    outcome = scanner.scan(bytes, offset, bytes.length, final)
  }
  const start = { offset, line }
  if (outcome === MORE) return { fields: [], start, next: start, lineEnds: NO_ENDS, fault: ENDLESS }
  if (outcome !== RECORD && outcome !== MALFORMED) return undefined
  const { lf, crlf, cr } = scanner
  const next = { offset: scanner.next, line: line + scanner.lines }
  const record: ProbedRecord = { fields: [], start, next, lineEnds: { lf, crlf, cr } }
  if (outcome === MALFORMED) return { ...record, fault: FAULTS[scanner.reason] }
  const spans = new FieldSpans()
  spans.split(bytes, offset, scanner.end, delimiter.charCodeAt(0))
  for (let i = 0; i < spans.count; i++) {
    const field = fieldBytes(bytes, spans.starts[i] as number, spans.ends[i] as number)
    record.fields.push(decode(field, encoding))
  }
  return decoded(record)
}

function split(head: Head, at: Place, dialect: Dialect & { delimiter: string }) {
  const { bytes, final, encoding } = head
  const splitter = new DialectSplitter(dialect, 0)
  let { offset, line } = at
  let outcome = splitter.scan(bytes, offset, bytes.length, final)
  while (outcome === BLANK || outcome === PASSED) {
    offset = splitter.next
    line += splitter.lines
    outcome = splitter.scan(bytes, offset, bytes.length, final)
  }
  const start = { offset, line }
  const lineEnds = NO_ENDS
  if (outcome === MORE) return { fields: [], start, next: start, lineEnds, fault: ENDLESS }
  if (outcome !== RECORD && outcome !== MALFORMED) return undefined
  const next = { offset: splitter.next, line: line + splitter.lines }
  const fields = splitter.cells.map((cell) => decode(cell, encoding))
  const record: ProbedRecord = { fields, start, next, lineEnds }
  if (outcome === MALFORMED) return { ...record, fault: FAULTS[splitter.reason] }
  return decoded(record)
}

function decoded(record: ProbedRecord): ProbedRecord {
  if (!record.fields.some((field) => field.includes('\ufffd'))) return record
  return { ...record, fault: FAULTS.undecodable }
}

/** Places at which the first physical lines begin, from a place on. */
export function lineStarts(head: Head, from: Place, most: number): Place[] {
  const { bytes } = head
  const places: Place[] = [from]
  let { offset, line } = from
  while (places.length < most && offset < bytes.length) {
    while (offset < bytes.length && bytes[offset] !== 0x0a && bytes[offset] !== 0x0d) offset++
    if (offset >= bytes.length) break
    offset += bytes[offset] === 0x0d && bytes[offset + 1] === 0x0a ? 2 : 1
    places.push({ offset, line: ++line })
  }
  return places
}

/** Text of the physical line that begins at a place. */
export function lineAt(head: Head, { offset }: Place): string {
  const { bytes, encoding } = head
  let end = offset
  while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++
  return decode(bytes.subarray(offset, end), encoding)
}
