/**
 * Tables of domains of one's own, made from their declarations: what is missing is created or
 * added, a wider type is taken over, nothing is ever dropped or narrowed. Each statement is kept in
 * `quality.table_change`, the journal of these tables.
 */
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '@/lib/shared/db/connection'
import { DeclarationError } from '@/lib/shared/errors'
import { id } from '@/pipeline/engine/compile/postgres/quoting'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import { createTableSql, tablesOf } from '@/pipeline/engine/define/table-pair'

/**
 * Brings the tables of a domain to its declaration, in the caller's transaction.
 * @throws DeclarationError when a column would have to change in a way that loses values, or the
 *   key or the partitions of a table would change.
 */
export async function syncOwnTables(db: Db, domain: Domain): Promise<void> {
  for (const dataset of domain.datasets) {
    const { bronze, silver } = tablesOf(dataset)
    for (const table of bronze) await syncTable(db, domain, dataset, table, bronzeIndexes(table))
    await syncTable(db, domain, dataset, silver, silverIndexes(dataset), dataset.partition?.by)
  }
}

interface Column {
  name: string
  type: string
}

async function syncTable(
  db: Db,
  domain: Domain,
  dataset: Dataset,
  table: PgTable,
  indexes: readonly string[],
  partition?: readonly string[],
): Promise<void> {
  const { schema, name, columns } = getTableConfig(table)
  const place = `${id(schema ?? 'public')}.${id(name)}`
  const apply = async (statement: string) => {
    await db.exec(statement)
    await db.exec(
      'INSERT INTO quality.table_change (domain, dataset, statement) VALUES ($1, $2, $3)',
      [domain.name, dataset.name, statement],
    )
  }
  const found = await db.rows<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_attribute a
    WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`,
    [place],
  )
  if (found.length === 0) {
    await apply(createTableSql(table, partition))
    for (const index of indexes) await apply(index)
    return
  }
  await refuseOtherKey(db, dataset, table, place)
  const types = new Map(found.map((c) => [c.name, c.type]))
  for (const column of columns) {
    const wanted = canonical(column.getSQLType())
    const stands = types.get(column.name)
    if (stands === undefined) await apply(`ALTER TABLE ${place} ADD ${id(column.name)} ${wanted}`)
    else if (canonical(stands) !== wanted) {
      if (!widens(canonical(stands), wanted)) {
        throw new DeclarationError(
          dataset.file,
          `columns.${column.name}`,
          `${schema}.${name}.${column.name} is ${stands} in the database, which does not become ${wanted} without losing values; give the column another name, or empty and drop it yourself and run rebuild`,
        )
      }
      await apply(`ALTER TABLE ${place} ALTER ${id(column.name)} TYPE ${wanted}`)
    }
  }
}

async function refuseOtherKey(
  db: Db,
  dataset: Dataset,
  table: PgTable,
  place: string,
): Promise<void> {
  const { schema, columns, primaryKeys } = getTableConfig(table)
  const keys = [...columns.filter((c) => c.primary), ...primaryKeys.flatMap((k) => k.columns)]
  const wanted = keys.map((c) => c.name).sort()
  const { found } = await db.row<{ found: string[] }>(
    `SELECT coalesce(array_agg(a.attname::text ORDER BY a.attname), '{}') AS found
    FROM pg_index i
    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [place],
  )
  if (found.join() === wanted.join()) return
  throw new DeclarationError(
    dataset.file,
    schema === 'silver' ? 'partition' : 'sources',
    `${place} exists and its primary key is (${found.join(', ')}), not (${wanted.join(', ')})`,
  )
}

/** Bronze is read by run. */
const bronzeIndexes = (table: PgTable): string[] => {
  const { name } = getTableConfig(table)
  return [`CREATE INDEX ${id(`${name}_run_idx`)} ON bronze.${id(name)} USING brin (_run, _n)`]
}

/** Silver is read by business key. */
const silverIndexes = ({ name, key, columns }: Dataset): string[] => {
  const stored = key.filter((column) => !columns[column]?.hidden)
  if (stored.length === 0) return []
  const list = stored.map(id).join(', ')
  return [`CREATE INDEX ${id(`${name}_key_idx`)} ON silver.${id(name)} (${list})`]
}

/** PostgreSQL's own spelling of a type. */
const canonical = (type: string): string =>
  type
    .toLowerCase()
    .replace(/\s*,\s*/g, ',')
    .replace(/^timestamp with time zone$/, 'timestamptz')
    .replace(/^timestamp without time zone$/, 'timestamp')
    .replace(/^time without time zone$/, 'time')

/** Whether every value of `from` is a value of `to`. */
function widens(from: string, to: string): boolean {
  if (to === 'text') return true
  if (from === 'integer') return to === 'bigint'
  const [p, s] = digits(from)
  const [precision, scale] = digits(to)
  if (!from.startsWith('numeric') || !to.startsWith('numeric')) return false
  return scale >= s && precision - scale >= p - s
}

const digits = (type: string): [number, number] => {
  const [precision = 0, scale = 0] = (type.match(/\d+/g) ?? []).map(Number)
  return [precision, scale]
}
