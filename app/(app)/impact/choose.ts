/** Which part of a domain's Gold the screen shows, as the address asks and the figures allow. */

import { addCoverage } from '@/lib/server/queries/coverage-sum'
import type { FigureMeta, ImpactRow, ImpactScreen, ImpactTable } from '@/lib/server/queries/impact'
import type { ImpactView } from '@/lib/views/impact-view'

export interface Chosen {
  /** The table whose figures stand on top: that of the whole, else the first. */
  main: ImpactTable
  /** Null: the tables have no currency. */
  currency: string | null
  currencies: string[]
  figure: FigureMeta
  /** The whole in the currency. */
  row: ImpactRow | undefined
  /** Rows missing from the figure of which no currency is known, where another one is shown. */
  unknown: number
  /** Tables by group that have the figure, or money of their own. */
  parts: { table: ImpactTable; figure: FigureMeta; rows: ImpactRow[] }[]
}

/** @returns undefined where the domain declares no table of figures. */
export function choose(screen: ImpactScreen, view: ImpactView): Chosen | undefined {
  const main = screen.tables.find((t) => t.groups.length === 0) ?? screen.tables[0]
  const first = main?.figures[0]
  if (!main || !first) return undefined
  const currencies = main.currency === null ? [] : currenciesOf(main)
  const currency =
    main.currency === null
      ? null
      : (currencies.find((c) => c === view.currency) ?? currencies[0] ?? '')
  const inCurrency = (table: ImpactTable) =>
    table.rows.filter((row) => table.currency === null || row.currency === currency)
  const figure = main.figures.find((f) => f.column === view.figure) ?? first
  const parts = screen.tables
    .filter((table) => table.groups.length > 0)
    .flatMap((table) => {
      const own =
        table.figures.find((f) => f.column === figure.column) ??
        table.figures.find((f) => f.kind === 'money') ??
        table.figures[0]
      return own ? [{ table, figure: own, rows: inCurrency(table) }] : []
    })
  const rows = inCurrency(main)
  const row = main.groups.length === 0 ? rows[0] : wholeOf(rows, currency, main)
  const unknown =
    currency === null || currency === '' ? [] : main.rows.filter((r) => r.currency === '')
  const missing = unknown.flatMap(({ coverage }) =>
    figure.rests.map((set) => coverage[set]?.withheldRows ?? 0),
  )
  return {
    main,
    currency,
    currencies,
    figure,
    row,
    unknown: missing.reduce((sum, n) => sum + n, 0),
    parts,
  }
}

/** A group of one of the tables. */
export interface ChosenPart {
  table: ImpactTable
  figure: FigureMeta
  row: ImpactRow
}

/** The group whose rules the address asks for; undefined: the whole. */
export function partOf({ parts }: Chosen, view: ImpactView): ChosenPart | undefined {
  const part = parts.find(({ table }) => table.name === view.table)
  const group = view.group && JSON.stringify(view.group)
  const row = part?.rows.find((r) => JSON.stringify(r.group) === group)
  return part && row && { table: part.table, figure: part.figure, row }
}

/** Currencies with the rows of their sets, most first. */
function currenciesOf(table: ImpactTable): string[] {
  const rows = new Map<string, number>()
  for (const { currency, coverage } of table.rows) {
    const n = Object.values(coverage).reduce((sum, c) => sum + c.rows + c.withheldRows, 0)
    rows.set(currency ?? '', (rows.get(currency ?? '') ?? 0) + n)
  }
  return [...rows].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([c]) => c)
}

/** Adds groups up where no table has the whole: what is counted or is money; ratios have no sum. */
function wholeOf(rows: ImpactRow[], currency: string | null, table: ImpactTable): ImpactRow {
  const whole: ImpactRow = { group: [], currency, figures: {}, coverage: {} }
  for (const row of rows) {
    for (const [set, coverage] of Object.entries(row.coverage)) {
      const known = whole.coverage[set]
      whole.coverage[set] = known ? addCoverage(known, coverage) : coverage
    }
  }
  for (const { column, rests, total } of table.figures) {
    const coverage = whole.coverage[rests[0] ?? '']
    if (!total || !coverage) whole.figures[column] = null
    else if (total === 'rows') whole.figures[column] = String(coverage.rows)
    else whole.figures[column] = coverage.money[currency ?? ''] ?? '0'
  }
  return whole
}
