/**
 * The table pair of a declaration: Bronze as the source names it, Silver in business names, both
 * with the common columns of the shipped schema. Domains of one's own get their tables this way.
 */
import {
  boolean,
  date,
  getTableConfig,
  integer,
  numeric,
  type PgColumn,
  type PgTable,
  text,
} from 'drizzle-orm/pg-core'
import {
  bronzeColumns,
  partitionedBy,
  partitionedColumns,
  silverColumns,
} from '@/lib/shared/db/schema/columns'
import { bronze, silver } from '@/lib/shared/db/schema/schemas'
import type { Column, Dataset } from './schema'

/** Bronze tables (one per source) and the Silver table that a declaration calls for. */
export function tablesOf(dataset: Dataset): { bronze: PgTable[]; silver: PgTable } {
  return {
    bronze: dataset.sources.map(({ file, columns }) =>
      bronze.table(file.toLowerCase(), {
        ...bronzeColumns(),
        ...Object.fromEntries(columns.map((c) => [c.toLowerCase(), text(c.toLowerCase())])),
      }),
    ),
    silver: silverOf(dataset),
  }
}

function silverOf(dataset: Dataset): PgTable {
  const stored = Object.entries(dataset.columns).filter(([, c]) => !c.hidden)
  const own = Object.fromEntries(stored.map(([name, c]) => [name, typed(name, c)]))
  const { partition } = dataset
  if (!partition) return silver.table(dataset.name, { ...silverColumns(), ...own })
  return silver.table(dataset.name, { ...partitionedColumns(), ...own }, (t) => [
    partitionedBy(
      t.key_hash,
      ...partition.by.map((c) => (t as Record<string, PgColumn>)[c] as PgColumn),
    ),
  ])
}

/**
 * CREATE TABLE of a Drizzle table: columns, NOT NULL and primary key.
 * @param by partition columns, if it is a partitioned one.
 */
export function createTableSql(table: PgTable, by?: readonly string[]): string {
  const { schema, name, columns, primaryKeys } = getTableConfig(table)
  const lines = columns.map(
    (c) =>
      `"${c.name}" ${c.getSQLType()}${c.notNull ? ' NOT NULL' : ''}${c.primary ? ' PRIMARY KEY' : ''}`,
  )
  for (const key of primaryKeys) {
    lines.push(`PRIMARY KEY (${key.columns.map((c) => `"${c.name}"`).join(', ')})`)
  }
  const parts = by ? ` PARTITION BY RANGE (${by.map((c) => `"${c}"`).join(', ')})` : ''
  return `CREATE TABLE "${schema}"."${name}" (${lines.join(', ')})${parts}`
}

function typed(name: string, column: Column) {
  switch (column.type) {
    case 'text':
      return text(name)
    case 'integer':
      return integer(name)
    case 'date':
      return date(name)
    case 'boolean':
      return boolean(name)
    default: {
      const [precision = 0, scale = 0] = (column.type.match(/\d+/g) ?? []).map(Number)
      return numeric(name, { precision, scale })
    }
  }
}
