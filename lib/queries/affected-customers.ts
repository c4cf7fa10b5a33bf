/**
 * Which customers are affected by what sits in quarantine, by how much: live rows and money per
 * dataset and currency, beside the customer's own figures of Gold.
 */
import type { Database, Reader } from '../db/database'
import { type GoldTableMeta, readGoldTables } from './gold-tables'
import { quoted } from './impact-rows'

export interface CustomerMoney {
  dataset: string
  /** '' where no currency is known. */
  currency: string
  rows: number
  /** Exact decimal. */
  amount: string
}

export interface AffectedCustomer {
  /** The customer's number; null: rows of which the customer is not known. */
  code: string | null
  /** From Silver; null where the customer itself is not there. */
  name: string | null
  /** Live rows of all datasets. An order, its items and its title count each. */
  rows: number
  withheld: CustomerMoney[]
  /** Currency → figure → value of the customer's own figures; empty without any. */
  figures: Record<string, Record<string, string | null>>
}

export interface CustomersQuery {
  domain: string
  /** By rows, or by money of one dataset in one currency, most first. */
  rank?: 'rows' | { dataset: string; currency: string }
  /** Part of a customer's number. */
  search?: string
  /** Only rows of this rule. */
  rule?: string
  offset?: number
  limit?: number
}

export interface CustomersPage {
  customers: AffectedCustomer[]
  /** Customers that match, those beyond this page included; unknown ones count as one. */
  total: number
  /** Figures that `figures` gives, in declared order; empty for a domain without them. */
  figures: GoldTableMeta['figures']
}

/** Reads a page of affected customers in one snapshot. */
export async function readAffectedCustomers(
  db: Pick<Database, 'snapshot'>,
  query: CustomersQuery,
): Promise<CustomersPage> {
  return db.snapshot(async (tx) => {
    const { page, total } = await readPage(tx, query)
    const table = (await readGoldTables(tx, query.domain)).find((t) => t.role === 'customers')
    const codes = page.flatMap((c) => (c.code === null ? [] : [c.code]))
    if (table && codes.length > 0) {
      const names = await readNames(tx, table, codes)
      const figures = await readFigures(tx, table, codes)
      for (const customer of page) {
        customer.name = names.get(customer.code ?? '') ?? null
        customer.figures = figures.get(customer.code ?? '') ?? {}
      }
    }
    return { customers: page, total, figures: table?.figures ?? [] }
  })
}

async function readPage(
  tx: Reader,
  { domain, rank = 'rows', search, rule, offset = 0, limit = 50 }: CustomersQuery,
): Promise<{ page: AffectedCustomer[]; total: number }> {
  const values: unknown[] = [domain]
  const p = (value: unknown) => `$${values.push(value)}`
  const tests = [
    `q.dataset IN (SELECT name FROM quality.dataset WHERE domain = $1)`,
    `q.statut <> 'SOLDEE'`,
  ]
  if (rule !== undefined) tests.push(`q.rule = ${p(rule)}`)
  if (search) tests.push(`position(lower(${p(search)}) IN lower(q.customer)) > 0`)
  const ranked =
    rank === 'rows'
      ? 'sum(n)'
      : `coalesce(sum(abs(amount)) FILTER (WHERE dataset = ${p(rank.dataset)}
          AND currency = ${p(rank.currency)}), 0)`
  const rows = await tx.rows<AffectedCustomer & { total: number }>(
    `WITH held AS (
      SELECT q.customer, q.dataset, coalesce(q.currency, '') AS currency, count(*) AS n,
        coalesce(sum(q.amount), 0) AS amount
      FROM quality.quarantine q WHERE ${tests.join(' AND ')} GROUP BY 1, 2, 3
    )
    SELECT customer AS code, NULL AS name, sum(n)::int AS rows,
      jsonb_agg(jsonb_build_object('dataset', dataset, 'currency', currency, 'rows', n,
        'amount', amount::text) ORDER BY dataset, currency) AS withheld,
      '{}'::jsonb AS figures, (count(*) OVER ())::int AS total
    FROM held GROUP BY customer
    ORDER BY ${ranked} DESC, customer NULLS LAST LIMIT ${p(limit)}::int OFFSET ${p(offset)}::int`,
    values,
  )
  const page = rows.map(({ total: _, ...customer }) => customer)
  return { page, total: rows[0]?.total ?? 0 }
}

async function readNames(
  tx: Reader,
  { customers }: GoldTableMeta,
  codes: string[],
): Promise<Map<string, string | null>> {
  if (!customers) return new Map()
  const code = quoted(customers.code)
  const rows = await tx.rows<{ code: string; name: string | null }>(
    `SELECT ${code}::text AS code, min(${quoted(customers.name)}) AS name
    FROM silver.${quoted(customers.dataset)} WHERE ${code}::text = ANY ($1::text[]) GROUP BY 1`,
    [codes],
  )
  return new Map(rows.map((r) => [r.code, r.name]))
}

async function readFigures(
  tx: Reader,
  table: GoldTableMeta,
  codes: string[],
): Promise<Map<string, AffectedCustomer['figures']>> {
  const column = quoted(table.groups[0]?.column ?? '')
  const currency = table.currency ? quoted(table.currency) : `''`
  const pairs = table.figures.map((f) => `'${f.column}', ${quoted(f.column)}::text`)
  const rows = await tx.rows<{ code: string; figures: AffectedCustomer['figures'] }>(
    `SELECT ${column} AS code, jsonb_object_agg(${currency}, jsonb_build_object(${pairs.join(', ')})) AS figures
    FROM gold.${quoted(table.name)} WHERE ${column} = ANY ($1::text[]) GROUP BY 1`,
    [codes],
  )
  return new Map(rows.map((r) => [r.code, r.figures]))
}
