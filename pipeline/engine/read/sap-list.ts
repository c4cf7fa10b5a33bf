/**
 * Lists as SAP writes them ("unconverted"): a title on each page, lines of dashes, columns between
 * bars, padded to their width. Bars inside a value are told from columns by their place.
 */
import { afterLineEnd, findLineEnd } from './bytes'
import { BLANK, END, MALFORMED, MORE, PASSED, RECORD } from './outcome'
import type { Splitter } from './splitter'
import { DEFAULT_LIMITS, type Encoding, type MalformedReason } from './types'

const BAR = 0x7c
const BLANK_BYTE = 0x20

/** A line of dashes, perhaps with bars where columns meet. */
const RULE = /^[|+]?-{3,}[-|+]*\s*$/
/** A line of columns between bars. */
const ROW = /^\|.*\|\s*$/

/** Whether a text looks like such a list: columns between bars below or above a line of dashes. */
export function isSapList(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/, 200)
  return lines.some(
    (line, i) =>
      ROW.test(line) &&
      !RULE.test(line) &&
      (RULE.test(lines[i - 1] ?? '') || RULE.test(lines[i + 1] ?? '')),
  )
}

export class ListSplitter implements Splitter {
  end = 0
  next = 0
  lines = 0
  cells: Buffer[] = []
  readonly quoted: boolean[] = []
  reason: MalformedReason = 'ragged'
  detail = ''
  passed = ''
  /** Places of the bars in the header, in characters, from which the others are judged. */
  private bars: number[] = []
  private titles = new Set<string>()

  /** @param expected number of columns, 0: any */
  constructor(
    private readonly encoding: Encoding,
    private readonly expected: number,
  ) {}

  /** Learns what page headers look like: the lines before the header, and the header itself. */
  learn(title: readonly string[], header: string): void {
    for (const line of title) this.titles.add(shape(line))
    this.bars = [...header].flatMap((c, i) => (c === '|' ? [i] : []))
  }

  scan(bytes: Buffer, start: number, end: number, final: boolean): number {
    if (start >= end) return final ? END : MORE
    const hard = Math.min(end, start + DEFAULT_LIMITS.recordBytes)
    const at = findLineEnd(bytes, start, hard)
    if (at === end && !final) return MORE
    const next = at === hard ? hard : afterLineEnd(bytes, at, end, final)
    if (next < 0) return MORE
    this.end = at
    this.next = next
    this.lines = next > at ? 1 : 0
    this.cells = []
    let last = at
    while (last > start && bytes[last - 1] === BLANK_BYTE) last--
    if (last === start) return BLANK
    if (bytes[start] !== BAR || bytes[last - 1] !== BAR || last - start < 2) {
      return this.otherLine(bytes.toString(latin(this.encoding), start, last))
    }
    if (RULE.test(bytes.toString('latin1', start, Math.min(last, start + 200)))) {
      this.passed = 'lines of dashes'
      return PASSED
    }
    this.split(bytes, start + 1, last - 1)
    if (this.expected > 0 && this.cells.length !== this.expected) {
      const counted = this.cells.length
      if (!this.splitByPlace(bytes.toString(latin(this.encoding), start, last))) {
        this.reason = 'ragged'
        this.detail = `${counted} columns where ${this.expected} are expected`
        return MALFORMED
      }
    }
    if (/^\*+$/.test((this.cells[0] as Buffer).toString('latin1')) && this.expected !== 1) {
      this.passed = 'totals'
      return PASSED
    }
    return RECORD
  }

  private split(bytes: Buffer, from: number, to: number): void {
    for (let i = from, open = from; i <= to; i++) {
      if (i < to && bytes[i] !== BAR) continue
      this.cells.push(trimmed(bytes, open, i))
      open = i + 1
    }
  }

  /** A line with more bars than columns: those that stand where the header has one divide it. */
  private splitByPlace(line: string): boolean {
    const characters = [...line]
    if (this.bars.some((at) => characters[at] !== '|')) return false
    const code = this.encoding === 'utf-8' ? 'utf8' : 'latin1'
    this.cells = this.bars.slice(1).map((at, i) => {
      const text = characters.slice((this.bars[i] as number) + 1, at).join('')
      return Buffer.from(text.trim(), code)
    })
    return this.cells.length === this.expected
  }

  private otherLine(line: string): number {
    if (RULE.test(line)) this.passed = 'lines of dashes'
    else if (this.titles.has(shape(line))) this.passed = 'page titles'
    else {
      this.reason = 'ragged'
      this.detail = 'a line that is not between bars, as those of the list are'
      return MALFORMED
    }
    return PASSED
  }
}

/** Lines of one kind differ in their numbers, such as that of the page, and in their blanks. */
const shape = (line: string): string => line.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim()
const latin = (encoding: Encoding): 'utf8' | 'latin1' => (encoding === 'utf-8' ? 'utf8' : 'latin1')

function trimmed(bytes: Buffer, from: number, to: number): Buffer {
  while (from < to && bytes[from] === BLANK_BYTE) from++
  while (to > from && bytes[to - 1] === BLANK_BYTE) to--
  return bytes.subarray(from, to)
}
