/** Where the header of a file is, and under which dialect: declared, found by its columns, or guessed. */
import { decode } from './encoding'
import { guessDialect, parseRows, type Row, widened } from './guess'
import { fold, namesOf } from './names'
import { excerpt } from './passed'
import { type Head, lineAt, lineStarts, type Place, type ProbedRecord, probe } from './probe'
import type { Dialect, ExtractOptions } from './types'

const DELIMITERS = [',', ';', '|', '\t']
/** Physical lines in which the header is looked for. */
const MAX_PREAMBLE = 1000
const SAMPLE_BYTES = 64 * 1024

export interface Located {
  dialect: Dialect & { delimiter: string }
  /** The header, or the first record where there is no header. */
  record: ProbedRecord
  /** The file has no header. */
  headless: boolean
  notes: string[]
}

/** A header under one delimiter, and how many declared columns it names. */
interface Candidate {
  delimiter: string
  record: ProbedRecord
  found: number
}

/**
 * Finds the header. @param from after what is certainly none of it
 * @returns undefined when the head holds no record at all
 */
export function locateHeader(
  head: Head,
  from: Place,
  options: ExtractOptions,
): Located | undefined {
  const found =
    options.columns === 'all' ? undeclared(head, from, options) : declared(head, from, options)
  if (found && found.record.start.line > from.line) {
    const above = lineStarts(head, from, found.record.start.line - from.line)
      .map((place) => lineAt(head, place))
      .filter((line) => line.trim() !== '')
    if (above.length > 0) {
      const count = above.length === 1 ? 'one line' : `${above.length} lines`
      found.notes.push(`${count} before the header passed over: "${excerpt(above[0] as string)}"`)
    }
  }
  return found
}

function declared(head: Head, from: Place, options: ExtractOptions): Located | undefined {
  const columns = options.columns as readonly string[]
  const names = namesOf(columns, options.labels)
  const needed = columns.filter((c) => !options.optional?.includes(c)).length
  const delimiters = options.delimiter === undefined ? DELIMITERS : [options.delimiter]
  const read = (
    place: Place,
    delimiter: string,
    dialect: Dialect = options,
  ): Candidate | undefined => {
    const record = probe(head, place, { ...dialect, delimiter })
    if (!record) return undefined
    const present = new Set(record.fields.map((field) => names.get(fold(field))))
    present.delete(undefined)
    const missing = columns.some((c) => !options.optional?.includes(c) && !present.has(c))
    return {
      delimiter,
      record,
      found: missing ? Math.min(present.size, needed - 0.5) : columns.length,
    }
  }
  const first = delimiters.flatMap((d) => read(from, d) ?? [])
  const best = choose(first, head)
  if (!best) return undefined
  const complete = (c: Candidate | undefined) =>
    c !== undefined && c.found >= needed && !c.record.fault
  const located = (c: Candidate, dialect: Dialect = options): Located => ({
    dialect: { ...dialect, delimiter: c.delimiter },
    record: c.record,
    headless: false,
    notes: [],
  })
  // A delimiter of two characters leaves an unnamed column between all others.
  const wider = widened(best.delimiter, sampleText(head, from))
  if (options.delimiter === undefined && wider.length > 1) {
    const wide = read(from, wider)
    if (complete(wide)) return located(wide as Candidate)
  }
  if (complete(best) || options.headerLines === 0 || options.preamble !== undefined)
    return located(best)
  for (const place of lineStarts(head, from, MAX_PREAMBLE).slice(1)) {
    const line = fold(lineAt(head, place))
    if (![...names.keys()].some((name) => line.includes(name))) continue
    const here = choose(
      delimiters.flatMap((d) => read(place, d) ?? []),
      head,
    )
    if (here && complete(here)) return located(here)
  }
  // Perhaps it is written in another way than with the usual delimiters and quotes.
  if (options.delimiter === undefined) {
    const guess = guessDialect(sampleText(head, from), head.final)
    if (guess) {
      const dialect = {
        ...options,
        ...(options.quote === undefined && { quote: guess.quote, escape: guess.escape }),
      }
      const here = read(from, guess.delimiter, dialect)
      if (here && complete(here)) return located(here, dialect)
    }
  }
  return located(best)
}

/** Most declared columns found, then most fields; a tie goes by the order of DELIMITERS. */
function choose(candidates: Candidate[], head: Head): Candidate | undefined {
  const sound = candidates.filter(({ record }) => !record.fault)
  const fields = (c: Candidate) => c.record.fields.length
  const best = sound.toSorted((a, b) => b.found - a.found || fields(b) - fields(a))[0]
  const faulty = candidates.find(({ record }) => record.fault)
  if (!best || (faulty && best.found === 0 && fields(best) === 1)) return faulty
  if (fields(best) > 1) return best
  return unusedDelimiter(sound, head) ?? best
}

/** One column: no delimiter shows. One that the data never uses cannot cut a value in two. */
function unusedDelimiter<T extends Candidate>(candidates: T[], head: Head): T | undefined {
  return candidates.find(
    ({ delimiter, record }) => !head.bytes.subarray(record.next.offset).includes(delimiter),
  )
}

function undeclared(head: Head, from: Place, options: ExtractOptions): Located | undefined {
  const text = sampleText(head, from)
  const guess = options.delimiter === undefined ? guessDialect(text, head.final) : undefined
  const dialect = { ...options }
  if (guess && options.quote === undefined) dialect.quote = guess.quote
  if (guess && options.escape === undefined) dialect.escape = guess.escape
  const delimiter = options.delimiter ?? guess?.delimiter
  const rows = guess?.rows ?? parseRows(text, { ...dialect, delimiter: delimiter ?? ',' })
  const skipped = options.preamble === undefined ? preambleRows(rows) : 0
  const single = guess !== undefined && (rows[skipped]?.cells.length ?? 0) < 2
  if (delimiter === undefined || single) {
    const read = DELIMITERS.flatMap((d) => {
      const record = probe(head, from, { ...dialect, delimiter: d })
      return record ? [{ delimiter: d, record, found: 0 }] : []
    })
    const best = choose(read, head)
    if (!best) return undefined
    const { record } = best
    return {
      dialect: { ...dialect, delimiter: best.delimiter },
      record,
      headless: false,
      notes: [],
    }
  }
  const line = from.line + (rows[skipped]?.line ?? 1) - 1
  const place = lineStarts(head, from, MAX_PREAMBLE).find((p) => p.line === line) ?? from
  const record = probe(head, place, { ...dialect, delimiter })
  if (!record) return undefined
  const headless =
    options.headerLines === 0 ||
    (options.headerLines === undefined && looksHeadless(rows.slice(skipped)))
  const notes =
    headless && options.headerLines === undefined
      ? ['no header: its first line looks like data']
      : []
  return { dialect: { ...dialect, delimiter }, record, headless, notes }
}

/** Rows above the table: far fewer fields are filled than in most rows. */
function preambleRows(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const usual = [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1
  // Two columns may as well be one of numbers with a decimal comma.
  if (usual < 3) return 0
  const bound = Math.max(1, Math.floor(usual / 3))
  const first = rows.findIndex(({ cells }) => cells.filter((c) => c.trim() !== '').length > bound)
  return Math.max(first, 0)
}

/** Number, date, time: what a name of a column is not. */
const KINDS: [string, RegExp][] = [
  ['date', /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})([ T]\d.*)?$/],
  ['time', /^\d{1,2}:\d{2}(:\d{2})?$/],
  ['number', /^[-+]?[$€£]? ?\d[\d.,]*-?%?$/],
]
const kindOf = (cell: string): string | undefined => KINDS.find(([, k]) => k.test(cell.trim()))?.[0]

/**
 * Every column that holds numbers, dates or times throughout does so in the first row too. Years
 * may well be names of columns.
 */
function looksHeadless(rows: readonly Row[]): boolean {
  const [first, ...others] = rows
  if (!first || others.length === 0) return false
  let typed = 0
  for (const [i, cell] of first.cells.entries()) {
    const kinds = new Set(others.map(({ cells }) => kindOf(cells[i] ?? '')))
    const [kind] = kinds
    if (kinds.size !== 1 || kind === undefined) continue
    if (kindOf(cell) !== kind) return false
    if (!/^(19|20)\d\d$/.test(cell.trim())) typed++
  }
  return typed > 0
}

/** What a declared delimiter hides: another one under which more columns are found. */
export function betterDelimiter(head: Head, options: ExtractOptions): string | undefined {
  if (options.delimiter === undefined || options.columns === 'all') return undefined
  const names = namesOf(options.columns, options.labels)
  const found = (delimiter: string) =>
    probe(head, { offset: 0, line: 1 }, { ...options, delimiter })?.fields.filter((field) =>
      names.has(fold(field)),
    ).length ?? 0
  const now = found(options.delimiter)
  const better = DELIMITERS.find((delimiter) => found(delimiter) > now)
  return better && `With the delimiter ${JSON.stringify(better)} more columns are found`
}

const sampleText = (head: Head, { offset }: Place): string =>
  decode(head.bytes.subarray(offset, offset + SAMPLE_BYTES), head.encoding)
