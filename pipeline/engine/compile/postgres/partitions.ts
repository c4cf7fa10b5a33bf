/** Partitions of a Silver table, PostgreSQL dialect: one for each set of values of its columns. */
import type { Dataset } from '@/pipeline/engine/define/schema'
import { id, silverTable } from './quoting'

/** `pedidos_2026_05`: the table and the values, two digits at least, so that they sort. */
export const partitionName = (dataset: Dataset, values: readonly number[]): string =>
  [dataset.name, ...values.map((v) => String(v).padStart(2, '0'))].join('_')

/**
 * The statements that add a partition. CREATE TABLE … PARTITION OF would lock readers of the whole
 * table out until the run ends; attaching a table that stands alone does not
 * (SHARE UPDATE EXCLUSIVE), and an empty one needs no scan.
 */
export function addPartitionSql(dataset: Dataset, values: readonly number[]): string[] {
  const parent = silverTable(dataset.name)
  const part = silverTable(partitionName(dataset, values))
  const last = values.length - 1
  const to = values.map((v, i) => (i === last ? v + 1 : v))
  return [
    `CREATE TABLE ${part} (LIKE ${parent} INCLUDING ALL)`,
    `ALTER TABLE ${parent} ATTACH PARTITION ${part}
      FOR VALUES FROM (${values.join(', ')}) TO (${to.join(', ')})`,
  ]
}

/** Query of the names of the partitions that there are. */
export const partitionsSql = (dataset: Dataset): string =>
  `SELECT (SELECT relname FROM pg_class WHERE oid = i.inhrelid)::text AS name
  FROM pg_inherits i WHERE i.inhparent = '${silverTable(dataset.name)}'::regclass`

/** Query of the sets of values that rows of `m` have, with the number of rows and one key. */
export function wantedPartitionsSql({ partition, key }: Dataset, from: string): string {
  const columns = (partition?.by ?? []).map((c) => `m.${id(c)}`).join(', ')
  const named = key.map((k) => `m.${id(k)}::text`).join(', ')
  return `SELECT ARRAY[${columns}] AS values, count(*) AS rows,
      min(concat_ws(' / ', ${named})) AS sample
    FROM ${from} GROUP BY ${columns} ORDER BY ${columns}`
}
