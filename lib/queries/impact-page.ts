/** Gold tables of many rows, page by page: per customer, per establishment and month. */
import type { Database } from '../db/database'
import { readCoverage } from './coverage'
import { type GoldTableMeta, readGoldTables } from './gold-tables'
import { type ImpactRow, joinRows, quoted, readFigures } from './impact-rows'

export interface ImpactPageQuery {
  domain: string
  table: string
  /** First values of the groups, for the rows within them: a year and a month, say. */
  within?: string[]
  offset?: number
  limit?: number
}

export interface ImpactPage {
  table: GoldTableMeta | undefined
  rows: ImpactRow[]
  /** Rows that match, those beyond this page included. */
  total: number
}

/** Reads a page of a Gold table in the order of its groups; without a table of that name, nothing. */
export async function readImpactPage(
  db: Pick<Database, 'snapshot'>,
  { domain, table: name, within = [], offset = 0, limit = 50 }: ImpactPageQuery,
): Promise<ImpactPage> {
  return db.snapshot(async (tx) => {
    const table = (await readGoldTables(tx, domain)).find((t) => t.name === name)
    if (!table) return { table, rows: [], total: 0 }
    const columns = table.groups.map((g) => `${quoted(g.column)}::text`)
    const currency = table.currency ? quoted(table.currency) : 'NULL::text'
    const order = table.groups.flatMap(({ order }, i) => {
      const value = `grupo[${i + 1}]`
      if (order !== 'number') return [value]
      return [`CASE WHEN ${value} ~ '^\\d+$' THEN ${value}::numeric END`, value]
    })
    const keys = await tx.rows<{
      group: (string | null)[]
      currency: string | null
      total: number
    }>(
      `SELECT to_jsonb(grupo) AS "group", moeda AS currency, (count(*) OVER ())::int AS total FROM (
        SELECT grupo, ${table.currency ? 'moeda' : 'NULL::text AS moeda'} FROM gold.cobertura
        WHERE dominio = $1 AND tabela = $2
        UNION SELECT ARRAY[${columns.join(', ')}]::text[], ${currency} FROM gold.${quoted(name)}
      ) k WHERE grupo[1:cardinality($3::text[])] = $3::text[]
      ORDER BY ${[...order, 'moeda'].map((c) => `${c} NULLS LAST`).join(', ')}
      LIMIT $4::int OFFSET $5::int`,
      [domain, name, within, limit, offset],
    )
    const groups = keys.map((k) => JSON.stringify(k.group))
    const rows = joinRows(
      table,
      await readFigures(tx, table, groups),
      await readCoverage(tx, domain, table, groups),
    )
    const of = new Map(rows.map((r) => [JSON.stringify([r.group, r.currency]), r]))
    const page = keys.flatMap((k) => of.get(JSON.stringify([k.group, k.currency])) ?? [])
    return { table, rows: page, total: keys[0]?.total ?? 0 }
  })
}
