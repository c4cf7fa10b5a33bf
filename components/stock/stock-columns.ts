import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
} from '@tanstack/react-table'
import type { StockLine } from '@/lib/server/queries/stock'

/** What a line is sorted by, per column that sorts. Larger is later. */
const SORT_VALUES = {
  rule: (line) => line.rule,
  rows: (line) => line.rows,
  // Datasets have one currency, as a rule; the first one decides.
  money: (line) => Number(Object.values(line.money)[0] ?? 0),
  // The oldest line is the one of the largest age.
  oldest: (line) => (line.oldest ? -Date.parse(line.oldest) : Number.NEGATIVE_INFINITY),
  in7d: (line) => line.in7d,
  out7d: (line) => line.out7d,
  ready: (line) => line.ready,
  owner: (line) => line.owner ?? '',
} satisfies Record<string, (line: StockLine) => string | number>

export type StockSort = keyof typeof SORT_VALUES

/** How the stock table is sorted, as it stands in the address: `rows`, or `-rows` from the largest. */
export interface StockOrder {
  by: StockSort
  desc: boolean
}

/** Reads the order from the address; what is none is the largest stock first. */
export function orderOf(text: string): StockOrder {
  const by = text.replace(/^-/, '')
  return by in SORT_VALUES
    ? { by: by as StockSort, desc: text.startsWith('-') }
    : { by: 'rows', desc: true }
}

/** What the table does with lines: sort them, in the browser; there is one per rule. */
export const stockFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
})

const column = createColumnHelper<typeof stockFeatures, StockLine>()

/** A column per order. */
export const stockColumns = column.columns(
  Object.entries(SORT_VALUES).map(([id, value]) =>
    column.accessor(value as (line: StockLine) => string | number, { id }),
  ),
)
