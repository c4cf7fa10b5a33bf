/** A growing buffer of output bytes; full ones are handed on and never written again. */
import { QUOTE } from './bytes'

/** Above this, copying by TypedArray.set is faster than byte by byte. */
const LONG_FIELD = 160

export class Output {
  private buffer: Buffer
  private length = 0

  /**
   * @param flushBytes size from which a chunk is worth handing on
   * @param table UTF-8 bytes of each byte value, for single-byte encodings
   */
  constructor(
    private readonly flushBytes: number,
    private readonly table: Buffer[] | undefined,
  ) {
    this.buffer = Buffer.allocUnsafeSlow(flushBytes + flushBytes / 4)
  }

  get full(): boolean {
    return this.length >= this.flushBytes
  }

  /** Hands over what was written; undefined when nothing was. */
  take(): Buffer | undefined {
    if (this.length === 0) return undefined
    const chunk = this.buffer.subarray(0, this.length)
    this.buffer = Buffer.allocUnsafeSlow(this.flushBytes + this.flushBytes / 4)
    this.length = 0
    return chunk
  }

  /** Makes room for a record of so many input bytes, whatever becomes of them. */
  reserve(inputBytes: number, extraBytes: number): void {
    const needed = this.length + inputBytes * (this.table ? 3 : 2) + extraBytes
    if (needed <= this.buffer.length) return
    const larger = Buffer.allocUnsafeSlow(needed)
    larger.set(this.buffer.subarray(0, this.length))
    this.buffer = larger
  }

  byte(value: number): void {
    this.buffer[this.length++] = value
  }

  /** Decimal digits of a non-negative integer. */
  integer(value: number): void {
    const { buffer } = this
    let digits = 1
    for (let bound = 10; bound <= value; bound *= 10) digits++
    let at = this.length + digits
    this.length = at
    while (at > this.length - digits) {
      const rest = Math.floor(value / 10)
      buffer[--at] = 0x30 + value - rest * 10
      value = rest
    }
  }

  /** Bytes that are UTF-8 already. */
  verbatim(bytes: Uint8Array): void {
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Bytes [start, end) of the file, in UTF-8. */
  copy(bytes: Uint8Array, start: number, end: number): void {
    const { buffer, table } = this
    let at = this.length
    if (table) {
      for (let i = start; i < end; i++) {
        const byte = bytes[i] as number
        if (byte < 0x80) buffer[at++] = byte
        else for (const part of table[byte] as Buffer) buffer[at++] = part
      }
    } else if (end - start > LONG_FIELD) {
      buffer.set(bytes.subarray(start, end), at)
      at += end - start
    } else {
      for (let i = start; i < end; i++) buffer[at++] = bytes[i] as number
    }
    this.length = at
  }

  /**
   * One field. Quoted ones stay as they are; an unquoted one is quoted when it holds a quote or
   * the byte `special`. So an empty field and "" stay what they were.
   */
  field(bytes: Uint8Array, start: number, end: number, special: number): void {
    let plain = true
    if (start < end && bytes[start] !== QUOTE) {
      for (let i = start; plain && i < end; i++) plain = bytes[i] !== QUOTE && bytes[i] !== special
    }
    if (plain) {
      this.copy(bytes, start, end)
      return
    }
    this.byte(QUOTE)
    for (let i = start; i < end; i++) {
      if (bytes[i] === QUOTE) this.byte(QUOTE)
      this.copy(bytes, i, i + 1)
    }
    this.byte(QUOTE)
  }

  /** Text as a quoted field. */
  quotedText(text: string): void {
    const bytes = Buffer.from(`"${text.replaceAll('"', '""')}"`)
    this.reserve(0, bytes.length + 1)
    this.verbatim(bytes)
  }
}
