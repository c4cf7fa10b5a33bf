/** Byte values and the classes by which the scanner tells them apart. */
import type { Encoding } from './types'

export const LF = 0x0a
export const CR = 0x0d
export const QUOTE = 0x22
export const COMMA = 0x2c

/** Classes: a delimiter is 1 so that adding the class of every plain byte counts the fields. */
export const PLAIN = 0
export const DELIMITER = 1
export const LINE_FEED = 2
export const CARRIAGE_RETURN = 3
export const QUOTATION = 4
export const NUL = 5
export const UNDEFINED = 6

/** Bytes that have no character in windows-1252. */
const UNDEFINED_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

/**
 * Class of each byte value.
 * @param delimiter byte value, or -1 inside quotes, where a delimiter is text
 */
export function byteClasses(delimiter: number, encoding: Encoding): Uint8Array {
  const classes = new Uint8Array(256)
  if (delimiter >= 0) classes[delimiter] = DELIMITER
  classes[LF] = LINE_FEED
  classes[CR] = CARRIAGE_RETURN
  classes[QUOTE] = QUOTATION
  classes[0] = NUL
  if (encoding === 'windows-1252') for (const byte of UNDEFINED_1252) classes[byte] = UNDEFINED
  return classes
}

/** Offset of the first LF or CR at or after i, or end. */
export function findLineEnd(bytes: Uint8Array, i: number, end: number): number {
  while (i < end && bytes[i] !== LF && bytes[i] !== CR) i++
  return i
}

/** Offset after the line end at i, or -1 where the window ends between CR and a possible LF. */
export function afterLineEnd(bytes: Uint8Array, i: number, end: number, final: boolean): number {
  if (bytes[i] === LF) return i + 1
  if (i + 1 === end) return final ? end : -1
  return bytes[i + 1] === LF ? i + 2 : i + 1
}

/** Whether bytes have some that are no characters in windows-1252. */
export const hasUndefined = (bytes: Uint8Array): boolean =>
  UNDEFINED_1252.some((byte) => bytes.includes(byte))
