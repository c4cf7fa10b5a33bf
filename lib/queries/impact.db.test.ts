import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: figures need deliveries that the engine has judged
import { generated } from '../../pipeline/domains/order-to-cash/generate/testing'
// biome-ignore lint/style/noRestrictedImports: the same
import { Lab } from '../../pipeline/domains/order-to-cash/tests/lab'
import { connectClient } from '../db/client'
import { type Database, databaseOf } from '../db/database'
import { readAffectedCustomers } from './affected-customers'
import { readImpact } from './impact'
import { readImpactPage } from './impact-page'

const KEY_DATE = '2026-07-01'
const DOMAIN = 'order-to-cash'
let lab: Lab
let files: Awaited<ReturnType<typeof generated>>
let client: ReturnType<typeof connectClient>
let db: Database

beforeAll(async () => {
  lab = await Lab.open()
  files = await generated({ scale: 0.2, seed: 11, deliveries: 2 })
  for (const dir of files.dirs) await lab.committed(dir, { keyDate: KEY_DATE })
  client = connectClient(lab.url)
  db = databaseOf(client.client)
}, 120_000)
afterAll(async () => {
  await client.end()
  files.remove()
  await lab.close()
})

const LIVE = `quality.quarantine q WHERE q.statut <> 'SOLDEE'`

describe('the impact screen', () => {
  it('has figures, what they rest on and what is missing, by group and rule', async () => {
    const screen = await readImpact(db, DOMAIN)
    expect(screen).toMatchObject({ domain: DOMAIN, keyDate: KEY_DATE, replay: null })
    expect(screen?.run).toBeGreaterThan(0)
    expect(screen?.tables.map((t) => t.name)).toEqual([
      'kpis_gerais',
      'kpis_por_ramo',
      'kpis_por_uf',
      'kpis_por_prazo',
      'aging_carteira',
    ])
    const [whole] = screen?.tables[0]?.rows.filter((r) => r.currency === 'BRL') ?? []
    const live = await lab.db.row<{ n: number; amount: string }>(
      `SELECT count(*)::int AS n, sum(amount)::numeric(24,2) AS amount FROM ${LIVE}
        AND dataset = 'titulos_receber' AND currency = 'BRL'
        AND (SELECT p.source FROM quality.quarantine_payload p WHERE p.quarantine_id = q.id) = 'BSID'`,
    )
    const open = whole?.coverage.titulos_abertos
    expect(open).toMatchObject({ withheldRows: live.n, withheldMoney: { BRL: live.amount } })
    expect(open?.rules.reduce((n, r) => n + r.rows, 0)).toBe(live.n)
    const inside = Number(whole?.figures.carteira_aberta)
    const share = Number(live.amount) / (inside + Number(live.amount))
    expect(open?.moneyShare.BRL).toBeCloseTo(share, 10)
    const bands = screen?.tables[4]?.rows.map((r) => r.group[0]) ?? []
    expect(bands.slice(0, 5)).toEqual(['a vencer', '1-30', '31-60', '61-90', '90+'])
    const terms = (screen?.tables[3]?.rows ?? []).flatMap((r) => Number(r.group[0] ?? 'NaN'))
    const known = terms.filter((n) => !Number.isNaN(n))
    expect(known).toEqual(known.toSorted((a, b) => a - b))
  })

  it('is undefined for a domain without Gold', async () => {
    expect(await readImpact(db, 'vendas')).toBeUndefined()
  })

  it('pages tables of many rows, those included that only quarantine has', async () => {
    const all = await readImpactPage(db, {
      domain: DOMAIN,
      table: 'kpis_por_cliente',
      limit: 10_000,
    })
    expect(all.total).toBe(all.rows.length)
    expect(all.rows.filter((r) => r.figures.titulos === null).length).toBeGreaterThan(0)
    const second = await readImpactPage(db, {
      domain: DOMAIN,
      table: 'kpis_por_cliente',
      limit: 10,
      offset: 10,
    })
    expect(second).toMatchObject({ total: all.total, rows: all.rows.slice(10, 20) })
    const [one] = await lab.db.rows<{ code: string }>(
      'SELECT max(cod_cliente) AS code FROM gold.kpis_por_cliente',
    )
    const only = await readImpactPage(db, {
      domain: DOMAIN,
      table: 'kpis_por_cliente',
      within: [one?.code ?? ''],
    })
    expect(only.rows.map((r) => r.group)).toEqual(only.rows.map(() => [one?.code]))
    expect(only.total).toBeGreaterThan(0)
  })
})

describe('the affected customers', () => {
  it('are ranked and paged, with money per dataset, names and their own figures', async () => {
    const page = await readAffectedCustomers(db, { domain: DOMAIN, limit: 5 })
    expect(page.customers).toHaveLength(5)
    expect(page.total).toBe(
      await lab.number(`SELECT count(DISTINCT coalesce(q.customer, '?')) FROM ${LIVE}`),
    )
    const all = await readAffectedCustomers(db, { domain: DOMAIN, limit: 10_000 })
    expect(all.customers).toHaveLength(all.total)
    const named = all.customers.filter((c) => c.name !== null)
    expect(named.length).toBeGreaterThan(0)
    for (const { code, rows, withheld, figures } of [...page.customers, ...named.slice(0, 3)]) {
      expect(withheld.reduce((n, w) => n + w.rows, 0)).toBe(rows)
      const counted = `SELECT count(*) FROM ${LIVE} AND q.customer IS NOT DISTINCT FROM $1`
      expect(await lab.number(counted, [code])).toBe(rows)
      const [own] = await lab.db.rows<{ open: string }>(
        `SELECT carteira_aberta AS open FROM gold.kpis_por_cliente WHERE cod_cliente = $1 AND moeda = 'BRL'`,
        [code],
      )
      expect(figures.BRL?.carteira_aberta).toBe(own?.open)
    }
    const rank = { dataset: 'titulos_receber', currency: 'BRL' }
    const byMoney = await readAffectedCustomers(db, { domain: DOMAIN, rank, limit: 3 })
    const most = await lab.db.rows<{ code: string | null }>(
      `SELECT q.customer AS code FROM ${LIVE} AND q.dataset = 'titulos_receber' AND q.currency = 'BRL'
      GROUP BY 1 ORDER BY coalesce(abs(sum(q.amount)), 0) DESC, 1 NULLS LAST LIMIT 3`,
    )
    expect(byMoney.customers.map((c) => c.code)).toEqual(most.map((m) => m.code))
    const next = await readAffectedCustomers(db, { domain: DOMAIN, offset: 2, limit: 2 })
    expect(next.customers).toEqual(page.customers.slice(2, 4))
    const code = page.customers.find((c) => c.code)?.code as string
    const found = await readAffectedCustomers(db, { domain: DOMAIN, search: code })
    expect(found.customers.map((c) => c.code)).toEqual([code])
  })
})
