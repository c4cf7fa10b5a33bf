import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCustomers } from '@/lib/server/export/customers'
import { bytesOf } from '@/lib/server/export/testing'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import type { WithheldFrom } from '@/lib/shared/scope'
import { CUSTOMER_SORTS } from '@/lib/views/impact-view'
import { filterOf, loadRowView, rowViewHref } from '@/lib/views/view'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab } from '@/pipeline/tools/testing/domains/order-to-cash/lab'
import type { GoldTableMeta } from './gold-tables'
import {
  customersTable,
  type ImpactCustomer,
  type ImpactCustomersQuery,
  readImpactCustomers,
} from './impact-customers'
import { countRows } from './rows'

const DOMAIN = 'order-to-cash'
const QUERY = {
  domain: DOMAIN,
  rows: 'titulos_abertos',
  figure: 'carteira_aberta',
  currency: 'BRL',
}
let lab: Lab
let files: Awaited<ReturnType<typeof generated>>
let client: ReturnType<typeof connectClient>
let db: Database
let table: GoldTableMeta

beforeAll(async () => {
  lab = await Lab.open()
  files = await generated({ scale: 0.2, seed: 11, deliveries: 2 })
  for (const dir of files.dirs) await lab.committed(dir, { keyDate: '2026-07-01' })
  client = connectClient(lab.url)
  db = databaseOf(client.client)
  table = (await customersTable(db, DOMAIN)) as GoldTableMeta
}, 120_000)
afterAll(async () => {
  await client.end()
  files.remove()
  await lab.close()
})

describe('the rows behind a figure of the coverage', () => {
  it('are as many as it says, wherever the link of the screen leads', async () => {
    const lines = await lab.db.rows<{
      table: string
      group: (string | null)[]
      rows: string
      currency: string
      rule: string
      dataset: string
      n: number
    }>(
      `SELECT r.tabela AS table, to_jsonb(r.grupo) AS group, r.conjunto AS rows, r.moeda AS currency,
        r.regra AS rule, g.dataset, r.linhas_retidas AS n
      FROM gold.retencao r LEFT JOIN quality.gold_rows g ON g.domain = r.dominio AND g.name = r.conjunto`,
    )
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.some((line) => line.group.includes(null))).toBe(true)
    const found: string[] = []
    for (const { table, group, rows, currency, rule, dataset } of lines) {
      const withheld: WithheldFrom = { table, rows, group, currency }
      // By way of the address, as a click goes.
      const { searchParams } = new URL(rowViewHref('http://x/', { withheld }))
      const view = loadRowView(searchParams)
      const filter = filterOf(view, dataset, rule)
      found.push(String(await countRows(db, { domain: DOMAIN, filter }, new Date(), true)))
    }
    expect(found).toEqual(lines.map((line) => String(line.n)))
  })
})

describe('the affected customers', () => {
  const walk = async (more: Partial<ImpactCustomersQuery>) => {
    const all: ImpactCustomer[] = []
    let after: string | undefined
    do {
      const page = await readImpactCustomers(db, table, { ...QUERY, ...more, limit: 7, after })
      all.push(...page.customers)
      after = page.next ?? undefined
    } while (after)
    return all
  }

  it('are all that have a row in quarantine, with what the figure lacks of each', async () => {
    const all = await walk({})
    const live = await lab.db.rows<{ code: string | null; n: number }>(
      `SELECT customer AS code, count(*)::int AS n FROM quality.quarantine WHERE statut <> 'SOLDEE'
      GROUP BY 1`,
    )
    const sorted = (rows: { code: string | null }[]) =>
      rows.map((r) => JSON.stringify(r)).toSorted()
    expect(sorted(all.map((c) => ({ code: c.code, n: c.all })))).toEqual(sorted(live))
    // Counted from what arrived, without coverage: open titles are those of BSID.
    const held = await lab.db.rows<{ code: string | null; rows: number; money: string }>(
      `SELECT q.customer AS code, count(*)::int AS rows, coalesce(sum(q.amount), 0)::text AS money
      FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
      WHERE q.dataset = 'titulos_receber' AND q.statut <> 'SOLDEE' AND q.currency = 'BRL'
        AND p.source = 'BSID' GROUP BY 1`,
    )
    const lacking = all.filter((c) => c.rows > 0)
    expect(sorted(lacking.map(({ code, rows, money }) => ({ code, rows, money })))).toEqual(
      sorted(held),
    )
    const [top] = all
    const own = await lab.db.rows(
      `SELECT carteira_aberta AS value, (SELECT min(razao_social) FROM silver.clientes c
        WHERE c.cod_cliente = k.cod_cliente) AS name
      FROM gold.kpis_por_cliente k WHERE moeda = 'BRL' AND cod_cliente = $1`,
      [all.find((c) => c.value !== null)?.code],
    )
    expect(all.find((c) => c.value !== null)).toMatchObject(own[0] as object)
    expect(Math.abs(Number(top?.money))).toBe(
      Math.max(...held.map((h) => Math.abs(Number(h.money)))),
    )
  })

  it('every sort walks each of them once, and the search finds numbers and names', async () => {
    const codes = (await walk({})).map((c) => c.code ?? '').toSorted()
    for (const sort of CUSTOMER_SORTS) {
      for (const desc of [true, false]) {
        const walked = await walk({ sort, desc })
        expect(walked.map((c) => c.code ?? '').toSorted(), `${sort} ${desc}`).toEqual(codes)
        if (sort === 'rows' || sort === 'all') {
          const values = walked.map((c) => c[sort])
          expect(values).toEqual(values.toSorted((a, b) => (desc ? b - a : a - b)))
        }
      }
    }
    const named = (await walk({})).find((c) => c.name !== null) as ImpactCustomer
    for (const text of [named.code, named.name?.slice(0, 6).toUpperCase()]) {
      const found = await walk({ text: text ?? '' })
      expect(found.map((c) => c.code)).toContain(named.code)
      expect(found.length).toBeLessThan(codes.length)
    }
    expect(await walk({ text: '%' })).toEqual([])
  })

  it('the file has them in the order of the screen', async () => {
    const query = { ...QUERY, sort: 'all' as const, desc: true, locale: 'en' as const }
    const file = await exportCustomers({ ...query, at: new Date() }, 'csv', lab.url)
    const text = (await bytesOf(file?.body as ReadableStream<Uint8Array>)).toString()
    const [head, ...lines]: string[][] = parse(text, { bom: true })
    expect(head).toContain('Open portfolio')
    const all = await walk({ sort: 'all' })
    expect(lines.map((l) => [l[0], l[2], Number(l[4]), Number(l[6])])).toEqual(
      all.map((c) => [c.code ?? '', c.money, c.rows, c.all]),
    )
    expect(await exportCustomers({ ...query, domain: 'vendas' }, 'csv', lab.url)).toBeUndefined()
  })
})
