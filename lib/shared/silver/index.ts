/**
 * Silver tables as the database has them. Screens show datasets that they know by name only; a name
 * becomes part of a statement after the metadata and the catalogue have confirmed it, and quoted.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { HASH_COLUMNS } from '@/lib/shared/db/schema/hash-columns'
import { typedRows } from '@/lib/shared/db/typed-rows'

export const SilverColumn = z.object({
  name: z.string(),
  /** As PostgreSQL writes it: text, integer, date, boolean, numeric(15,2), … */
  type: z.string(),
})
export type SilverColumn = z.infer<typeof SilverColumn>

export interface SilverTable {
  /** Quoted, to stand in a FROM. */
  sql: string
  /** In the order of the table; those of the engine (`_…` and the hashes) are left out. */
  columns: SilverColumn[]
}

/** Quoted identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The Silver table of a declared dataset; undefined when there is none. */
export async function silverTableOf(db: Reader, dataset: string): Promise<SilverTable | undefined> {
  const columns = await typedRows(
    db,
    SilverColumn,
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM quality.dataset d
    LEFT JOIN pg_class c ON c.relname = d.name AND c.relkind IN ('r', 'p')
      AND c.relnamespace = 'silver'::regnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE d.name = $1 AND a.attnum > 0 AND NOT a.attisdropped AND left(a.attname, 1) <> '_'
      AND a.attname NOT IN (${HASH_COLUMNS.map((c) => `'${c}'`).join(', ')})
    ORDER BY a.attnum`,
    [dataset],
  )
  return columns.length > 0 ? { sql: `silver.${quoted(dataset)}`, columns } : undefined
}

/** Whether values of a type are numbers, to stand on the right. */
export const isNumeric = (type: string): boolean => /^(integer|bigint|numeric)/.test(type)
