/** PostgreSQL, the default engine: everything of it that compiled statements use. */
import type { Dialect } from '@/pipeline/engine/compile/dialect'
import { castSql, emptySql, trimmedSql } from './casts'
import { bytesKeySql, contentHashSql, contentKeySql, keyHashSql } from './hashes'
import { addPartitionSql, partitionName, partitionsSql, wantedPartitionsSql } from './partitions'
import { bronzeTable, id, lit, silverTable } from './quoting'

const temporary = (name: string): string => `pg_temp.${id(name)}`

export const postgres: Dialect = {
  name: 'postgres',
  id,
  lit,
  bronzeTable,
  silverTable,
  cast: castSql,
  isEmpty: emptySql,
  isTrimmed: trimmedSql,
  typed: (sql, type) => `(${sql})::${type}`,
  keyHash: keyHashSql,
  contentHash: contentHashSql,
  contentKey: contentKeySql,
  bytesKey: bytesKeySql,
  positions: (list) => `array_remove(ARRAY[${list.join(', ')}]::smallint[], NULL)`,
  texts: (list) =>
    list.length === 0
      ? 'NULL::text[]'
      : `nullif(array_remove(ARRAY[${list.join(', ')}]::text[], NULL), '{}')`,
  first: (list) => `${list}[1]`,
  addPosition: (list, position) => `(SELECT array_agg(x ORDER BY x)
        FROM unnest(coalesce(${list}, '{}') || ${position}::smallint) x)`,
  contains: (list, element) => `${element} = ANY (${list})`,
  temporary,
  createTemporary: (name, query) => `CREATE TEMP TABLE ${id(name)} ON COMMIT DROP AS\n${query}`,
  createEmptyTemporary: (name, columns) =>
    `CREATE TEMP TABLE ${id(name)} (${Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', ')}) ON COMMIT DROP`,
  renameTemporary: (from, to) => `ALTER TABLE ${temporary(from)} RENAME TO ${id(to)}`,
  dropTemporaries: (names) => `DROP TABLE IF EXISTS ${names.map(temporary).join(', ')}`,
  analyze: (table, columns = []) =>
    `ANALYZE ${table}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`,
  place: (alias) => `${alias}.ctid`,
  noPlace: 'NULL::tid',
  atPlace: (alias, place) => `${alias}.ctid = ${place}`,
  partitions: partitionsSql,
  wantedPartitions: wantedPartitionsSql,
  partitionName,
  addPartition: addPartitionSql,
  matches: (text, pattern) => `${text} ~ ${lit(pattern)}`,
  hashJoinsOnly: (only) => `SET LOCAL enable_nestloop = ${only ? 'off' : 'on'}`,
  // The zero is quoted because PostgreSQL takes the number 0 for an expression here and then runs
  // nothing above it in parallel: marking 86,000 rows of VBRP on two idle cores took 600 ms that
  // way, 300 ms this way.
  fence: "OFFSET '0'",
  // An enum: four bytes of fixed width, and a word in every plan and message.
  disposition: (value) => `'${value}'::quality.disposition`,
}
