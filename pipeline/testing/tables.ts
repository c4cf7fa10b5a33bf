/** The table pair of a declaration, from the same common columns as the shipped schema. */
import {
  boolean,
  date,
  getTableConfig,
  integer,
  numeric,
  type PgTable,
  text,
} from 'drizzle-orm/pg-core'
import { bronzeColumns, silverColumns } from '@/lib/db/schema/columns'
import { bronze, silver } from '@/lib/db/schema/schemas'
import type { Column, Dataset } from '../declare/schema'

/** Bronze tables (one per source) and the Silver table that a declaration calls for. */
export function tablesOf(dataset: Dataset): { bronze: PgTable[]; silver: PgTable } {
  const stored = Object.entries(dataset.columns).filter(([, c]) => !c.hidden)
  return {
    bronze: dataset.sources.map(({ file, columns }) =>
      bronze.table(file.toLowerCase(), {
        ...bronzeColumns(),
        ...Object.fromEntries(columns.map((c) => [c.toLowerCase(), text(c.toLowerCase())])),
      }),
    ),
    silver: silver.table(dataset.name, {
      ...silverColumns(),
      ...Object.fromEntries(stored.map(([name, c]) => [name, typed(name, c)])),
    }),
  }
}

/** CREATE TABLE of a Drizzle table: columns, NOT NULL and primary key, which is all they have. */
export function createTableSql(table: PgTable): string {
  const { schema, name, columns } = getTableConfig(table)
  const lines = columns.map(
    (c) =>
      `"${c.name}" ${c.getSQLType()}${c.notNull ? ' NOT NULL' : ''}${c.primary ? ' PRIMARY KEY' : ''}`,
  )
  return `CREATE TABLE "${schema}"."${name}" (${lines.join(', ')})`
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
