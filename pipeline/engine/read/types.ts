/** What the reader takes and gives; the only file that its callers need for types. */

export type Encoding = 'utf-8' | 'windows-1252' | 'latin1'
export type Delimiter = ',' | ';' | '|' | '\t'
export type Quoting = 'none' | 'some' | 'all'

export interface ExtractOptions {
  /** Declared columns, found in the header by name; 'all': whatever the header says is declared. */
  columns: readonly string[] | 'all'
  /** Declared columns that the file may lack. */
  optional?: readonly string[]
  /** Undefined: detected over the whole file, see encoding.ts. */
  encoding?: Encoding
  /** Undefined: detected from the header line, see header.ts. */
  delimiter?: Delimiter
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

export type MalformedReason =
  | 'ragged'
  | 'text_after_quote'
  | 'unclosed_quote'
  | 'undecodable'
  | 'nul'
  | 'too_long'

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
