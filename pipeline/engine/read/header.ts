/** The header: where it is, which columns it names, and how the records below it are laid out. */
import { DeliveryRefused } from '@/lib/shared/errors'
import type { Header } from './layout'
import { betterDelimiter, locateHeader } from './locate'
import { clean, matchColumns, refuseDuplicates, visible } from './names'
import { type Head, isPlain, lineStarts, type Place, probe } from './probe'
import { readListHeader } from './sap-header'
import { isSapList } from './sap-list'
import type { ExtractOptions } from './types'

/** Records below the header that are looked at. */
const SAMPLED_RECORDS = 100
const LIST_BYTES = 64 * 1024

/**
 * Reads the header from the head of a file.
 * @param head bytes after the byte order mark
 * @throws DeliveryRefused empty_file, no_header, missing_column, duplicate_header
 */
export function readHeader(head: Head, file: string, options: ExtractOptions): Header {
  if (head.final && !/[^\r\n]/.test(head.bytes.toString('latin1'))) {
    throw new DeliveryRefused('empty_file', `${file} is empty`, { file })
  }
  const start = head.bytes.toString('latin1', 0, LIST_BYTES)
  const isList =
    options.form === 'sap-list' || (!options.form && !options.delimiter && isSapList(start))
  const header = isList ? readListHeader(head, file, options) : delimitedHeader(head, file, options)
  const { columns, labels, optional = [] } = options
  header.declared =
    columns === 'all' ? header.names : matchColumns(header.names, columns, labels, header.notes)
  refuseDuplicates(header.names, header.declared, { file, line: 1 })
  const missing =
    columns === 'all'
      ? []
      : columns.filter((name) => !header.declared.includes(name) && !optional.includes(name))
  if (missing.length === 0) return header
  const what = missing.length === 1 ? 'column' : 'columns'
  const shown = header.names.map(visible).join(', ')
  const found = `the header (delimiter ${JSON.stringify(header.dialect.delimiter)}) has ${shown}`
  throw new DeliveryRefused(
    'missing_column',
    `${file} lacks the ${what} ${missing.join(', ')}; ${found}`,
    { file, line: 1, column: missing.join(', ') },
    betterDelimiter(head, options),
  )
}

function delimitedHeader(head: Head, file: string, given: ExtractOptions): Header {
  const notes: string[] = []
  const { from, options } = separatorLine(head, given, notes)
  const start = skipLines(head, from, options.preamble ?? 0)
  const located = locateHeader(head, start, options)
  const fault = located ? located.record.fault : 'it has no records'
  if (!located || fault) {
    throw new DeliveryRefused('no_header', `${file} has no header: ${fault}`, { file, line: 1 })
  }
  notes.push(...located.notes)
  const { dialect, record } = located
  const headless = located.headless || options.headerLines === 0
  const after = headless ? record.start : record.next
  const header: Header = {
    ...{ dialect, form: 'delimited', notes, names: [], declared: [], trailing: false },
    ...{ offset: after.offset, line: after.line, lead: false },
    lineEnds: headless ? { lf: 0, crlf: 0, cr: 0 } : record.lineEnds,
  }
  let fields = headless ? positions(record.fields.length, options) : record.fields
  for (let n = 1; n < (options.headerLines ?? 1); n++) {
    const more = probe(head, { offset: header.offset, line: header.line }, dialect)
    if (!more || more.fault) break
    fields = fields.map((field, i) => `${field} ${more.fields[i] ?? ''}`.trim())
    header.offset = more.next.offset
    header.line = more.next.line
    header.lineEnds.lf += more.lineEnds.lf
    header.lineEnds.crlf += more.lineEnds.crlf
    header.lineEnds.cr += more.lineEnds.cr
  }
  header.names = named(fields, notes)
  if (!headless) fitRecords(head, header, fields)
  return header
}

/** Names of columns without a header: the declared ones in their order, else their numbers. */
function positions(count: number, { columns }: ExtractOptions): string[] {
  if (columns !== 'all') return [...columns]
  return Array.from({ length: count }, (_, i) => `column ${i + 1}`)
}

function named(fields: readonly string[], notes: string[]): string[] {
  return fields.map((text, i) => {
    const name = clean(text)
    if (!name) notes.push(`column ${i + 1} has no name in the header`)
    else if (name !== text && text.trim() !== text) {
      notes.push(`header ${JSON.stringify(text)} has spaces around it`)
    }
    // What cannot be seen stays in the name, so that it can be shown.
    return name ? text.trim() : `column ${i + 1}`
  })
}

/** A spreadsheet's first line that only says the delimiter. */
function separatorLine(head: Head, options: ExtractOptions, notes: string[]) {
  const from: Place = { offset: 0, line: 1 }
  const match = /^"?sep=([^\r\n])"?\s*?(\r\n|\r|\n)/i.exec(head.bytes.toString('latin1', 0, 40))
  if (!match) return { from, options }
  const [all, delimiter] = match
  notes.push(`its first line "${visible(all.trim())}" says the delimiter`)
  const place = { offset: all.length, line: 2 }
  return { from: place, options: { ...options, delimiter: options.delimiter ?? delimiter } }
}

function skipLines(head: Head, from: Place, lines: number): Place {
  return lines === 0 ? from : (lineStarts(head, from, lines + 1).at(-1) as Place)
}

/**
 * Holds the header against the records below it: all of them may end with a delimiter that the
 * header lacks, or lack one that it has; a list that SAP wrote for a spreadsheet begins with an
 * empty field.
 */
function fitRecords(head: Head, header: Header, fields: readonly string[]): void {
  const { dialect, names, notes } = header
  if (dialect.delimiter === '\t' && names.length > 1 && fields[0]?.trim() === '') {
    header.lead = true
    names.shift()
    const unnamed = notes.indexOf('column 1 has no name in the header')
    notes.splice(unnamed, 1, 'an SAP list for a spreadsheet: its empty first column is left out')
    return
  }
  if (names.length < 2) return
  let place: Place = { offset: header.offset, line: header.line }
  let longer = 0
  let shorter = 0
  let fitting = 0
  for (let n = 0; n < SAMPLED_RECORDS; n++) {
    const record = probe(head, place, dialect)
    if (!record || record.next.offset === place.offset) break
    const { length } = record.fields
    if (length === names.length) fitting++
    else if (length === names.length + 1 && record.fields.at(-1) === '') longer++
    else if (length === names.length - 1) shorter++
    place = record.next
  }
  if (fitting > 0) return
  if (longer > shorter && isPlain(dialect)) {
    header.trailing = true
    notes.push('every record ends with a delimiter that the header lacks: it is left out')
  } else if (shorter > longer && fields.at(-1)?.trim() === '') {
    names.pop()
    const unnamed = notes.indexOf(`column ${fields.length} has no name in the header`)
    notes.splice(unnamed, 1, 'the header ends with a delimiter that no record has: it is left out')
  }
}
