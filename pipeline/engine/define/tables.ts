/** Declarations held against the tables that the Drizzle schema gives them. */
import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '@/lib/shared/db/schema'
import { bronzeColumns, silverColumns } from '@/lib/shared/db/schema/columns'
import { DeclarationError } from '@/lib/shared/errors'
import { checkGoldTables } from './gold-tables'
import type { Dataset, Domain } from './schema'

/**
 * Every source has its Bronze table with a text column per source column, every stored column its
 * Silver column of a type that holds it.
 * @throws DeclarationError naming the declaration, the field and what the schema lacks.
 */
export function checkTables(
  domain: Domain,
  tables: readonly unknown[] = Object.values(schema),
): void {
  const byName = new Map<string, Known>()
  for (const table of tables) {
    if (!is(table, PgTable)) continue
    const { schema, name, columns, primaryKeys } = getTableConfig(table)
    const keys = [
      ...columns.filter((c) => c.primary),
      ...primaryKeys.flatMap((k) => k.columns as PgColumn[]),
    ]
    byName.set(`${schema}.${name}`, {
      columns: new Map(columns.map((c) => [c.name, c])),
      primaryKey: keys.map((c) => c.name),
    })
  }
  for (const dataset of domain.datasets) checkDataset(dataset, byName)
  if (domain.gold) checkGoldTables(domain.gold, byName)
}

interface Known {
  columns: Map<string, PgColumn>
  primaryKey: string[]
}

function checkDataset(dataset: Dataset, tables: Map<string, Known>): void {
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(dataset.file, field, problem)
  }
  const tableOf = (name: string, field: string, common: object) => {
    const table = tables.get(name) ?? fail(field, `the schema has no table ${name}`)
    for (const column of Object.keys(common)) {
      if (!table.columns.has(column)) fail(field, `${name} lacks the common column ${column}`)
    }
    return table
  }
  const holds = (column: PgColumn | undefined, type: string, place: string, field: string) => {
    if (!column) fail(field, `the schema has no column ${place}`)
    const found = column?.getSQLType() ?? ''
    if (!fits(type, found)) fail(field, `${place} is ${found}, which does not hold ${type}`)
  }
  dataset.sources.forEach(({ file, columns }, i) => {
    const name = `bronze.${file.toLowerCase()}`
    const table = tableOf(name, `sources[${i}].file`, bronzeColumns())
    for (const c of columns.map((column) => column.toLowerCase())) {
      holds(table.columns.get(c), 'text', `${name}.${c}`, `sources[${i}].columns`)
    }
  })
  const name = `silver.${dataset.name}`
  const table = tableOf(name, 'name', silverColumns())
  for (const [column, { hidden, type }] of Object.entries(dataset.columns)) {
    if (!hidden) holds(table.columns.get(column), type, `${name}.${column}`, `columns.${column}`)
  }
  // A row is known by the hash of its key; PostgreSQL wants the partition columns beside it.
  const wanted = ['key_hash', ...(dataset.partition?.by ?? [])].sort().join(', ')
  const found = [...table.primaryKey].sort().join(', ')
  if (found !== wanted) {
    const field = dataset.partition ? 'partition.by' : 'name'
    fail(field, `the primary key of ${name} is (${found}), not (${wanted})`)
  }
}

/** Whether a column of type `found` keeps every value of type `declared` as it is. */
function fits(declared: string, found: string): boolean {
  if (!declared.startsWith('numeric') || !found.startsWith('numeric')) return declared === found
  if (found === 'numeric') return true
  const [p = 0, s = 0] = (declared.match(/\d+/g) ?? []).map(Number)
  const [precision = 0, scale = 0] = (found.match(/\d+/g) ?? []).map(Number)
  return scale >= s && precision - scale >= p - s
}
