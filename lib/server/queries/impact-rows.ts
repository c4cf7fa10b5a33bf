/** Rows of a Gold table put together with their coverage. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'
import { quoteId } from '@/lib/shared/db/sql'
import type { CoverageLine, SetCoverage } from './coverage'
import type { GoldTableMeta } from './gold-tables'

/** Figures of a Gold row. Money, percent and days are exact decimals as text. */
const FigureRow = z.object({
  /** Values of the table's groups, in order; null: what could not be assigned. */
  group: z.array(z.string().nullable()),
  /** Currency of the row; '' none known; null where the table has no currency. */
  currency: z.string().nullable(),
  /** Figure → value; null: there is none (division by zero, or everything of it waits). */
  figures: z.record(z.string(), z.string().nullable()),
})
export type FigureRow = z.infer<typeof FigureRow>

export interface ImpactRow extends FigureRow {
  /** Row set → what of it is in the figures, and what is not. */
  coverage: Record<string, SetCoverage>
}

/** Figures of a Gold table by group and currency. */
export function readFigures(tx: Reader, meta: GoldTableMeta): Promise<FigureRow[]> {
  const columns = meta.groups.map((g) => `g.${quoteId(g.column)}::text`)
  const figures = meta.figures.map((f) => `'${f.column}', g.${quoteId(f.column)}::text`)
  const currency = meta.currency ? `g.${quoteId(meta.currency)}` : 'NULL::text'
  return typedRows(
    tx,
    FigureRow,
    `SELECT jsonb_build_array(${columns.join(', ')}) AS "group", ${currency} AS currency,
      jsonb_build_object(${figures.join(', ')}) AS figures FROM gold.${quoteId(meta.name)} g`,
  )
}

/** Each group and currency once: with figures, with coverage, or with both. */
export function joinRows(
  meta: GoldTableMeta,
  figures: readonly FigureRow[],
  coverage: readonly CoverageLine[],
): ImpactRow[] {
  const found = new Map<string, ImpactRow>()
  const key = (group: (string | null)[], currency: string | null) =>
    JSON.stringify([group, currency])
  for (const row of figures) found.set(key(row.group, row.currency), { ...row, coverage: {} })
  for (const { group, currency, set, coverage: of } of coverage) {
    const row = found.get(key(group, currency)) ?? { group, currency, figures: {}, coverage: {} }
    for (const { column } of meta.figures) row.figures[column] ??= null
    row.coverage[set] = of
    found.set(key(group, currency), row)
  }
  return [...found.values()]
}
