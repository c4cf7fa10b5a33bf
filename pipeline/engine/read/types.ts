/** What the reader takes and gives; the only file that its callers need for types. */
import type { Compression } from './source/container'
import type { WideEncoding } from './source/utf16'

/** In which the records are read; UTF-16 is turned into UTF-8 before. */
export type Encoding = 'utf-8' | 'windows-1252' | 'latin1'
export type FileEncoding = Encoding | WideEncoding
export type Quoting = 'none' | 'some' | 'all'

/**
 * How a file is laid out. delimited: CSV in the widest sense · sap-list: a list that SAP wrote
 * ("unconverted"), columns between bars, lines of dashes, a title on each page.
 */
export type Form = 'delimited' | 'sap-list' | 'ndjson' | 'parquet' | 'xlsx'

/** What a declaration says of how a file is written; what it says is not detected. */
export interface Dialect {
  form?: Form
  /** Detected over the whole file, see encoding.ts. */
  encoding?: FileEncoding
  compression?: Compression
  /** One character or several. */
  delimiter?: string
  /** One character, or false where quotes are text like any other. */
  quote?: string | false
  /** The character before a quote inside a quoted field; the quote itself means doubled. */
  escape?: string
  /** Any of LF, CRLF and CR unless given. */
  recordEnd?: string
  /** Lines that begin with it are no records. */
  comment?: string
  /** Physical lines before the header; unless given, the header is looked for. */
  preamble?: number
  /** Lines of the header, whose names are joined by a blank; 0: none, columns go by position. */
  headerLines?: number
  /** Physical lines at the end of the file that are no records, empty ones not counted. */
  footer?: number
  /** Regular expression: lines it matches are totals and the like, no records. */
  totals?: string
  /** Names under which the file may have a declared column. */
  labels?: Readonly<Record<string, readonly string[]>>
  /** Of a workbook: name of the sheet, the first one unless given. */
  sheet?: string
}

export interface ExtractOptions extends Dialect {
  /** Declared columns, found in the header by name; 'all': whatever the header says is declared. */
  columns: readonly string[] | 'all'
  /** Declared columns that the file may lack. */
  optional?: readonly string[]
  /** Bytes asked of the file at a time; the result does not depend on it (tests do). */
  chunkBytes?: number
  /** Bounds of what one record may be; the defaults are the documented ones, tests lower them. */
  limits?: Partial<Limits>
}

export interface Limits {
  /** Line ends that a quoted field may contain. */
  quoteLines: number
  /** Bytes that a quoted field may have. */
  quoteBytes: number
  /** Bytes that a record, and so an unquoted line, may have. */
  recordBytes: number
  /** Bytes that may be read in vain after stray quotes before quotes must close on their line. */
  lookaheadBytes: number
}

export const DEFAULT_LIMITS: Limits = {
  quoteLines: 1000,
  quoteBytes: 1024 * 1024,
  recordBytes: 16 * 1024 * 1024,
  lookaheadBytes: 64 * 1024 * 1024,
}

/** What the scanner finds wrong with a record. */
export type ScanReason =
  | 'ragged'
  | 'text_after_quote'
  | 'unclosed_quote'
  | 'undecodable'
  | 'nul'
  | 'too_long'

export type MalformedReason = ScanReason | 'not_an_object'

export interface MalformedRecord {
  /** Number of the record in its source, counted from firstNumber, well-formed ones included. */
  number: number
  /** First and last physical line, from 1. */
  lineFrom: number
  lineTo: number
  /** As they stand in the file, without the line end that closes the record. */
  bytes: Buffer
  reason: MalformedReason
  /** For people, such as "3 fields where 5 are expected". */
  detail: string
}

export interface LineEnds {
  lf: number
  crlf: number
  cr: number
}

export interface CopyOptions {
  /** CSV text between the line number and the first field, its trailing delimiter included. */
  constant: string
  /** Number of the file's first record; a second part goes on where the first one ended. */
  firstNumber: number
  onMalformed(record: MalformedRecord): void | Promise<void>
  signal?: AbortSignal
  /** Called after each chunk with the bytes read so far. */
  onProgress?(bytesRead: number): void
}
