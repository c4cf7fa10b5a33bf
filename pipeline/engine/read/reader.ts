/** Walks the records of a file window by window, numbers them and tells good from malformed. */
import { isAscii, isUtf8 } from 'node:buffer'
import { completeUtf8, utf8Evidence } from './encoding'
import { BLANK, END, MALFORMED_RECORD, MORE } from './outcome'
import { RecordScanner } from './scanner'
import type { Sink } from './sinks'
import { DEFAULT_LIMITS, type Encoding, type Limits, type MalformedRecord } from './types'
import type { FileWindow } from './window'

export interface ReaderOptions {
  delimiter: string
  encoding: Encoding
  /** Fields of a well-formed record. */
  fields: number
  limits: Partial<Limits>
  /** Number and physical line of the first record. */
  number: number
  line: number
}

/** Why step() came back. */
export type Step = 'more' | 'full' | 'malformed' | 'end'

export class RecordReader {
  readonly scanner: RecordScanner
  /** Set when step() says 'malformed'. */
  record: MalformedRecord | undefined
  received = 0
  malformed = 0
  private number: number
  private line: number
  /** All bytes of the window are known to be valid, so records need no look of their own. */
  private windowIsValid = true

  constructor(
    private readonly window: FileWindow,
    private readonly sink: Sink,
    private readonly options: ReaderOptions,
  ) {
    const { delimiter, encoding, fields, limits } = options
    this.scanner = new RecordScanner(delimiter, encoding, fields, limits)
    this.number = options.number
    this.line = options.line
  }

  /** To be called after each change of the window: checks its bytes at once, which is cheap. */
  windowChanged(): void {
    const { bytes, pos, end, final } = this.window
    if (this.options.encoding !== 'utf-8') return
    const whole = final ? end : completeUtf8(bytes, pos, end)
    const filled = bytes.subarray(pos, whole)
    this.windowIsValid = isAscii(filled) || isUtf8(filled)
  }

  /** Reads records into the sink until something is to be done. */
  step(): Step {
    const { window, scanner, sink } = this
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
      this.received++
      const number = this.number++
      const sound = outcome !== MALFORMED_RECORD
      if (sound && (this.windowIsValid || isUtf8(bytes.subarray(start, scanner.end)))) {
        sink.record(bytes, start, scanner.end, number, line, scanner.bareQuote)
        if (sink.output.full) return 'full'
        continue
      }
      if (sound) scanner.reason = 'undecodable'
      this.malformed++
      this.record = this.describe(Buffer.from(bytes.subarray(start, scanner.end)), number, line)
      return 'malformed'
    }
  }

  private describe(bytes: Buffer, number: number, line: number): MalformedRecord {
    const { scanner } = this
    const lineTo = line + scanner.innerLines
    const detail = this.detail(bytes, line)
    return { number, lineFrom: line, lineTo, bytes, reason: scanner.reason, detail }
  }

  private detail(bytes: Buffer, line: number): string {
    const { scanner, options } = this
    const limits = { ...DEFAULT_LIMITS, ...options.limits }
    const { faultField, faultLines, fields, part } = scanner
    const elsewhere = faultLines > scanner.innerLines
    switch (scanner.reason) {
      case 'ragged': {
        const count = `${fields} ${fields === 1 ? 'field' : 'fields'} where ${options.fields} `
        const span = elsewhere ? `, when read on to line ${line + faultLines}` : ''
        return `${count}${options.fields === 1 ? 'is' : 'are'} expected${span}`
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

function undecodable(bytes: Buffer, encoding: Encoding): string {
  const at =
    encoding === 'utf-8'
      ? utf8Evidence(bytes).first
      : bytes.findIndex((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return `byte 0x${hex} at byte ${at + 1} is no ${encoding}`
}
