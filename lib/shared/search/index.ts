/**
 * What a search by part looks through: key, customer and invoice of a live row as one text, and
 * the value that its cause names. With the extension pg_trgm both have an index; without it the
 * same question is answered by reading, slowly.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** The searched text of a row. The index is on this very expression: change both together. */
const ROW_TEXT = `(coalesce(q.key_text, '') || E'\\n' || coalesce(q.customer, '') || E'\\n' || coalesce(q.invoice, ''))`

/** SQL condition on `quality.quarantine q`: something of the row contains what `like` asks for. */
export const searchSql = (like: string): string =>
  // As an array: the planner can then look both halves up in their indexes.
  `(${ROW_TEXT} ILIKE ${like} OR q.cause_id = ANY (ARRAY(
    SELECT c.id FROM quality.cause c WHERE c.value ILIKE ${like})))`

/** Pattern for ILIKE that finds a text anywhere, whatever signs it has. */
export const likeOf = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`

/** Any number, as long as nobody else in the database locks the same. */
const LOCK = 7_240_121

const Indexed = z.object({
  stand: z.boolean(),
})

const Schema = z.object({
  schema: z.string(),
})

/**
 * Creates the indexes of the search unless they stand. An index is made while writers wait: at a
 * million open rows some ten seconds, once.
 * @param db one connection that nobody else uses.
 * @returns why there are none, in words; undefined when there are.
 */
export async function ensureSearchIndexes(db: Reader): Promise<string | undefined> {
  if (await stand(db)) return undefined
  await db.rows('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    if (await stand(db)) return undefined
    const family = (await operators(db)) ?? (await install(db)) ?? (await operators(db))
    if (family instanceof Error) return family.message
    if (family === undefined) return 'pg_trgm has no gin_trgm_ops'
    const text = ROW_TEXT.replaceAll('q.', '')
    await db.rows(`CREATE INDEX IF NOT EXISTS cause_search_idx ON quality.cause
      USING gin (value ${family}.gin_trgm_ops)`)
    await db.rows(`CREATE INDEX IF NOT EXISTS quarantine_search_idx ON quality.quarantine
      USING gin (${text} ${family}.gin_trgm_ops) WHERE statut <> 'SOLDEE'`)
    // The planner learns how rare a text is from the statistics of the expression. Of an empty table
    // it would learn that it is empty, and plan the first large delivery for that.
    await db.rows(`DO $$ BEGIN
      IF EXISTS (SELECT FROM quality.quarantine) THEN ANALYZE quality.quarantine; END IF;
    END $$`)
    return undefined
  } finally {
    await db.rows('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}

async function stand(db: Reader): Promise<boolean> {
  const [row] = await typedRows(
    db,
    Indexed,
    `SELECT to_regclass('quality.quarantine_search_idx') IS NOT NULL AS stand`,
  )
  return row?.stand ?? false
}

/** Schema of the operators, wherever the extension was put. */
async function operators(db: Reader): Promise<string | undefined> {
  const [row] = await typedRows(
    db,
    Schema,
    `SELECT quote_ident(n.nspname) AS schema FROM pg_opclass o
    JOIN pg_namespace n ON n.oid = o.opcnamespace WHERE o.opcname = 'gin_trgm_ops'`,
  )
  return row?.schema
}

/** Whoever may create things in the database may add this extension, if the server has it. */
async function install(db: Reader): Promise<Error | undefined> {
  try {
    await db.rows('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
