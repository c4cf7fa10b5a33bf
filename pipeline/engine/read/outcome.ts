/** What one scan() found, how it is taken as consumed, and the bounds that keep it linear. */
import { afterLineEnd, findLineEnd, LF } from './bytes'
import type { Limits, ScanReason } from './types'

/** Outcomes of scan(). */
export const MORE = 0
export const END = 1
export const BLANK = 2
export const RECORD = 3
export const MALFORMED = 4
/** A line that is no record, by declaration or by the form of the file. */
export const PASSED = 5

export abstract class Outcome {
  /** Content of the record is [start, end) of the window, the next record starts at next. */
  end = 0
  next = 0
  /** Fields seen; physical line ends consumed between start and next. */
  fields = 0
  lines = 0
  /** Line ends inside the record. */
  innerLines = 0
  /** A quote stands inside an unquoted field, which PostgreSQL would read differently. */
  bareQuote = false
  reason: ScanReason = 'ragged'
  /** Of the fault: line ends between the record's start and the place, and 1-based field. */
  faultLines = 0
  faultField = 0
  /** Part of a line longer than the limit, from 1; 0 for all other records. */
  part = 0
  /** Totals since construction. */
  lf = 0
  crlf = 0
  cr = 0
  quotedFields = 0
  totalFields = 0

  protected consumed = 0
  protected wasted = 0
  /** End and successor of the record's first physical line once a quote runs over it. */
  protected firstEnd = 0
  protected firstNext = 0
  protected innerLf = 0
  protected innerCrlf = 0
  protected innerCr = 0
  protected longLineGoesOn = false

  protected constructor(protected readonly limits: Limits) {}

  /** Takes [start, next) as consumed and counts its line ends. */
  protected settle(bytes: Uint8Array, start: number, contentEnd: number, next: number): void {
    this.end = contentEnd
    this.next = next
    this.consumed += next - start
    this.lines = this.innerLines
    if (this.innerLines > 0) {
      this.lf += this.innerLf
      this.crlf += this.innerCrlf
      this.cr += this.innerCr
    }
    if (next === contentEnd) return
    this.lines++
    if (bytes[contentEnd] === LF) this.lf++
    else if (next === contentEnd + 1) this.cr++
    else this.crlf++
  }

  /** Malformed with its first physical line only, so that a stray quote takes no neighbours along. */
  protected firstLineOnly(bytes: Uint8Array, start: number, reached: number): number {
    this.wasted += reached - this.firstNext
    this.innerLines = 0
    this.settle(bytes, start, this.firstEnd, this.firstNext)
    return MALFORMED
  }

  protected longLine(bytes: Uint8Array, start: number, end: number, final: boolean): number {
    const hard = start + this.limits.recordBytes
    const lineEnd = findLineEnd(bytes, start, Math.min(end, hard))
    this.innerLines = 0
    this.reason = 'too_long'
    if (lineEnd === hard) {
      this.part++
      this.longLineGoesOn = true
      this.settle(bytes, start, hard, hard)
      return MALFORMED
    }
    if (lineEnd === end && !final) return MORE
    const next = lineEnd === end ? end : afterLineEnd(bytes, lineEnd, end, final)
    if (next < 0) return MORE
    this.part++
    this.longLineGoesOn = false
    this.settle(bytes, start, lineEnd, next)
    return lineEnd === start ? BLANK : MALFORMED
  }

  /** Crafted files could make every line look far ahead; what is read in vain is bounded. */
  protected lookaheadIsSpent(): boolean {
    return this.wasted > 8 * this.consumed + this.limits.lookaheadBytes
  }
}
