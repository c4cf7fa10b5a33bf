/** Declarations held against the tables that the Drizzle schema gives them. */
import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { bronzeColumns, silverColumns } from '@/lib/db/schema/columns'
import * as schema from '@/lib/db/schema/index'
import { DeclarationError } from '@/lib/errors'
import type { Gold } from './gold'
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
  const byName = new Map<string, Map<string, PgColumn>>()
  for (const table of tables) {
    if (!is(table, PgTable)) continue
    const { schema, name, columns } = getTableConfig(table)
    byName.set(`${schema}.${name}`, new Map(columns.map((c) => [c.name, c])))
  }
  for (const dataset of domain.datasets) checkDataset(dataset, byName)
  if (domain.gold) checkGoldTables(domain.gold, byName)
}

function checkDataset(dataset: Dataset, tables: Map<string, Map<string, PgColumn>>): void {
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(dataset.file, field, problem)
  }
  const tableOf = (name: string, field: string, common: object) => {
    const table = tables.get(name) ?? fail(field, `the schema has no table ${name}`)
    for (const column of Object.keys(common)) {
      if (!table.has(column)) fail(field, `${name} lacks the common column ${column}`)
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
      holds(table.get(c), 'text', `${name}.${c}`, `sources[${i}].columns`)
    }
  })
  const name = `silver.${dataset.name}`
  const table = tableOf(name, 'name', silverColumns())
  for (const [column, { hidden, type }] of Object.entries(dataset.columns)) {
    if (!hidden) holds(table.get(column), type, `${name}.${column}`, `columns.${column}`)
  }
}

/** Gold tables exist with the columns that the declaration names, and read tables that exist. */
function checkGoldTables(gold: Gold, tables: Map<string, Map<string, PgColumn>>): void {
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(gold.file, field, problem)
  }
  const reads = (field: string, sql: string) => {
    for (const [, name = ''] of sql.matchAll(/\b((?:silver|gold)\.[a-z_0-9]+)\b/g)) {
      if (!tables.has(name)) fail(field, `the schema has no table ${name}`)
    }
  }
  for (const step of gold.steps) reads(`steps.${step.name}.select`, step.select)
  for (const { name, key, groups, figures, select } of gold.tables) {
    const field = `tables.${name}`
    const table = tables.get(`gold.${name}`) ?? fail(field, `the schema has no table gold.${name}`)
    const has = (at: string, column: string) => {
      if (!table.has(column)) fail(at, `the schema has no column gold.${name}.${column}`)
    }
    for (const column of key) has(`${field}.key`, column)
    for (const { column } of groups) has(`${field}.groups`, column)
    for (const { column } of figures) has(`${field}.figures`, column)
    reads(`${field}.select`, select)
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
