/**
 * Which customers are affected, by how much: all that have a row in quarantine, with what is
 * withheld from one figure beside what the figure says of them.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { Count, neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import { quoteId } from '@/lib/shared/db/sql'
import type { CustomerSort } from '@/lib/views/impact-view'
import { type GoldTableMeta, readGoldTables } from './gold-tables'

export const ImpactCustomer = z.object({
  /** The customer's number; null: rows of which the customer is not known. */
  code: z.string().nullable(),
  /** From Silver; null where the customer itself is not there. */
  name: z.string().nullable(),
  /** The figure as Gold has it, exact decimal; null where it has none of this customer. */
  value: z.string().nullable(),
  /** Rows and money, exact decimal, that are missing from the row set, in its currency. */
  rows: z.number(),
  money: z.string(),
  /** Missing ÷ (in it + missing) of the money, 0 to 1; null where there is nothing at all. */
  share: z.number().nullable(),
  /** Rows in quarantine of all datasets: an order, its items and its title count each. */
  all: z.number(),
})
export type ImpactCustomer = z.infer<typeof ImpactCustomer>

export interface ImpactCustomersQuery {
  domain: string
  /** Row set that the figure rests on. */
  rows: string
  /** Column of the customers' Gold table. */
  figure: string
  currency: string
  sort?: CustomerSort
  desc?: boolean
  /** Part of a customer's number or name. */
  text?: string
  /** Where the page begins: the `next` of the one before; one that is no place is the beginning. */
  after?: string
  limit?: number
}

export interface ImpactCustomersPage {
  customers: ImpactCustomer[]
  next: string | null
  /** Customers that match, those of other pages included. */
  total: number
}

const Found = ImpactCustomer.extend({
  place: neverNull(z.string(), 'what is sorted by is never NULL'),
})

/** Sort → SQL over `x`, never NULL, and the type of its text. */
const SORTS: Record<CustomerSort, { sql: string; type: string }> = {
  money: { sql: 'abs(x.money)', type: 'numeric' },
  rows: { sql: 'x.rows', type: 'integer' },
  share: { sql: 'coalesce(x.share, 0)', type: 'numeric' },
  value: { sql: 'coalesce(x.value, 0)', type: 'numeric' },
  all: { sql: 'x."all"', type: 'integer' },
  name: { sql: `coalesce(x.name, '') COLLATE "pt-BR-x-icu"`, type: 'text' },
  code: { sql: 'x.code COLLATE "C"', type: 'text' },
}

/** The table per customer of a domain; undefined where it has none. */
export async function customersTable(
  db: Reader,
  domain: string,
): Promise<GoldTableMeta | undefined> {
  return (await readGoldTables(db, domain)).find((table) => table.role === 'customers')
}

/** SQL of the affected customers that match, as `x`; the code of unknown ones is ''. */
export function customersSql(
  table: GoldTableMeta,
  { domain, rows, figure, currency, text }: ImpactCustomersQuery,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [domain, table.name, rows, currency]
  const key = quoteId(table.groups[0]?.column ?? '')
  const money = table.currency ? `AND g.${quoteId(table.currency)} = $4` : ''
  // What is asked for must be a figure of the table: only then is its name part of the statement.
  const known = table.figures.some((f) => f.column === figure)
  const value = known ? `g.${quoteId(figure)}::numeric` : 'NULL::numeric'
  const { customers } = table
  const names = customers
    ? `(SELECT ${quoteId(customers.code)}::text AS code, min(${quoteId(customers.name)}) AS name
      FROM silver.${quoteId(customers.dataset)} GROUP BY 1)`
    : '(SELECT NULL::text AS code, NULL::text AS name WHERE false)'
  let match = ''
  if (text !== undefined) {
    values.push(`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`)
    match = `WHERE coalesce(h.code, c.code) ILIKE $5 OR n.name ILIKE $5`
  }
  const sql = `(SELECT coalesce(h.code, c.code) AS code, n.name, ${value} AS value,
      coalesce(c.rows, 0) AS rows, coalesce(c.money, 0) AS money, coalesce(h.rows, 0) AS "all",
      abs(c.money) / nullif(abs(c.money) + abs(c.inside), 0) AS share
    FROM (SELECT coalesce(q.customer, '') AS code, count(*)::int AS rows FROM quality.quarantine q
      WHERE q.statut <> 'SOLDEE' AND q.dataset IN (SELECT name FROM quality.dataset WHERE domain = $1)
      GROUP BY 1) h
    FULL JOIN (SELECT coalesce(grupo[1], '') AS code, sum(linhas_retidas)::int AS rows,
        sum(valor_retido) AS money, sum(valor) AS inside FROM gold.cobertura
      WHERE dominio = $1 AND tabela = $2 AND conjunto = $3 AND moeda = $4 AND linhas_retidas > 0
      GROUP BY 1) c ON c.code = h.code
    LEFT JOIN ${names} n ON n.code = coalesce(h.code, c.code)
    LEFT JOIN gold.${quoteId(table.name)} g ON g.${key}::text = coalesce(h.code, c.code) ${money}
    ${match}) x`
  return { sql, values }
}

/** Columns of a customer as the driver is to give them. */
export const CUSTOMER_COLUMNS = `nullif(x.code, '') AS code, x.name, x.value::text AS value, x.rows,
  x.money::text AS money, x.share::float8 AS share, x."all"`

export const orderOf = (sort: CustomerSort, desc: boolean): string => {
  const direction = desc ? 'DESC' : 'ASC'
  return `${SORTS[sort].sql} ${direction}, x.code COLLATE "C" ${direction}`
}

/** Reads a page; keyset paging on (sort value, number). */
export async function readImpactCustomers(
  db: Reader,
  table: GoldTableMeta,
  query: ImpactCustomersQuery,
): Promise<ImpactCustomersPage> {
  const { sort = 'money', desc = true, limit = 25 } = query
  const from = customersSql(table, query)
  const [counted] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM ${from.sql}`,
    from.values,
  )
  const values = [...from.values]
  const by = SORTS[sort]
  const after = placeOf(query.after, by.type)
  let place = ''
  if (after) {
    values.push(after[0], after[1])
    place = `WHERE (${by.sql}, x.code COLLATE "C") ${desc ? '<' : '>'}
      ($${values.length - 1}::${by.type}, $${values.length}::text)`
  }
  values.push(limit + 1)
  const found = await typedRows(
    db,
    Found,
    `SELECT ${CUSTOMER_COLUMNS}, (${by.sql})::text AS place FROM ${from.sql} ${place}
    ORDER BY ${orderOf(sort, desc)} LIMIT $${values.length}::int`,
    values,
  )
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const next = last && JSON.stringify([last.place, last.code ?? ''])
  return {
    customers: shown.map(({ place: _, ...customer }) => customer),
    next: next ? Buffer.from(next).toString('base64url') : null,
    total: counted?.n ?? 0,
  }
}

const Place = z.tuple([z.string(), z.string()])

function placeOf(after: string | undefined, type: string): [string, string] | undefined {
  if (after === undefined) return undefined
  try {
    const place = Place.parse(JSON.parse(Buffer.from(after, 'base64url').toString('utf8')))
    return type === 'text' || /^-?\d{1,38}(\.\d{1,38})?$/.test(place[0]) ? place : undefined
  } catch {
    return undefined
  }
}
