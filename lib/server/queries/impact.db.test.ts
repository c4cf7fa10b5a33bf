import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectClient } from '@/lib/shared/db/client'
import { type Database, databaseOf } from '@/lib/shared/db/database'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab } from '@/pipeline/tools/testing/domains/order-to-cash/lab'
import { readImpact } from './impact'

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
})
