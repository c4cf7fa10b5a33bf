/** Fields as one record of plain CSV, which is what sinks take. */
import { COMMA, CR, LF, QUOTE } from './bytes'

export class CanonicalRecord {
  bytes: Buffer = Buffer.allocUnsafe(64 * 1024)
  length = 0

  /** @param quoted cells that stood in quotes: nothing in quotes is not a missing value */
  write(cells: readonly (Buffer | null)[], quoted: readonly boolean[] = []): void {
    this.length = 0
    for (const [i, cell] of cells.entries()) {
      this.reserve(2 * (cell?.length ?? 0) + 3)
      if (i > 0) this.bytes[this.length++] = COMMA
      if (cell) this.cell(cell, quoted[i] === true)
    }
  }

  private cell(cell: Buffer, quoted: boolean): void {
    const special = quoted || cell.some((b) => b === COMMA || b === QUOTE || b === LF || b === CR)
    if (!special) {
      this.length += cell.copy(this.bytes, this.length)
      return
    }
    this.bytes[this.length++] = QUOTE
    for (const byte of cell) {
      if (byte === QUOTE) this.bytes[this.length++] = QUOTE
      this.bytes[this.length++] = byte
    }
    this.bytes[this.length++] = QUOTE
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(2 * this.bytes.length + more)
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
