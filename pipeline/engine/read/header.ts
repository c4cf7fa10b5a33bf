/** The header line: delimiter, column names, and how they meet the declared columns. */
import { DeliveryRefused } from '@/lib/shared/errors'
import { decode } from './encoding'
import { FieldSpans, fieldBytes } from './fields'
import { MALFORMED_RECORD, MORE, RECORD } from './outcome'
import { RecordScanner } from './scanner'
import type { Delimiter, Encoding, LineEnds } from './types'

const DELIMITERS: readonly Delimiter[] = [',', ';', '|', '\t']

export interface Header {
  delimiter: Delimiter
  /** As in the file, trimmed; unnamed ones are called "column 3". */
  names: string[]
  /** Per file column: the declared name, or null for an extra column. */
  declared: (string | null)[]
  notes: string[]
  /** Where the first record starts: offset in the head, and physical line. */
  offset: number
  line: number
  lineEnds: LineEnds
}

interface Parsed extends Omit<Header, 'declared'> {
  found: number
  fault: string | undefined
}

/**
 * Reads the header from the head of a file.
 * @param head bytes after the byte order mark; complete when `final`
 * @throws DeliveryRefused empty_file, no_header, missing_column, duplicate_header
 */
export function readHeader(
  head: Buffer,
  final: boolean,
  file: string,
  encoding: Encoding,
  columns: readonly string[] | 'all',
  delimiter?: Delimiter,
  optional: readonly string[] = [],
): Header {
  const place = { file, line: 1 }
  if (final && !/[^\r\n]/.test(head.toString('latin1'))) {
    throw new DeliveryRefused('empty_file', `${file} is empty`, { file })
  }
  const read = (candidate: Delimiter) => parse(head, final, encoding, candidate, columns)
  const parsed = delimiter ? read(delimiter) : choose(DELIMITERS.map(read), head)
  if (parsed.fault) {
    throw new DeliveryRefused('no_header', `${file} has no header: ${parsed.fault}`, place)
  }
  refuseDuplicates(parsed.names, file, place)
  const names = [...parsed.names]
  const declared = columns === 'all' ? names : matchColumns(names, columns, parsed.notes)
  const missing =
    columns === 'all'
      ? []
      : columns.filter((name) => !declared.includes(name) && !optional.includes(name))
  if (missing.length > 0) {
    const what = missing.length === 1 ? 'column' : 'columns'
    const found = `the header (delimiter ${JSON.stringify(parsed.delimiter)}) has ${names.join(', ')}`
    throw new DeliveryRefused(
      'missing_column',
      `${file} lacks the ${what} ${missing.join(', ')}; ${found}`,
      { ...place, column: missing.join(', ') },
      otherDelimiter(DELIMITERS.map(read), parsed),
    )
  }
  return { ...parsed, declared }
}

function parse(
  head: Buffer,
  final: boolean,
  encoding: Encoding,
  delimiter: Delimiter,
  columns: readonly string[] | 'all',
): Parsed {
  const scanner = new RecordScanner(delimiter, encoding, 0)
  let offset = 0
  let line = 1
  let outcome = scanner.scan(head, 0, head.length, final)
  while (outcome !== RECORD && outcome !== MALFORMED_RECORD && outcome !== MORE) {
    offset = scanner.next
    line += scanner.lines
    outcome = scanner.scan(head, offset, head.length, final)
  }
  const parsed: Parsed = {
    delimiter,
    names: [],
    notes: [],
    offset: scanner.next,
    line: line + scanner.lines,
    lineEnds: { lf: scanner.lf, crlf: scanner.crlf, cr: scanner.cr },
    found: 0,
    fault: undefined,
  }
  if (outcome !== RECORD) {
    const fault = outcome === MORE ? 'its first line does not end' : FAULTS[scanner.reason]
    return { ...parsed, fault }
  }
  const spans = new FieldSpans()
  spans.split(head, offset, scanner.end, delimiter.charCodeAt(0))
  for (let i = 0; i < spans.count; i++) {
    const text = decode(
      fieldBytes(head, spans.starts[i] as number, spans.ends[i] as number),
      encoding,
    )
    if (text.includes('\ufffd')) return { ...parsed, fault: FAULTS.undecodable }
    const name = text.trim()
    if (name !== text && name)
      parsed.notes.push(`header ${JSON.stringify(text)} has spaces around it`)
    if (!name) parsed.notes.push(`column ${i + 1} has no name in the header`)
    parsed.names.push(name || `column ${i + 1}`)
  }
  const present = new Set(parsed.names.map(fold))
  if (columns !== 'all') parsed.found = columns.filter((name) => present.has(fold(name))).length
  return parsed
}

const FAULTS = {
  text_after_quote: 'its first line has text after a closing quote',
  unclosed_quote: 'a quote in its first line is not closed',
  nul: 'its first line has NUL bytes',
  undecodable: 'its first line cannot be decoded',
  too_long: 'its first line does not end',
  ragged: 'its first line is ragged',
}

/** Most declared columns found, then most fields; a tie goes by the order of DELIMITERS. */
function choose(candidates: Parsed[], head: Buffer): Parsed {
  const sound = candidates.filter((candidate) => !candidate.fault)
  const best = sound.toSorted((a, b) => b.found - a.found || b.names.length - a.names.length)[0]
  const faulty = candidates.find((candidate) => candidate.fault)
  if (!best || (faulty && best.found === 0 && best.names.length === 1)) return faulty as Parsed
  if (best.names.length > 1) return best
  // One column: no delimiter shows. One that the data never uses cannot cut a value in two.
  const rest = head.subarray(best.offset)
  return sound.find(({ delimiter }) => !rest.includes(delimiter)) ?? best
}

function otherDelimiter(candidates: Parsed[], parsed: Parsed): string | undefined {
  const better = candidates.find((other) => other.found > parsed.found)
  if (!better) return undefined
  return `With the delimiter ${JSON.stringify(better.delimiter)} more columns are found`
}

function refuseDuplicates(names: string[], file: string, place: { file: string; line: number }) {
  const seen = new Map<string, string>()
  for (const name of names) {
    const earlier = seen.get(fold(name))
    if (earlier !== undefined) {
      const what = earlier === name ? name : `${earlier} (also as ${name})`
      throw new DeliveryRefused('duplicate_header', `${file} has the column ${what} twice`, {
        ...place,
        column: name,
      })
    }
    seen.set(fold(name), name)
  }
}

/** Exact names first, then names that differ in case, which is noted. */
function matchColumns(names: string[], columns: readonly string[], notes: string[]) {
  const byFold = new Map(columns.map((column) => [fold(column), column]))
  return names.map((name) => {
    if (columns.includes(name)) return name
    const column = byFold.get(fold(name)) ?? null
    if (column) notes.push(`header ${JSON.stringify(name)} is read as ${column}`)
    return column
  })
}

function fold(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
