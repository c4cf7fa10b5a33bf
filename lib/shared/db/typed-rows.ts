/**
 * Rows that are what their type says: a statement is run together with the declared shape of its
 * rows. The shape costs nothing here; a test prepares every such statement on a migrated database
 * and compares names, types and nullability of its columns with it (typed-rows.db.test.ts).
 */
import { z } from 'zod'
import type { Reader } from './database'

/** One field per column, as the driver gives it: bigint and numeric are strings. */
export type RowShape = z.ZodObject

/** The shape of `SELECT count(*)::int AS n`. */
export const Count = z.object({ n: z.number() })

/** A statement that is about to run, for tests that look at it. */
export interface Watched {
  db: Reader
  shape: RowShape
  sql: string
  /** Its stack leads to the call. */
  call: Error
}

/** Looks at a statement; what it returns looks at the rows. */
export type Watch = (statement: Watched) => Promise<(rows: readonly unknown[]) => void>

let watching: Watch | undefined

/** Has every typed statement of this process looked at; for tests. */
export function watchTypedRows(watch: Watch | undefined): void {
  watching = watch
}

/** Runs a statement and gives its rows, in the declared shape. */
export async function typedRows<S extends RowShape>(
  db: Reader,
  shape: S,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<S>[]> {
  const look = await watching?.({ db, shape, sql, call: new Error('called') })
  const rows = await db.rows<z.output<S>>(sql, values)
  look?.(rows)
  return rows
}

/**
 * Opens a cursor in the transaction of `db`.
 * @returns a function that fetches the next rows, at most `n`; none at the end.
 */
export async function typedCursor<S extends RowShape>(
  db: Reader,
  shape: S,
  name: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<(n: number) => Promise<z.output<S>[]>> {
  const look = await watching?.({ db, shape, sql, call: new Error('called') })
  await db.rows(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, values)
  return async (n) => {
    const rows = await db.rows<z.output<S>>(`FETCH ${n} FROM ${name}`)
    look?.(rows)
    return rows
  }
}

const reasons = new WeakMap<z.ZodType, string>()

/**
 * Marks a column that PostgreSQL cannot prove to be there but that is.
 * @param why the reason, for whoever reads the declaration.
 */
export function neverNull<S extends z.ZodType>(schema: S, why: string): S {
  const marked = schema.clone() as S
  reasons.set(marked, why)
  return marked
}

/** Whether a column was marked by `neverNull`. */
export const isMarkedNeverNull = (schema: z.ZodType): boolean => reasons.has(schema)
