/** What the declarations say of Gold: titles, groups and figures, as the database keeps them. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

const Texts = z.record(z.string(), z.string())
const Column = z.string().regex(/^_?[a-z][a-z0-9_]*$/)

const Group = z.object({
  column: Column,
  title: Texts,
  /** Order of its values: as listed, by number, or by name. */
  order: z.union([z.literal('number'), z.array(z.string())]).nullable(),
  /** Value → what people call it, by language; others are shown as they are. */
  labels: z.record(z.string(), Texts),
})
export type GroupMeta = z.infer<typeof Group>

const Figure = z.object({
  column: Column,
  title: Texts,
  /** How it is computed, in words, by language. */
  formula: Texts,
  kind: z.enum(['money', 'count', 'percent', 'days']),
  /** Names of the row sets that it rests on. */
  rests: z.array(z.string()),
  /** Over the whole table it is the number, or the money, of the row set. */
  total: z.enum(['rows', 'amount']).nullable().default(null),
})
export type FigureMeta = z.infer<typeof Figure>

const GoldTable = z.object({
  name: Column,
  title: Texts,
  /** figures: few rows, shown whole; paged and customers: many; detail: rows of the business. */
  role: z.enum(['detail', 'figures', 'paged', 'customers']),
  /** Column with the currency of the money beside it. */
  currency: Column.nullable(),
  groups: z.array(Group),
  figures: z.array(Figure),
  /** Role customers: where Silver has the customer's name. */
  customers: z.object({ dataset: Column, code: Column, name: Column }).nullable(),
})
export type GoldTableMeta = z.infer<typeof GoldTable>

/** A set of Silver rows that figures rest on. */
export const RowSet = z.object({
  name: z.string(),
  dataset: z.string(),
  /** Language → words. */
  title: z.record(z.string(), z.string()),
})
export type RowSet = z.infer<typeof RowSet>

/** Gold tables of a domain in declared order. */
export async function readGoldTables(db: Reader, domain: string): Promise<GoldTableMeta[]> {
  const rows = await typedRows(
    db,
    GoldTable,
    `SELECT name, title, role, currency, groups, figures, customers FROM quality.gold_table
    WHERE domain = $1 ORDER BY position`,
    [domain],
  )
  return z.array(GoldTable).parse(rows)
}

/** Row sets of a domain. */
export function readRowSets(db: Reader, domain: string): Promise<RowSet[]> {
  return typedRows(
    db,
    RowSet,
    'SELECT name, dataset, title FROM quality.gold_rows WHERE domain = $1 ORDER BY name',
    [domain],
  )
}
