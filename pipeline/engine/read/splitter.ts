/**
 * The record splitter for what the scanner does not know: delimiters of several characters, other
 * quotes, escapes and record ends, comments. It keeps the scanner's promises (no neighbour is lost
 * to a stray quote, bounded memory) and costs a third of its speed.
 */
import { afterLineEnd, CR, findLineEnd, LF, QUOTE } from './bytes'
import { BLANK, END, MALFORMED, MORE, PASSED, RECORD } from './outcome'
import { DEFAULT_LIMITS, type Dialect, type Limits, type MalformedReason } from './types'

/** Finds one record at a time, and its fields. */
export interface Splitter {
  /** Outcome of scan(), see outcome.ts. */
  scan(bytes: Buffer, start: number, end: number, final: boolean): number
  /** Content of the record is [start, end), the next begins at next; physical lines consumed. */
  readonly end: number
  readonly next: number
  readonly lines: number
  readonly cells: readonly Buffer[]
  /** Which cells stood in quotes. */
  readonly quoted: readonly boolean[]
  readonly reason: MalformedReason
  readonly detail: string
  /** Why a line is no record, when it is none. */
  readonly passed: string
}

export class DialectSplitter implements Splitter {
  end = 0
  next = 0
  lines = 0
  cells: Buffer[] = []
  quoted: boolean[] = []
  reason: MalformedReason = 'ragged'
  detail = ''
  passed = ''
  private windowEnd = 0
  private windowFinal = false
  private readonly delimiter: Buffer
  private readonly quote: number
  private readonly escape: number
  private readonly recordEnd: Buffer | undefined
  private readonly comment: Buffer | undefined
  private readonly limits: Limits

  /** @param expected number of fields, 0: any; a single one makes an empty line a record */
  constructor(
    dialect: Dialect & { delimiter: string },
    private readonly expected: number,
    limits: Partial<Limits> = {},
  ) {
    const byte = (text: string | undefined) => (text ? text.charCodeAt(0) : -1)
    this.delimiter = Buffer.from(dialect.delimiter)
    this.quote = dialect.quote === false ? -1 : dialect.quote ? byte(dialect.quote) : QUOTE
    this.escape = dialect.escape ? byte(dialect.escape) : this.quote
    const { recordEnd } = dialect
    this.recordEnd = recordEnd === undefined ? undefined : Buffer.from(recordEnd)
    this.comment = dialect.comment ? Buffer.from(dialect.comment) : undefined
    this.limits = { ...DEFAULT_LIMITS, ...limits }
  }

  scan(bytes: Buffer, start: number, end: number, final: boolean): number {
    if (start >= end) return final ? END : MORE
    this.cells = []
    this.quoted = []
    this.lines = 0
    this.windowEnd = end
    this.windowFinal = final
    if (this.comment?.equals(bytes.subarray(start, Math.min(end, start + this.comment.length)))) {
      this.passed = 'comments'
      return this.wholeLine(bytes, start, end, final) ?? PASSED
    }
    let i = start
    for (;;) {
      const outcome =
        bytes[i] === this.quote && i < end
          ? this.quotedCell(bytes, start, i, end, final)
          : this.plainCell(bytes, start, i, end, final)
      if (typeof outcome === 'object') return outcome.done
      i = outcome
    }
  }

  /** Where the delimiter, or the record's end, is at i: bytes of it; 0 for none, -1 undecided. */
  private at(mark: Buffer | undefined, bytes: Buffer, i: number, end: number, final: boolean) {
    if (!mark) {
      const byte = bytes[i]
      if (byte !== LF && byte !== CR) return 0
      const next = afterLineEnd(bytes, i, end, final)
      return next < 0 ? -1 : next - i
    }
    if (bytes[i] !== mark[0]) return 0
    for (let k = 1; k < mark.length; k++) {
      if (i + k >= end) return final ? 0 : -1
      if (bytes[i + k] !== mark[k]) return 0
    }
    return mark.length
  }

  private plainCell(bytes: Buffer, start: number, from: number, end: number, final: boolean) {
    const escaped = this.escape >= 0 && this.escape !== this.quote
    let text: Buffer[] | undefined
    let kept = from
    const hard = start + this.limits.recordBytes
    for (let i = from; ; i++) {
      if (i >= hard) return { done: this.fault(bytes, start, end, final, 'too_long', 'too long') }
      const over = i >= end
      if (over && !final) return { done: MORE }
      const delimiter = over ? 0 : this.at(this.delimiter, bytes, i, end, final)
      const close = over ? 0 : this.at(this.recordEnd, bytes, i, end, final)
      if (delimiter < 0 || close < 0) return { done: MORE }
      if (over || delimiter > 0 || close > 0) {
        const rest = bytes.subarray(kept, i)
        this.cells.push(text ? Buffer.concat([...text, rest]) : rest)
        this.quoted.push(false)
        if (delimiter > 0 && close <= delimiter) return i + delimiter
        return { done: this.finish(bytes, start, i, i + close) }
      }
      if (escaped && bytes[i] === this.escape && i + 1 < end && this.special(bytes, i + 1, end)) {
        text ??= []
        text.push(bytes.subarray(kept, i))
        kept = ++i
      }
    }
  }

  /** What an escape takes its meaning from. */
  private special(bytes: Buffer, i: number, end: number): boolean {
    const byte = bytes[i]
    return (
      byte === this.quote ||
      byte === this.escape ||
      this.at(this.delimiter, bytes, i, end, true) > 0
    )
  }

  private quotedCell(bytes: Buffer, start: number, open: number, end: number, final: boolean) {
    const { quote, escape: before, limits } = this
    const field = this.cells.length + 1
    const text: Buffer[] = []
    let kept = open + 1
    let lineEnds = 0
    for (let i = open + 1; ; i++) {
      if (i >= end) {
        if (!final) return { done: MORE }
        return { done: this.unclosed(bytes, start, end, final, field) }
      }
      const byte = bytes[i]
      if (byte === LF || (byte === CR && bytes[i + 1] !== LF)) lineEnds++
      if (lineEnds > limits.quoteLines || i - open > limits.quoteBytes) {
        return { done: this.unclosed(bytes, start, end, final, field) }
      }
      const last = i + 1 >= end
      if (last && !final && (byte === quote || byte === before)) return { done: MORE }
      if (byte === before && !last && (bytes[i + 1] === quote || bytes[i + 1] === before)) {
        text.push(bytes.subarray(kept, i))
        kept = ++i
        continue
      }
      if (byte !== quote) continue
      const after = i + 1
      text.push(bytes.subarray(kept, i))
      const delimiter = last ? 0 : this.at(this.delimiter, bytes, after, end, final)
      const close = last ? 0 : this.at(this.recordEnd, bytes, after, end, final)
      if (delimiter < 0 || close < 0) return { done: MORE }
      if (!last && delimiter === 0 && close === 0) {
        const detail = `text after the closing quote of field ${field}`
        return { done: this.fault(bytes, start, end, final, 'text_after_quote', detail) }
      }
      this.cells.push(text.length === 1 ? (text[0] as Buffer) : Buffer.concat(text))
      this.quoted.push(true)
      this.lines += lineEnds
      if (delimiter > 0 && close <= delimiter) return after + delimiter
      return { done: this.finish(bytes, start, after, after + close) }
    }
  }

  private unclosed(bytes: Buffer, start: number, end: number, final: boolean, field: number) {
    const { quoteLines, quoteBytes } = this.limits
    const bound = `within ${quoteLines} lines or ${quoteBytes} bytes or by the end of the file`
    const detail = `the quote opened in field ${field} is not closed ${bound}`
    return this.fault(bytes, start, end, final, 'unclosed_quote', detail)
  }

  private finish(bytes: Buffer, start: number, contentEnd: number, next: number): number {
    this.end = contentEnd
    this.next = next
    const inner = this.lines
    if (next > contentEnd) this.lines++
    if (contentEnd === start) {
      // In a file of one column an empty line is a NULL, unless it is the last line.
      const follows = next < this.windowEnd
      if (this.expected !== 1 || (!follows && this.windowFinal)) return BLANK
      if (!follows) return MORE
    }
    if (this.expected === 0 || this.cells.length === this.expected) return RECORD
    const count = `${this.cells.length} ${this.cells.length === 1 ? 'field' : 'fields'}`
    const detail = `${count} where ${this.expected} are expected`
    if (inner === 0) {
      this.reason = 'ragged'
      this.detail = detail
      return MALFORMED
    }
    const span = `${detail}, when read on over ${inner} line ends`
    return this.fault(bytes, start, next, true, 'ragged', span)
  }

  /** Malformed with its first physical line only, so that no neighbour goes with it. */
  private fault(
    bytes: Buffer,
    start: number,
    end: number,
    final: boolean,
    reason: MalformedReason,
    detail: string,
  ): number {
    this.reason = reason
    this.detail = detail
    return this.wholeLine(bytes, start, end, final) ?? MALFORMED
  }

  /** Takes the physical line at start; MORE where its end does not show. */
  private wholeLine(bytes: Buffer, start: number, end: number, final: boolean) {
    const hard = Math.min(end, start + this.limits.recordBytes)
    this.lines = 0
    let at = start
    if (this.recordEnd) {
      const found = bytes.subarray(start, hard).indexOf(this.recordEnd)
      at = found < 0 ? hard : start + found
      this.next = found < 0 ? hard : at + this.recordEnd.length
    } else {
      at = findLineEnd(bytes, start, hard)
      this.next = at === hard ? hard : afterLineEnd(bytes, at, end, final)
    }
    if ((at === end && !final) || this.next < 0) return MORE
    this.end = at
    if (this.next > at) this.lines = 1
    return undefined
  }
}
