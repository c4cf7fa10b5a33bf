/** The header of a list that SAP wrote, and its title. */
import { DeliveryRefused } from '@/lib/shared/errors'
import type { Header } from './layout'
import { fold, namesOf } from './names'
import { type Head, lineAt, lineStarts } from './probe'
import type { ExtractOptions } from './types'

const MAX_TITLE_LINES = 1000

/** Finds the header of a list: the row of bars that names the declared columns, else the first. */
export function readListHeader(head: Head, file: string, options: ExtractOptions): Header {
  const places = lineStarts(head, { offset: 0, line: 1 }, MAX_TITLE_LINES)
  const rows = places.flatMap((place, i) => {
    const line = lineAt(head, place).trimEnd()
    return /^\|.*[^-|+\s].*\|$/.test(line) ? [{ place, line, i, names: cellsOf(line) }] : []
  })
  const { columns, labels } = options
  const names = columns === 'all' ? undefined : namesOf(columns, labels)
  const found = (row: { names: string[] }) =>
    row.names.filter((name) => names?.has(fold(name))).length
  const best = names ? rows.toSorted((a, b) => found(b) - found(a) || a.i - b.i)[0] : rows[0]
  if (!best) {
    const message = `${file} has no header: no line between bars`
    throw new DeliveryRefused('no_header', message, { file, line: 1 })
  }
  const next = places[best.i + 1]
  const above = places.slice(0, best.i).map((place) => lineAt(head, place))
  const notes = ['an SAP list: columns between bars, padding is not part of the values']
  return {
    dialect: { ...options, delimiter: '|' },
    form: 'sap-list',
    names: best.names.map((name, i) => name || `column ${i + 1}`),
    declared: [],
    notes,
    offset: next?.offset ?? head.bytes.length,
    line: next?.line ?? best.place.line + 1,
    lineEnds: { lf: 0, crlf: 0, cr: 0 },
    ...{ trailing: false, lead: false },
    title: { above, header: best.line },
  }
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
