/** Gold as declared, held against the tables that the Drizzle schema gives it. */
import { DeclarationError } from '@/lib/shared/errors'
import type { Gold } from './gold'

/**
 * Gold tables exist with the key and the columns that the declaration names, and read what exists.
 * @throws DeclarationError naming the declaration, the field and what the schema lacks.
 */
export function checkGoldTables(
  gold: Gold,
  tables: ReadonlyMap<
    string,
    { columns: ReadonlyMap<string, unknown>; primaryKey: readonly string[] }
  >,
): void {
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
      if (!table.columns.has(column)) fail(at, `the schema has no column gold.${name}.${column}`)
    }
    if (key.toSorted().join() !== table.primaryKey.toSorted().join()) {
      fail(`${field}.key`, `the primary key of gold.${name} is (${table.primaryKey.join(', ')})`)
    }
    for (const { column } of groups) has(`${field}.groups`, column)
    for (const { column } of figures) has(`${field}.figures`, column)
    reads(`${field}.select`, select)
  }
}
