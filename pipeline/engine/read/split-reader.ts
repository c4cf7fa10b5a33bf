/** Walks the records of a file that a splitter finds, and makes plain CSV of each. */
import { isUtf8 } from 'node:buffer'
import { hasUndefined } from './bytes'
import { CanonicalRecord } from './canonical'
import { decode } from './encoding'
import { fold } from './names'
import { BLANK, END, MALFORMED, MORE, PASSED } from './outcome'
import { PassedOver } from './passed'
import { isHeaderAgain, type Step, undecodable, type WindowReader } from './reader'
import type { Sink } from './sinks'
import type { Splitter } from './splitter'
import type { Encoding, MalformedRecord } from './types'
import type { FileWindow } from './window'

export interface SplitOptions {
  /** Name of the file, for messages. */
  file: string
  encoding: Encoding
  /** Names of the columns as the file has them, to know the header when it comes again. */
  header: readonly string[]
  number: number
  line: number
  /** Lines that match are no records. */
  totals?: string
  /** The first field of each line is empty, as where SAP writes a list for a spreadsheet. */
  lead: boolean
}

export class SplitReader implements WindowReader {
  record: MalformedRecord | undefined
  received = 0
  malformed = 0
  /** Line ends are not told apart here. */
  readonly lineEnds = { lf: 0, crlf: 0, cr: 0 }
  quotedFields = 0
  totalFields = 0
  private readonly over = new PassedOver()
  private readonly scratch = new CanonicalRecord()
  private readonly names: readonly string[]
  private readonly nameSet: ReadonlySet<string>
  private readonly totals: RegExp | undefined
  private number: number
  private line: number

  constructor(
    private readonly window: FileWindow,
    private readonly splitter: Splitter,
    private readonly sink: Sink,
    private readonly options: SplitOptions,
  ) {
    this.number = options.number
    this.line = options.line
    this.names = options.header.map(fold)
    this.nameSet = new Set(this.names)
    this.totals = options.totals === undefined ? undefined : new RegExp(options.totals, 'u')
  }

  windowChanged(): void {}

  notes(): string[] {
    return this.over.notes()
  }

  step(): Step {
    const { window, splitter, sink } = this
    const { bytes, end, final } = window
    for (;;) {
      const start = window.pos
      const outcome = splitter.scan(bytes, start, end, final)
      if (outcome === MORE) return 'more'
      if (outcome === END) return 'end'
      window.pos = splitter.next
      const line = this.line
      this.line += splitter.lines
      this.countEnd(bytes, splitter.end, splitter.next)
      if (outcome === BLANK) continue
      const raw = bytes.subarray(start, splitter.end)
      const kind = outcome === PASSED ? splitter.passed : this.noRecord(raw, outcome === MALFORMED)
      if (kind) {
        this.over.add(kind, line, decode(raw, this.options.encoding))
        continue
      }
      this.received++
      const number = this.number++
      const fault = this.fault(outcome, raw)
      if (!fault) {
        const { cells, quoted } = this.content()
        this.scratch.write(cells, quoted)
        this.totalFields += cells.length
        for (const q of quoted) if (q) this.quotedFields++
        sink.record(this.scratch.bytes, 0, this.scratch.length, number, line, false)
        if (sink.output.full) return 'full'
        continue
      }
      this.malformed++
      const lineTo = line + Math.max(0, splitter.lines - 1)
      this.record = { number, lineFrom: line, lineTo, bytes: Buffer.from(raw), ...fault }
      return 'malformed'
    }
  }

  /** Fields without the empty one at the beginning, where the form has one. */
  private content() {
    const { cells, quoted } = this.splitter
    return this.options.lead
      ? { cells: cells.slice(1), quoted: quoted.slice(1) }
      : { cells, quoted }
  }

  /** Why a line is no record: a total, or the header once more. */
  private noRecord(raw: Buffer, malformed: boolean): string | undefined {
    if (this.totals?.test(decode(raw, this.options.encoding))) return 'totals'
    if (malformed) return undefined
    const { cells } = this.content()
    if (this.options.lead && /^\s*\*+\s*$/.test(String(this.splitter.cells[0]))) return 'totals'
    if (cells.length < 2 || cells.length !== this.names.length) return undefined
    const first = fold(decode(cells[0] as Buffer, this.options.encoding))
    if (!this.nameSet.has(first) && first !== '') return undefined
    const found = cells.map((cell) => fold(decode(cell, this.options.encoding)))
    return isHeaderAgain(found, this.names, this.options) ? 'repeated headers' : undefined
  }

  private fault(
    outcome: number,
    raw: Buffer,
  ): Pick<MalformedRecord, 'reason' | 'detail'> | undefined {
    const { splitter, options } = this
    if (outcome === MALFORMED) return { reason: splitter.reason, detail: splitter.detail }
    if (splitter.cells.some((cell) => cell.includes(0))) {
      return { reason: 'nul', detail: `NUL byte at byte ${raw.indexOf(0) + 1}` }
    }
    const { encoding } = options
    const fits = encoding === 'utf-8' ? isUtf8(raw) : encoding === 'latin1' || !hasUndefined(raw)
    if (!fits) return { reason: 'undecodable', detail: undecodable(raw, encoding) }
    const first = splitter.cells[0]
    if (options.lead && first && first.length > 0 && first.toString('latin1').trim() !== '') {
      return { reason: 'ragged', detail: 'text before the first column' }
    }
    return undefined
  }

  private countEnd(bytes: Buffer, end: number, next: number): void {
    if (next === end) return
    if (next - end === 2) this.lineEnds.crlf++
    else if (bytes[end] === 0x0a) this.lineEnds.lf++
    else this.lineEnds.cr++
  }
}
