/** Fields of one well-formed record, for the slow path: header, extra columns, bare quotes. */
import { QUOTE } from './bytes'

/** Where the fields of the record last split begin and end, quotes included. */
export class FieldSpans {
  count = 0
  starts: number[] = []
  ends: number[] = []

  /** Splits the record [start, end), which the scanner has found well-formed. */
  split(bytes: Uint8Array, start: number, end: number, delimiter: number): void {
    this.count = 0
    for (let i = start; ; i++) {
      this.starts[this.count] = i
      if (bytes[i] === QUOTE && i < end) i = afterQuoted(bytes, i, end)
      while (i < end && bytes[i] !== delimiter) i++
      this.ends[this.count++] = i
      if (i >= end) return
    }
  }
}

/** The bytes of a field without its quotes, doubled ones made single. */
export function fieldBytes(bytes: Buffer, start: number, end: number): Buffer {
  if (bytes[start] !== QUOTE || start === end) return bytes.subarray(start, end)
  const inner = bytes.subarray(start + 1, end - 1)
  if (!inner.includes(QUOTE)) return inner
  return Buffer.from(inner.toString('latin1').replaceAll('""', '"'), 'latin1')
}

function afterQuoted(bytes: Uint8Array, open: number, end: number): number {
  for (let i = open + 1; i < end; i++) {
    if (bytes[i] !== QUOTE) continue
    if (bytes[i + 1] === QUOTE && i + 1 < end) i++
    else return i + 1
  }
  return end
}
