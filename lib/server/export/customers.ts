/** The affected customers as a file: all that match, in the order of the screen, from one snapshot. */

import {
  CUSTOMER_COLUMNS,
  customersSql,
  customersTable,
  ImpactCustomer,
  type ImpactCustomersQuery,
  orderOf,
} from '@/lib/server/queries/impact-customers'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { typedCursor } from '@/lib/shared/db/typed-rows'
import type { CustomerSort } from '@/lib/views/impact-view'
import { type Download, databaseUrl, download } from './download'
import type { ExportLocale, Row } from './files/table'
import { column, say } from './labels'
import { Snapshot } from './snapshot'

/** Rows fetched at once. */
const BATCH = 1000
const SHEET = say('Affected customers', 'Clientes afetados', 'Clients touchés')

/** In the order of `toRow`; the figure's own column is named by its declaration. */
const COLUMNS = [
  column('text', 16, say('Customer', 'Cliente', 'Client')),
  column('text', 32, say('Name', 'Nome', 'Nom')),
  column('money', 18, say('Money withheld', 'Valor retido', 'Montant retenu')),
  column('text', 9, say('Currency', 'Moeda', 'Devise')),
  column('count', 14, say('Rows withheld', 'Linhas retidas', 'Lignes retenues')),
  column('money', 12, say('Share withheld, %', 'Parte retida, %', 'Part retenue, %')),
  column(
    'count',
    20,
    say('All rows in quarantine', 'Linhas em quarentena', 'Lignes en quarantaine'),
  ),
]

export interface CustomersExport extends Omit<ImpactCustomersQuery, 'after' | 'limit'> {
  sort: CustomerSort
  desc: boolean
  locale: ExportLocale
  /** Its day is part of the file's name; now unless given. */
  at?: Date
}

/**
 * Starts the export.
 * @returns undefined for a domain without figures per customer.
 * @throws as exportQuarantine.
 */
export async function exportCustomers(
  { locale, at = new Date(), ...query }: CustomersExport,
  format: 'csv' | 'xlsx',
  url = databaseUrl(),
): Promise<Download | undefined> {
  const snapshot = await Snapshot.open(url)
  try {
    const table = await customersTable(snapshot, query.domain)
    if (!table) {
      await snapshot.close()
      return undefined
    }
    const from = customersSql(table, query)
    const next = await typedCursor(
      snapshot,
      ImpactCustomer,
      'affected',
      `SELECT ${CUSTOMER_COLUMNS} FROM ${from.sql}
      ORDER BY ${orderOf(query.sort, query.desc)}`,
      from.values,
    )
    const timeZone = await readTimeZone(snapshot)
    const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at)
    const figure = table.figures.find((f) => f.column === query.figure)
    const heading = figure?.title[locale] ?? query.figure
    return download(
      {
        name: SHEET[locale],
        columns: [
          ...COLUMNS.map(({ heading, type, width }) => ({ heading: heading[locale], type, width })),
          { heading, type: figure?.kind === 'count' ? 'count' : 'money', width: 20 },
        ],
        rows: readRows(snapshot, next, query.currency),
        close: () => snapshot.close(),
      },
      `lazaret-${query.domain.replace(/[^A-Za-z0-9_-]+/g, '-')}-customers-${day}`,
      format,
      locale,
    )
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

async function* readRows(
  snapshot: Snapshot,
  next: (n: number) => Promise<ImpactCustomer[]>,
  currency: string,
): AsyncGenerator<Row> {
  try {
    for (;;) {
      const found = await next(BATCH)
      if (found.length === 0) return
      for (const customer of found) yield toRow(customer, currency)
    }
  } finally {
    await snapshot.close()
  }
}

const toRow = (c: ImpactCustomer, currency: string): Row => [
  c.code,
  c.name,
  c.money,
  currency,
  c.rows,
  c.share === null ? null : (c.share * 100).toFixed(2),
  c.all,
  c.value,
]
