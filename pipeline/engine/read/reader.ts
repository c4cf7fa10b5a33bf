/** Walks the records of a file window by window, numbers them and tells good from malformed. */
import { isAscii, isUtf8 } from 'node:buffer'
import { DeliveryRefused } from '@/lib/shared/errors'
import { QUOTE } from './bytes'
import { BOM, bomLength, completeUtf8, decode, utf8Evidence } from './encoding'
import { FieldSpans, fieldBytes } from './fields'
import { fold } from './names'
import { BLANK, END, MALFORMED, MORE } from './outcome'
import { PassedOver } from './passed'
import { RecordScanner } from './scanner'
import type { Sink } from './sinks'
import {
  DEFAULT_LIMITS,
  type Encoding,
  type Limits,
  type LineEnds,
  type MalformedRecord,
} from './types'
import type { FileWindow } from './window'

/** A longer record is no header; headers end within the first bytes of a file anyway. */
const MAX_HEADER_BYTES = 64 * 1024

export interface ReaderOptions {
  delimiter: string
  /** Name of the file, for messages. */
  file: string
  encoding: Encoding
  /** Names of the columns as the file has them. */
  header: readonly string[]
  /** Every record ends with a delimiter that the header does not have. */
  trailing: boolean
  limits: Partial<Limits>
  /** Number and physical line of the first record. */
  number: number
  line: number
}

/** Why step() came back. */
export type Step = 'more' | 'full' | 'malformed' | 'end'

/** What walks the records of a window into a sink. */
export interface WindowReader {
  /** Set when step() says 'malformed'. */
  readonly record: MalformedRecord | undefined
  readonly received: number
  readonly malformed: number
  readonly lineEnds: LineEnds
  readonly quotedFields: number
  readonly totalFields: number
  /** To be called after each change of the window. */
  windowChanged(): void
  /** Reads records into the sink until something is to be done. */
  step(): Step
  /** What was forgiven or passed over, in words, once all is read. */
  notes(): string[]
}

export class RecordReader implements WindowReader {
  readonly scanner: RecordScanner
  /** Set when step() says 'malformed'. */
  record: MalformedRecord | undefined
  received = 0
  malformed = 0
  private readonly fields: number
  private readonly delimiter: number
  private readonly names: readonly string[]
  /** 1 for bytes with which a header may begin: all other records need no second look. */
  private readonly headerBytes = new Uint8Array(256)
  private readonly spans = new FieldSpans()
  private readonly over = new PassedOver()
  private number: number
  private line: number
  /** All bytes of the window are known to be valid, so records need no look of their own. */
  private windowIsValid = true

  constructor(
    private readonly window: FileWindow,
    private readonly sink: Sink,
    private readonly options: ReaderOptions,
  ) {
    const { delimiter, encoding, header, trailing, limits } = options
    this.fields = header.length + (trailing ? 1 : 0)
    this.scanner = new RecordScanner(delimiter, encoding, this.fields, limits)
    this.delimiter = delimiter.charCodeAt(0)
    this.number = options.number
    this.line = options.line
    this.names = header.map(fold)
    // A header that comes again begins with one of its names, perhaps quoted or behind a mark.
    for (const c of this.names.flatMap((name) => [name, name.toUpperCase()])) {
      this.headerBytes[Buffer.from(c)[0] ?? 0] = 1
    }
    this.headerBytes[QUOTE] = this.headerBytes[0x20] = this.headerBytes[BOM[0] as number] = 1
    if (header.length < 2) this.headerBytes.fill(0)
  }

  get lineEnds(): LineEnds {
    const { lf, crlf, cr } = this.scanner
    return { lf, crlf, cr }
  }

  get quotedFields(): number {
    return this.scanner.quotedFields
  }

  get totalFields(): number {
    return this.scanner.totalFields
  }

  notes(): string[] {
    return this.over.notes()
  }

  /** Checks the bytes of the window at once, which is cheap. */
  windowChanged(): void {
    const { bytes, pos, end, final } = this.window
    if (this.options.encoding !== 'utf-8') return
    const whole = final ? end : completeUtf8(bytes, pos, end)
    const filled = bytes.subarray(pos, whole)
    this.windowIsValid = isAscii(filled) || isUtf8(filled)
  }

  step(): Step {
    const { window, scanner, sink } = this
    const { trailing } = this.options
    const { bytes, end, final } = window
    for (;;) {
      const start = window.pos
      const outcome = scanner.scan(bytes, start, end, final)
      if (outcome === MORE) return 'more'
      if (outcome === END) return 'end'
      window.pos = scanner.next
      const line = this.line
      this.line += scanner.lines
      if (outcome === BLANK) continue
      if (this.headerBytes[bytes[start] as number] === 1 && this.isHeader(bytes, start)) {
        this.over.add('repeated headers', line, this.text(bytes, start))
        continue
      }
      this.received++
      const number = this.number++
      let sound = outcome !== MALFORMED
      if (sound && (this.windowIsValid || isUtf8(bytes.subarray(start, scanner.end)))) {
        let contentEnd = scanner.end
        if (trailing && bytes[--contentEnd] !== this.delimiter) sound = false
        if (sound) {
          sink.record(bytes, start, contentEnd, number, line, scanner.bareQuote)
          if (sink.output.full) return 'full'
          continue
        }
        scanner.reason = 'ragged'
      } else if (sound) scanner.reason = 'undecodable'
      this.malformed++
      this.record = this.describe(Buffer.from(bytes.subarray(start, scanner.end)), number, line)
      return 'malformed'
    }
  }

  private text(bytes: Buffer, start: number): string {
    return decode(bytes.subarray(start, this.scanner.end), this.options.encoding)
  }

  /** Whether the record just scanned is the header once more, as where files were glued together. */
  private isHeader(bytes: Buffer, start: number): boolean {
    const { scanner, spans, names, options } = this
    const from = start + bomLength(bytes.subarray(start, start + 3))
    const length = scanner.end - from
    if (scanner.innerLines > 0 || length > MAX_HEADER_BYTES) return false
    spans.split(bytes, from, scanner.end, this.delimiter)
    if (spans.count < names.length || spans.count > this.fields) return false
    const found: string[] = []
    for (let i = 0; i < spans.count; i++) {
      const field = fieldBytes(bytes, spans.starts[i] as number, spans.ends[i] as number)
      found.push(fold(decode(field, options.encoding)))
    }
    return isHeaderAgain(found, names, options)
  }

  private describe(bytes: Buffer, number: number, line: number): MalformedRecord {
    const { scanner } = this
    const lineTo = line + scanner.innerLines
    const detail = this.detail(bytes, line)
    return { number, lineFrom: line, lineTo, bytes, reason: scanner.reason, detail }
  }

  private detail(bytes: Buffer, line: number): string {
    const { scanner, options, fields: expected } = this
    const limits = { ...DEFAULT_LIMITS, ...options.limits }
    const { faultField, faultLines, fields, part } = scanner
    const elsewhere = faultLines > scanner.innerLines
    switch (scanner.reason) {
      case 'ragged': {
        if (fields === expected) return `text where all other records end with a delimiter`
        const count = `${fields} ${fields === 1 ? 'field' : 'fields'} where ${expected} `
        const span = elsewhere ? `, when read on to line ${line + faultLines}` : ''
        return `${count}${expected === 1 ? 'is' : 'are'} expected${span}`
      }
      case 'text_after_quote':
        if (!elsewhere) return `text after the closing quote of field ${faultField}`
        return `the quote opened in field ${faultField} closes on line ${line + faultLines} with text after it`
      case 'unclosed_quote': {
        const bound = `within ${limits.quoteLines} lines or ${limits.quoteBytes} bytes`
        return `the quote opened in field ${faultField} is not closed ${bound} or by the end of the file`
      }
      case 'nul':
        return `NUL byte at byte ${bytes.indexOf(0) + 1}`
      case 'undecodable':
        return undecodable(bytes, options.encoding)
      case 'too_long':
        if (elsewhere) return `with its quoted line ends longer than ${limits.recordBytes} bytes`
        return `part ${part} of a line of ${limits.recordBytes} bytes or more`
    }
  }
}

/**
 * Whether folded fields are the header once more.
 * @throws DeliveryRefused when they are its names in another order: what follows would be mixed up
 */
export function isHeaderAgain(
  found: readonly string[],
  names: readonly string[],
  { file }: { file: string },
): boolean {
  if (names.length < 2) return false
  const same = (field: string, i: number) =>
    field === (names[i] ?? '') || (field === '' && unnamed(names[i], i))
  if (found.every(same)) return found.some((field) => field !== '')
  const known = new Set(names)
  if (new Set(found).size < found.length || !found.every((field) => known.has(field))) return false
  const message = `${file} has a second header with its columns in another order: ${found.join(', ')}`
  const hint = 'Two files were put together; deliver them as two parts'
  throw new DeliveryRefused('no_header', message, { file }, hint)
}

const unnamed = (name: string | undefined, i: number): boolean => name === `column ${i + 1}`

/** Where a record has the first byte that is no character. */
export function undecodable(bytes: Buffer, encoding: Encoding): string {
  const at =
    encoding === 'utf-8'
      ? utf8Evidence(bytes).first
      : bytes.findIndex((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return `byte 0x${hex} at byte ${at + 1} is no ${encoding}`
}
