/**
 * Encodings. Undeclared, the whole file is looked at before the first record: the first accent may
 * come late, and a file that is UTF-8 but for a damaged byte must not be read as windows-1252.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { DeliveryRefused } from '@/lib/shared/errors'
import type { ByteStream } from './source/byte-stream'
import type { WideEncoding } from './source/utf16'
import type { Encoding, FileEncoding } from './types'

const BLOCK_BYTES = 1024 * 1024
/** As many bytes that are no UTF-8, and hardly any sequence that is: no need to read on. */
const CLEAR_CASE = 1000

/** Code points of windows-1252 for the bytes 0x80 to 0x9F; undefined ones stand for themselves. */
const UPPER_1252 = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152,
  0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122,
  0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
]

/** UTF-8 bytes of each byte value of a single-byte encoding; undefined for UTF-8 itself. */
export function utf8Table(encoding: Encoding): Buffer[] | undefined {
  if (encoding === 'utf-8') return undefined
  return Array.from({ length: 256 }, (_, byte) => {
    const upper = encoding === 'windows-1252' ? UPPER_1252[byte - 0x80] : undefined
    return Buffer.from(String.fromCodePoint(upper ?? byte))
  })
}

/** Text of bytes in an encoding; what cannot be decoded becomes U+FFFD (utf-8) or C1 controls. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  if (encoding === 'utf-8') return bytes.toString('utf8')
  const text = bytes.toString('latin1')
  if (encoding === 'latin1') return text
  return text.replace(/[\x80-\x9f]/g, (c) =>
    String.fromCodePoint(UPPER_1252[c.charCodeAt(0) - 0x80] as number),
  )
}

/** The UTF-8 byte order mark. */
export const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Length of the UTF-8 byte order mark at the head of a file: 3 or 0. */
export const bomLength = (head: Buffer): number => (head.subarray(0, 3).equals(BOM) ? 3 : 0)

/**
 * UTF-16, told by its mark, or without one by its NUL bytes; undefined for all else.
 * @throws DeliveryRefused unsupported_encoding for UTF-32
 */
export function wideEncoding(head: Buffer, file: string): WideEncoding | undefined {
  const [a, b, c, d] = head
  const marked32 = a === 0xff && b === 0xfe && c === 0 && d === 0 && head.length > 3
  if (marked32 || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) {
    const hint = 'Save or export it as UTF-8, UTF-16 or windows-1252'
    throw new DeliveryRefused('unsupported_encoding', `${file} is UTF-32`, { file }, hint)
  }
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  // Without a mark: every second byte of Latin text is NUL.
  const sample = head.subarray(0, 64)
  let even = 0
  let odd = 0
  for (const [i, byte] of sample.entries()) if (byte === 0) i % 2 === 0 ? even++ : odd++
  const half = Math.floor(sample.length / 2)
  if (half < 2 || Math.max(even, odd) <= half * 0.8) return undefined
  return even > odd ? 'utf-16be' : 'utf-16le'
}

export interface EncodingEvidence {
  encoding: Encoding
  /** Sequences of several bytes (or blocks of them) that are UTF-8, and bytes that are not. */
  valid: number
  invalid: number
}

/** Text of bytes as they stand in a file. */
export function decodeFile(bytes: Buffer, encoding: FileEncoding): string {
  if (encoding === 'utf-16le') return bytes.toString('utf16le')
  if (encoding !== 'utf-16be') return decode(bytes, encoding)
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
}

/**
 * Decides between UTF-8 and windows-1252 from all the bytes of a stream.
 * Valid sequences of several bytes speak for UTF-8, and are all but impossible by chance; bytes
 * that fit nowhere speak against it; a tie goes to UTF-8, where a wrong guess shows.
 */
export async function detectEncoding(stream: ByteStream): Promise<EncodingEvidence> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  const seen = { valid: 0, invalid: 0 }
  let kept = 0
  for (;;) {
    const more = await stream.read(block, kept, BLOCK_BYTES - kept)
    const length = kept + more
    if (length === 0) break
    const whole = more === 0 ? length : completeUtf8(block, 0, length)
    const bytes = block.subarray(0, whole)
    if (!isAscii(bytes)) {
      const found = isUtf8(bytes) ? { valid: 1, invalid: 0 } : utf8Evidence(bytes)
      seen.valid += found.valid
      seen.invalid += found.invalid
    }
    if (more === 0 || (seen.invalid > CLEAR_CASE && seen.valid * 10 < seen.invalid)) break
    kept = length - whole
    block.copyWithin(0, whole, length)
  }
  return { encoding: seen.invalid > seen.valid ? 'windows-1252' : 'utf-8', ...seen }
}

/** What is worth saying of a file whose encoding nobody declared; undefined when it is clear. */
export function encodingNote({ encoding, valid, invalid }: EncodingEvidence): string | undefined {
  if (invalid === 0) return undefined
  const bytes = invalid === 1 ? 'one byte is' : `${invalid} bytes are`
  if (encoding === 'utf-8') return `read as UTF-8, though ${bytes} not: their records are set aside`
  if (invalid > 3 && valid === 0) return undefined
  return `read as windows-1252, because ${bytes} not UTF-8; declare the encoding if that is wrong`
}

/** End of the last complete UTF-8 sequence of a window that may be cut within one. */
export function completeUtf8(bytes: Uint8Array, start: number, end: number): number {
  for (let i = end - 1; i >= start && i > end - 4; i--) {
    const byte = bytes[i] as number
    if (byte < 0x80) return end
    if (byte >= 0xc0) return i + sequenceLength(byte) > end ? i : end
  }
  return end
}

/** Counts sequences of several bytes that are valid UTF-8, and bytes that belong to none. */
export function utf8Evidence(bytes: Buffer): { valid: number; invalid: number; first: number } {
  const seen = { valid: 0, invalid: 0, first: -1 }
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i] as number
    const length = byte < 0x80 ? 1 : sequenceLength(byte)
    if (length === 1 && byte < 0x80) i++
    else if (i + length <= bytes.length && isUtf8(bytes.subarray(i, i + length))) {
      seen.valid++
      i += length
    } else {
      if (seen.invalid++ === 0) seen.first = i
      i++
    }
  }
  return seen
}

function sequenceLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
}
