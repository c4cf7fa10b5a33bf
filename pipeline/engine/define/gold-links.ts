/** Gold held against the datasets of its domain. */
import { DeclarationError } from '@/lib/shared/errors'
import { braces, fillBraces } from './braces'
import type { Gold } from './gold'
import type { Dataset } from './schema'

const BRACES = /\{([a-z_][a-z0-9_]*)(?:\.([a-z_][a-z0-9_]*))?\}/g

/** A column in braces: `{column}` of the row itself, or `{lookup.column}`. */
export interface GoldName {
  lookup?: string
  column: string
}

/** Names in braces of an SQL text of Gold. */
export const goldNames = (sql: string): GoldName[] =>
  [...sql.matchAll(BRACES)].map(([, a = '', b]) => (b ? { lookup: a, column: b } : { column: a }))

/** Replaces each name in braces by what `to` makes of it. */
export const fillGold = (sql: string, to: (name: GoldName) => string): string =>
  sql.replace(BRACES, (_, a: string, b?: string) =>
    to(b ? { lookup: a, column: b } : { column: a }),
  )

/** A column's value in Silver; of a hidden one what it is derived from. Undefined: not there. */
export function silverSql(dataset: Dataset, name: string, alias: string): string | undefined {
  const column = dataset.columns[name]
  if (!column) return undefined
  if (!column.hidden) return `${alias}."${name}"`
  if (!column.sql) return undefined
  const values = braces(column.sql).map((c) => [c, silverSql(dataset, c, alias)] as const)
  if (values.some(([, sql]) => sql === undefined)) return undefined
  const of = new Map(values)
  return `(${fillBraces(column.sql, (c) => of.get(c) as string)})::${column.type}`
}

/** @throws DeclarationError on a dataset, lookup or column that the domain does not have. */
export function checkGold(gold: Gold, datasets: readonly Dataset[]): void {
  const byName = new Map(datasets.map((d) => [d.name, d]))
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(gold.file, field, problem)
  }
  const datasetOf = (field: string, name: string): Dataset =>
    byName.get(name) ?? fail(field, `undeclared dataset "${name}"`)
  const column = (field: string, dataset: Dataset, name: string) => {
    const c = dataset.columns[name] ?? fail(field, `unknown column "${name}" of ${dataset.name}`)
    if (c.hidden) fail(field, `"${name}" of ${dataset.name} is hidden; it must be in Silver`)
    // Columns that are filled later have no value while the row waits.
    if (!c.from && !c.sql && !c.perSource && !dataset.flags.some((f) => f.code === name)) {
      fail(field, `"${name}" of ${dataset.name} is filled after the row is judged`)
    }
  }
  const sql = (field: string, dataset: Dataset, text: string | undefined) => {
    for (const { lookup, column: c } of goldNames(text ?? '')) {
      if (!lookup) {
        column(field, dataset, c)
        continue
      }
      const other = gold.lookups[lookup] ?? fail(field, `no lookup is named "${lookup}"`)
      for (const own of Object.values(other.on)) column(`lookups.${lookup}.on`, dataset, own)
      column(field, datasetOf(`lookups.${lookup}.dataset`, other.dataset), c)
    }
  }
  // Money is counted in Silver too: a hidden column must be an expression over what stands there.
  const inSilver = (field: string, dataset: Dataset, name: string) => {
    if (silverSql(dataset, name, 's')) return
    fail(field, `the money of ${dataset.name} needs "${name}", which is not in Silver`)
  }
  for (const [name, { dataset, on }] of Object.entries(gold.lookups)) {
    const other = datasetOf(`lookups.${name}.dataset`, dataset)
    if (Object.keys(on).toSorted().join() !== other.key.toSorted().join()) {
      fail(`lookups.${name}.on`, `must name the whole key of ${dataset}: ${other.key.join(', ')}`)
    }
  }
  gold.rows.forEach((set, i) => {
    const dataset = datasetOf(`rows[${i}].dataset`, set.dataset)
    const { money } = dataset
    if (!money && !set.amount) fail(`rows[${i}].amount`, `${dataset.name} declares no money`)
    if (money) {
      inSilver(`rows[${i}].dataset`, dataset, money.amount)
      if (typeof money.currency === 'string') {
        inSilver(`rows[${i}].dataset`, dataset, money.currency)
      }
    }
    sql(`rows[${i}].where`, dataset, set.where)
    sql(`rows[${i}].amount`, dataset, set.amount)
  })
  for (const table of gold.tables) {
    for (const group of table.groups) {
      const field = `tables.${table.name}.groups.${group.column}`
      for (const [name, text] of Object.entries(group.of)) {
        sql(field, datasetOf(field, name), text)
      }
    }
  }
  if (gold.customers) {
    const dataset = datasetOf('customers.dataset', gold.customers.dataset)
    column('customers.code', dataset, gold.customers.code)
    column('customers.name', dataset, gold.customers.name)
  }
}
