/**
 * Gold as a domain declares it: tables computed from Silver against a key date, and the sets of
 * Silver rows that each figure rests on, so that what quarantine withholds from it can be counted.
 * In every SQL text `:data_corte` stands for the key date.
 */
import { z } from 'zod'
import { DeclarationError } from '@/lib/shared/errors'
import { declarationName, parse } from './parse'
import { Localized, name } from './words'

const column = z.string().regex(/^_?[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _ only')

/** Finds a row of another dataset, in Silver or waiting in quarantine, for `{lookup.column}`. */
const GoldLookup = z.strictObject({
  dataset: name,
  /** Key column of the other dataset → own column. */
  on: z.record(name, name),
})

/** Rows of a dataset that figures rest on; expressions name columns in braces. */
const GoldRows = z.strictObject({
  name,
  title: Localized,
  dataset: name,
  /** Which rows belong to it; a waiting row of which that cannot be told does. Default: all. */
  where: z.string().optional(),
  /** What a row is worth in the dataset's currency. Default: the dataset's money. */
  amount: z.string().optional(),
})

const GoldGroup = z.strictObject({
  column,
  title: Localized,
  /** Dataset → the group of one of its rows; NULL: it cannot be assigned. */
  of: z.record(name, z.string()),
  /** The group that the table puts Silver rows in for which that is NULL. */
  none: z.string().optional(),
  /** Values in the order in which people expect them; `number`: by their number. Default: by name. */
  order: z.union([z.literal('number'), z.array(z.string())]).optional(),
  /** Value → what people call it; others are shown as they are. */
  labels: z.record(z.string(), Localized).default({}),
})

const GoldFigure = z.strictObject({
  column,
  title: Localized,
  /** How it is computed, in words. */
  formula: Localized,
  kind: z.enum(['money', 'count', 'percent', 'days']),
  /** Row sets that it rests on. */
  rests: z.array(name).min(1),
  /** Over the whole table it is the number, or the money, of the row set: checked after each write. */
  total: z.enum(['rows', 'amount']).optional(),
})

const GoldTable = z.strictObject({
  name,
  title: Localized,
  /**
   * detail: rows of the business, without figures; figures: few rows, shown whole; paged: many rows;
   * customers: many rows, one per customer.
   */
  role: z.enum(['detail', 'figures', 'paged', 'customers']).default('figures'),
  key: z.array(column).min(1),
  /** Key column with the currency of the money beside it. */
  currency: column.optional(),
  /** The other key columns, in order; a detail table has none. */
  groups: z.array(GoldGroup).default([]),
  figures: z.array(GoldFigure).default([]),
  /** The table has one row per row of this set: checked after each write. */
  oneRowPer: name.optional(),
  /** SELECT of the table's columns by name, over Silver, steps and Gold tables declared before. */
  select: z.string(),
})
export type GoldTable = z.infer<typeof GoldTable>

const GoldSchema = z.strictObject({
  lookups: z.record(name, GoldLookup).default({}),
  rows: z.array(GoldRows).min(1),
  /** Intermediate results computed once, temporary tables `passo_<name>`, after which table. */
  steps: z.array(z.strictObject({ name, after: name.optional(), select: z.string() })).default([]),
  tables: z.array(GoldTable).min(1),
  /** Where Silver has the names of customers; needs a table with the role customers. */
  customers: z.strictObject({ dataset: name, code: name, name }).optional(),
})

/** Gold of a domain as declared; `file` says where. */
export type Gold = z.infer<typeof GoldSchema> & { file: string }
export type GoldInput = z.input<typeof GoldSchema>
export type GoldTableInput = z.input<typeof GoldTable>
export type GoldRowSet = Gold['rows'][number]
export type GoldGroupInput = z.input<typeof GoldGroup>
export type GoldFigureInput = z.input<typeof GoldFigure>

/**
 * Declares the Gold of a domain.
 * @param url `import.meta.url` of the declaring file, for messages.
 * @throws DeclarationError naming file and field, when it contradicts itself.
 */
export function defineGold(url: string, input: GoldInput): Gold {
  const file = declarationName(url)
  const gold: Gold = { ...parse(file, GoldSchema, input), file }
  validateGold(gold)
  return gold
}

/** Row sets that the figures of a table rest on. */
export const restsOf = (table: GoldTable): string[] => [
  ...new Set([
    ...table.figures.flatMap((f) => f.rests),
    ...(table.oneRowPer ? [table.oneRowPer] : []),
  ]),
]

/** What can be checked without knowing the domain's datasets. */
function validateGold(gold: Gold): void {
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(gold.file, field, problem)
  }
  const twice = (field: string, names: string[]) => {
    const again = names.find((n, i) => names.indexOf(n) !== i)
    if (again) fail(field, `"${again}" is there twice`)
  }
  const sets = new Map(gold.rows.map((r) => [r.name, r]))
  twice(
    'rows',
    gold.rows.map((r) => r.name),
  )
  twice(
    'steps',
    gold.steps.map((s) => s.name),
  )
  twice(
    'tables',
    gold.tables.map((t) => t.name),
  )
  gold.steps.forEach(({ after }, i) => {
    if (after && !gold.tables.some((t) => t.name === after)) {
      fail(`steps[${i}].after`, `unknown table "${after}"`)
    }
  })
  for (const table of gold.tables) {
    const field = `tables.${table.name}`
    const known = (at: string, set: string) => {
      if (!sets.has(set)) fail(at, `unknown row set "${set}"`)
    }
    if (table.oneRowPer) known(`${field}.oneRowPer`, table.oneRowPer)
    twice(
      `${field}.figures`,
      table.figures.map((f) => f.column),
    )
    for (const figure of table.figures) {
      const at = `${field}.figures.${figure.column}`
      for (const set of figure.rests) known(`${at}.rests`, set)
      if (figure.total && figure.rests.length !== 1) {
        fail(`${at}.total`, 'a total is that of exactly one row set')
      }
    }
    if (table.role === 'detail') continue
    const key = [...(table.currency ? [table.currency] : []), ...table.groups.map((g) => g.column)]
    if (key.toSorted().join() !== table.key.toSorted().join()) {
      fail(`${field}.key`, 'it is the currency and the groups of the table')
    }
    for (const set of restsOf(table)) {
      const dataset = sets.get(set)?.dataset ?? ''
      for (const g of table.groups) {
        if (!g.of[dataset]) fail(`${field}.groups.${g.column}`, `it says nothing of ${dataset}`)
      }
    }
  }
  const listed = gold.tables.filter((t) => t.role === 'customers')
  if (listed.length > 1) fail('tables', 'only one table has the role customers')
  if (listed.length > 0 && !gold.customers) fail('customers', 'where are their names?')
  if (listed[0] && listed[0].groups.length !== 1) {
    fail(`tables.${listed[0].name}.groups`, 'the customer is the only group')
  }
}
