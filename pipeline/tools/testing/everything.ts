import type { Db } from '@/lib/shared/db/connection'

/**
 * Hash of every table by name, in whichever schema, but for `without` and the job queue; sequences
 * are not tables. Equal before and after means that nothing was left behind.
 */
export async function everything(
  db: Db,
  ...without: readonly string[]
): Promise<Record<string, string>> {
  const tables = await db.rows<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c
    LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname !~ '^pg_|^information_schema|^graphile' ORDER BY 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter((t) => !without.includes(t.name))) {
    const { hash } = await db.row<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS hash
      FROM ${name} t`,
    )
    hashes[name] = hash
  }
  return hashes
}
