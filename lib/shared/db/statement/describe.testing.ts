/** What columns a statement has, without running it: asked of PostgreSQL itself. */
import type { Reader } from '../database'
import { type Node, parseNodes } from './nodes.testing'
import { type Catalog, columnsOf } from './nullable.testing'

export interface DescribedColumn {
  name: string
  /** As PostgreSQL writes it: integer, text[], timestamp with time zone, … */
  type: string
  nullable: boolean
}

/** Reads the catalogues of a database once. */
export async function readCatalog(db: Reader): Promise<Catalog> {
  const columns = await db.rows<{ name: string }>(
    `SELECT attrelid || '.' || attnum AS name FROM pg_attribute WHERE attnotnull AND attnum > 0`,
  )
  const functions = await db.rows<{ id: string; name: string; strict: boolean; own: boolean }>(
    `SELECT oid::text AS id, proname AS name, proisstrict AS strict,
      pronamespace <> 'pg_catalog'::regnamespace AS own FROM pg_proc`,
  )
  return {
    notNull: new Set(columns.map((c) => c.name)),
    functions: new Map(functions.map(({ id, ...f }) => [id, f])),
  }
}

/**
 * Columns of a statement. It is prepared, which gives the types; a function with it as its body is
 * made and dropped again, which gives the tree. Nothing is executed.
 * @param tx a transaction that may write; it is as before afterwards.
 */
export async function describeStatement(
  tx: Reader,
  catalog: Catalog,
  sql: string,
): Promise<DescribedColumn[]> {
  await tx.rows('SAVEPOINT described')
  try {
    await tx.rows(`PREPARE described AS ${sql}`)
    const [prepared] = await tx.rows<{ takes: string[]; gives: string[] }>(
      `SELECT parameter_types::text[] AS takes, coalesce(result_types::text[], '{}') AS gives
      FROM pg_prepared_statements WHERE name = 'described'`,
    )
    const { takes, gives } = prepared ?? { takes: [], gives: [] }
    await tx.rows(`CREATE FUNCTION pg_temp.described(${takes.join(', ')})
      RETURNS SETOF record LANGUAGE sql BEGIN ATOMIC ${sql}; END`)
    const [made] = await tx.rows<{ tree: string }>(
      `SELECT prosqlbody::text AS tree FROM pg_proc
      WHERE proname = 'described' AND pronamespace = pg_my_temp_schema()`,
    )
    await tx.rows('DEALLOCATE described')
    const [[query]] = parseNodes(made?.tree ?? '') as [[Node]]
    return columnsOf(query, catalog).map((column, i) => ({ ...column, type: gives[i] ?? '?' }))
  } finally {
    await tx.rows('ROLLBACK TO described')
  }
}
