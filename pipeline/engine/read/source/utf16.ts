/**
 * UTF-16 as UTF-8, piece by piece and without loss: what is no character (half of a pair, half of a
 * code unit) becomes bytes that no UTF-8 has, so that its record is set aside, and comes back as it
 * stood when the record's bytes are kept.
 */
import type { ByteStream } from './byte-stream'

export type WideEncoding = 'utf-16le' | 'utf-16be'

const PIECE_BYTES = 256 * 1024
/** Marks the odd byte at the end of a file; it is never part of UTF-8. */
const ODD = 0xff

/** The stream's bytes in UTF-8; the byte order mark becomes that of UTF-8. */
export async function* fromUtf16(
  stream: ByteStream,
  encoding: WideEncoding,
): AsyncGenerator<Buffer, void, undefined> {
  const rest = Buffer.alloc(4)
  let kept = 0
  for (;;) {
    const bytes = Buffer.allocUnsafe(PIECE_BYTES)
    if (kept > 0) bytes.set(rest.subarray(0, kept))
    const more = await stream.read(bytes, kept, PIECE_BYTES - kept)
    const length = kept + more
    if (more === 0) {
      if (kept > 0) yield lastPiece(bytes.subarray(0, kept), encoding)
      return
    }
    // A pair, and a code unit, may be cut by the end of a piece.
    let whole = length - (length % 2)
    if (whole >= 2 && isHigh(unitAt(bytes, whole - 2, encoding))) whole -= 2
    kept = length - whole
    rest.set(bytes.subarray(whole, length))
    if (whole > 0) yield toUtf8(bytes.subarray(0, whole), encoding)
  }
}

function lastPiece(bytes: Buffer, encoding: WideEncoding): Buffer {
  const whole = bytes.length - (bytes.length % 2)
  const text = toUtf8(bytes.subarray(0, whole), encoding)
  if (whole === bytes.length) return text
  const odd = bytes[whole] as number
  return Buffer.concat([text, Buffer.from([ODD, 0x80 | (odd >> 4), 0x80 | (odd & 15)])])
}

function toUtf8(bytes: Buffer, encoding: WideEncoding): Buffer {
  const text = (encoding === 'utf-16be' ? swapped(bytes) : bytes).toString('utf16le')
  // String.prototype.isWellFormed is in Node 20; TypeScript's library knows it later.
  if (isWellFormed(text)) return Buffer.from(text, 'utf8')
  const parts: Buffer[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) {
      i++
      continue
    }
    parts.push(Buffer.from(text.slice(from, i), 'utf8'), loneUnit(unit))
    from = i + 1
  }
  parts.push(Buffer.from(text.slice(from), 'utf8'))
  return Buffer.concat(parts)
}

/** The bytes of a record as they stand in the file of wide characters. */
export function toUtf16(bytes: Buffer, encoding: WideEncoding): Buffer {
  const parts: Buffer[] = []
  let from = 0
  const flush = (to: number) => {
    if (to > from) parts.push(Buffer.from(bytes.subarray(from, to).toString('utf8'), 'utf16le'))
  }
  let odd: number | undefined
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === ODD) {
      flush(i)
      odd = (((bytes[i + 1] as number) & 15) << 4) | ((bytes[i + 2] as number) & 15)
      from = i + 3
      i += 2
    } else if (byte === 0xed && (bytes[i + 1] as number) >= 0xa0) {
      flush(i)
      const unit = 0xd000 | (((bytes[i + 1] as number) & 63) << 6) | ((bytes[i + 2] as number) & 63)
      parts.push(Buffer.from([unit & 255, unit >> 8]))
      from = i + 3
      i += 2
    }
  }
  flush(bytes.length)
  const little = Buffer.concat(parts)
  const whole = encoding === 'utf-16be' ? swapped(little) : little
  return odd === undefined ? whole : Buffer.concat([whole, Buffer.from([odd])])
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const isWellFormed = (text: string): boolean =>
  (text as string & { isWellFormed(): boolean }).isWellFormed()
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()

const loneUnit = (unit: number): Buffer =>
  Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)])

function unitAt(bytes: Buffer, at: number, encoding: WideEncoding): number {
  return encoding === 'utf-16be' ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)
}
