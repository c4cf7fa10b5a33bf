/**
 * The record scanner: finds one record at a time in a window of bytes. It decides nothing from
 * how the bytes were cut into chunks: where the window does not show enough it answers MORE.
 */
import {
  afterLineEnd,
  byteClasses,
  CARRIAGE_RETURN,
  CR,
  DELIMITER,
  findLineEnd,
  LF,
  LINE_FEED,
  NUL,
  PLAIN,
  QUOTATION,
  QUOTE,
  UNDEFINED,
} from './bytes'
import { BLANK, END, MALFORMED, MORE, Outcome, RECORD } from './outcome'
import { DEFAULT_LIMITS, type Encoding, type Limits, type ScanReason } from './types'

/** Outcomes of quotedField() beside an offset. */
const UNDECIDED = -1
const FAULT = -2
const TOO_LONG = -3

export class RecordScanner extends Outcome {
  private readonly plain: Uint8Array
  private readonly quoted: Uint8Array
  private readonly delimiter: number
  private probe: RecordScanner | undefined
  private hasNul = false
  private hasUndefined = false

  /** @param expected number of fields of a well-formed record, 0: any */
  constructor(
    private readonly delimiterText: string,
    private readonly encoding: Encoding,
    private readonly expected: number,
    limits: Partial<Limits> = {},
  ) {
    super({ ...DEFAULT_LIMITS, ...limits })
    this.delimiter = delimiterText.charCodeAt(0)
    this.plain = byteClasses(this.delimiter, encoding)
    this.quoted = byteClasses(-1, encoding)
  }

  /**
   * Scans the record at start.
   * @param end bytes of the window that are filled
   * @param final the file ends where the window does
   */
  scan(bytes: Uint8Array, start: number, end: number, final: boolean): number {
    if (start === end) return final ? END : MORE
    if (this.longLineGoesOn) return this.longLine(bytes, start, end, final)
    const { plain, limits } = this
    const hard = start + limits.recordBytes
    const stop = Math.min(hard, end)
    let i = start
    let fields = 1
    let kind = 0
    let quotedFields = 0
    this.part = this.innerLines = this.innerLf = this.innerCrlf = this.innerCr = 0
    this.bareQuote = this.hasNul = this.hasUndefined = false
    for (;;) {
      for (; i < stop; i++) {
        kind = plain[bytes[i] as number] as number
        if (kind > DELIMITER) break
        fields += kind
      }
      if (i === stop) {
        if (stop === hard) return this.tooLong(bytes, start, end, final)
        if (!final) return MORE
        return this.finish(bytes, start, i, i, fields, quotedFields)
      }
      if (kind === LINE_FEED || kind === CARRIAGE_RETURN) {
        const next = afterLineEnd(bytes, i, end, final)
        if (next < 0) return MORE
        if (i === start) return this.blank(bytes, start, next, end, final)
        return this.finish(bytes, start, i, next, fields, quotedFields)
      }
      if (kind === NUL) this.hasNul = true
      else if (kind === UNDEFINED) this.hasUndefined = true
      else if (i > start && bytes[i - 1] !== this.delimiter) this.bareQuote = true
      else {
        const closed = this.quotedField(bytes, start, i, stop, end, final, fields)
        if (closed === UNDECIDED) return MORE
        if (closed === FAULT) return MALFORMED
        if (closed === TOO_LONG) return this.tooLong(bytes, start, end, final)
        quotedFields++
        i = closed
        continue
      }
      i++
    }
  }

  /** Reads a quoted field; gives the offset after its closing quote, or a negative outcome. */
  private quotedField(
    bytes: Uint8Array,
    start: number,
    open: number,
    stop: number,
    end: number,
    final: boolean,
    field: number,
  ): number {
    const { quoted, limits } = this
    const quoteEnd = open + 1 + limits.quoteBytes
    const bound = Math.min(quoteEnd, stop)
    const linesBefore = this.innerLines
    let i = open + 1
    let kind = 0
    for (;;) {
      for (; i < bound; i++) {
        kind = quoted[bytes[i] as number] as number
        if (kind !== PLAIN) break
      }
      if (i >= bound) {
        if (i >= quoteEnd) return this.fault(bytes, start, i, end, final, 'unclosed_quote', field)
        if (stop === start + limits.recordBytes) return TOO_LONG
        if (!final) return UNDECIDED
        return this.fault(bytes, start, i, end, final, 'unclosed_quote', field)
      }
      if (kind === QUOTATION) {
        if (i + 1 === end) return final ? i + 1 : UNDECIDED
        if (bytes[i + 1] === QUOTE) {
          i += 2
          continue
        }
        const after = this.plain[bytes[i + 1] as number] as number
        if (after === DELIMITER || after === LINE_FEED || after === CARRIAGE_RETURN) return i + 1
        return this.fault(bytes, start, i + 1, end, final, 'text_after_quote', field)
      }
      if (kind === LINE_FEED || kind === CARRIAGE_RETURN) {
        const next = afterLineEnd(bytes, i, end, final)
        if (next < 0) return UNDECIDED
        if (this.innerLines === 0) {
          this.firstEnd = i
          this.firstNext = next
        }
        this.innerLines++
        if (kind === LINE_FEED) this.innerLf++
        else if (next === i + 1) this.innerCr++
        else this.innerCrlf++
        const tooMany = this.innerLines - linesBefore > limits.quoteLines
        if (tooMany || this.lookaheadIsSpent()) {
          return this.fault(bytes, start, i, end, final, 'unclosed_quote', field)
        }
        i = next
        continue
      }
      if (kind === NUL) this.hasNul = true
      else this.hasUndefined = true
      i++
    }
  }

  /** A line that holds nothing: a NULL in a file of one column, unless the file ends with it. */
  private blank(bytes: Uint8Array, start: number, next: number, end: number, final: boolean) {
    if (this.expected === 1) {
      if (next < end) return this.finish(bytes, start, start, next, 1, 0)
      if (!final) return MORE
    }
    this.settle(bytes, start, start, next)
    return BLANK
  }

  /** The record's end is found: is it well-formed? */
  private finish(
    bytes: Uint8Array,
    start: number,
    contentEnd: number,
    next: number,
    fields: number,
    quotedFields: number,
  ): number {
    this.fields = fields
    const ragged = this.expected !== 0 && fields !== this.expected
    if (ragged || this.hasNul || this.hasUndefined) {
      this.reason = ragged ? 'ragged' : this.hasNul ? 'nul' : 'undecodable'
      this.faultField = 0
      this.faultLines = this.innerLines
      if (ragged && this.innerLines > 0 && this.swallowsRecord(bytes, contentEnd)) {
        return this.firstLineOnly(bytes, start, next)
      }
      this.settle(bytes, start, contentEnd, next)
      return MALFORMED
    }
    this.quotedFields += quotedFields
    this.totalFields += fields
    this.settle(bytes, start, contentEnd, next)
    return RECORD
  }

  /** A fault at offset `at`: the record is the physical line on which it starts. */
  private fault(
    bytes: Uint8Array,
    start: number,
    at: number,
    end: number,
    final: boolean,
    reason: ScanReason,
    field: number,
  ): number {
    this.reason = reason
    this.faultField = field
    this.faultLines = this.innerLines
    if (this.innerLines > 0) {
      this.firstLineOnly(bytes, start, at)
      return FAULT
    }
    const hard = start + this.limits.recordBytes
    const lineEnd = findLineEnd(bytes, at, Math.min(end, hard))
    if (lineEnd === hard) return TOO_LONG
    if (lineEnd === end && !final) return UNDECIDED
    const next = lineEnd === end ? end : afterLineEnd(bytes, lineEnd, end, final)
    if (next < 0) return UNDECIDED
    this.settle(bytes, start, lineEnd, next)
    return FAULT
  }

  /** No end within recordBytes: a physical line of that length becomes parts, none is dropped. */
  private tooLong(bytes: Uint8Array, start: number, end: number, final: boolean): number {
    this.reason = 'too_long'
    this.faultField = 0
    this.faultLines = this.innerLines
    if (this.innerLines > 0)
      return this.firstLineOnly(bytes, start, start + this.limits.recordBytes)
    return this.longLine(bytes, start, end, final)
  }

  /**
   * Is one of the lines after the first, read on its own, a record of the expected shape? One
   * with a bare quote is no witness: the tail of an honest multi-line field looks just like it,
   * and would become a record that nobody delivered.
   */
  private swallowsRecord(bytes: Uint8Array, contentEnd: number): boolean {
    this.probe ??= new RecordScanner(this.delimiterText, this.encoding, this.expected, this.limits)
    for (let from = this.firstNext; from <= contentEnd; ) {
      const to = findLineEnd(bytes, from, contentEnd)
      const sound = this.probe.scan(bytes, from, to, true) === RECORD
      if (sound && !this.probe.bareQuote) return true
      from = bytes[to] === CR && bytes[to + 1] === LF ? to + 2 : to + 1
    }
    return false
  }
}
