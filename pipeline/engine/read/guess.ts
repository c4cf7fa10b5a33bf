/**
 * How a file that nobody declared is most likely written. Of all delimiters the one under which its
 * rows are most alike, after the pattern score of CleverCSV (van den Burg et al., "Wrangling messy
 * CSV files by detecting row and type patterns", 2019), weighted by how many cells are of a type.
 */
import type { Dialect } from './types'

/** In order of preference, when two fit as well. */
const CANDIDATES = [',', ';', '\t', '|', '^', '~', '\u0001', '\u001f', ':', '#', ' ']
const SAMPLE_ROWS = 100
const SAMPLE_CHARS = 16 * 1024

export interface Guess {
  delimiter: string
  quote?: string
  escape?: string
  /** The first rows of the sample under this guess, each with the physical line it begins on. */
  rows: Row[]
}

export interface Row {
  cells: string[]
  line: number
}

/** The best guess about a text that begins a file; undefined when no delimiter shows. */
export function guessDialect(text: string, final: boolean): Guess | undefined {
  const sample = wholeLines(text, final)
  const quote = usesApostrophes(sample) ? "'" : undefined
  const before = escapes(sample, quote ?? '"')
  let best: { guess: Guess; score: number } | undefined
  for (const base of CANDIDATES) {
    const delimiter = widened(base, sample)
    const rows = parseRows(sample, { delimiter, quote, escape: before })
    const score = patternScore(rows) * typeScore(rows)
    if (score > 0 && (!best || score > best.score * 1.001)) {
      best = { guess: { delimiter, quote, escape: before, rows }, score }
    }
  }
  return best?.guess
}

/** Rows of a text under a dialect, leniently; at most the first ones. */
export function parseRows(text: string, dialect: Dialect & { delimiter: string }): Row[] {
  const { delimiter } = dialect
  const quote = dialect.quote === false ? '' : (dialect.quote ?? '"')
  const before = dialect.escape ?? quote
  const rows: Row[] = []
  let cells: string[] = []
  let cell = ''
  let line = 1
  let begun = 1
  let inQuotes = false
  let i = 0
  const endRow = () => {
    cells.push(cell)
    if (cells.length > 1 || cell !== '') rows.push({ cells, line: begun })
    cells = []
    cell = ''
  }
  while (i < text.length && rows.length < SAMPLE_ROWS) {
    const c = text[i] as string
    if (inQuotes) {
      if (c === before && before !== quote && i + 1 < text.length) {
        cell += text[i + 1]
        i += 2
        continue
      }
      if (c === quote && text[i + 1] === quote && before === quote) {
        cell += quote
        i += 2
        continue
      }
      if (c === quote) inQuotes = false
      else cell += c
      if (c === '\n') line++
      i++
      continue
    }
    if (c === quote && cell === '' && quote) {
      inQuotes = true
      i++
    } else if (text.startsWith(delimiter, i)) {
      cells.push(cell)
      cell = ''
      i += delimiter.length
    } else if (c === '\n' || c === '\r') {
      endRow()
      i += c === '\r' && text[i + 1] === '\n' ? 2 : 1
      begun = ++line
    } else {
      cell += c
      i++
    }
  }
  if (i >= text.length && (cell !== '' || cells.length > 0)) endRow()
  return rows
}

/** Rows of many cells, in few different lengths, score high. */
function patternScore(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  let sum = 0
  for (const [length, count] of counts) sum += (count * (length - 1)) / length
  return counts.size === 0 ? 0 : sum / counts.size / rows.length
}

const TYPED =
  /^$|^[-+]?[\d.,' ]*\d[\d.,]*-?%?$|^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ].*)?$|^\d{1,2}:\d{2}(:\d{2})?$|^[\p{L}\p{N}_@+.&'()/-]+( [\p{L}\p{N}_@+.&'()/%-]+){0,7}$|^https?:\/\/\S+$|^[$€£R]+ ?[\d.,]+$/u

function typeScore(rows: readonly Row[]): number {
  let typed = 0
  let all = 0
  for (const { cells } of rows) {
    for (const cell of cells) {
      all++
      if (TYPED.test(cell.trim())) typed++
    }
  }
  return all === 0 ? 0 : Math.max(typed / all, 0.01)
}

/** A delimiter that is always followed by the same blank, or always doubled, has two characters. */
export function widened(delimiter: string, sample: string): string {
  if (delimiter === ' ') return delimiter
  const count = (text: string) => sample.split(text).length - 1
  const single = count(delimiter)
  if (single < 2) return delimiter
  if (count(delimiter + delimiter) * 2 === single) return delimiter + delimiter
  return count(`${delimiter} `) >= single * 0.99 ? `${delimiter} ` : delimiter
}

/** Fields stand between apostrophes and none between quotation marks. */
function usesApostrophes(sample: string): boolean {
  const opening = (mark: string) =>
    sample.match(new RegExp(`(^|[,;|\\t] ?)${mark}`, 'gm'))?.length ?? 0
  const closing = sample.match(/'([,;|\t]|\r?$)/gm)?.length ?? 0
  const opened = opening("'")
  return opened >= 2 && opening('"') === 0 && Math.abs(opened - closing) <= opened * 0.2
}

/** The character before quotes inside a field, where they are not doubled. */
function escapes(sample: string, quote: string): string | undefined {
  const inside = (before: string) =>
    sample.match(new RegExp(`[^,;|\\t\\r\\n]${before}${quote}(?![,;|\\t\\r\\n])`, 'g'))?.length ?? 0
  const doubled =
    sample.match(new RegExp(`[^,;|\\t\\r\\n${quote}]${quote}${quote}`, 'g'))?.length ?? 0
  if (doubled > 0) return undefined
  if (inside('\\\\') > 0) return '\\'
  return inside('\0') > 0 ? '\0' : undefined
}

function wholeLines(text: string, final: boolean): string {
  if (final && text.length <= SAMPLE_CHARS) return text
  const cut = text.slice(0, SAMPLE_CHARS)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r'))
  return end > 0 ? cut.slice(0, end + 1) : cut
}
