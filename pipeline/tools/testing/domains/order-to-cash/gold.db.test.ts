/** Gold of the article: its own figures to the cent, and the same figures agreeing with each other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { HORIZONTE, hasHorizonte, horizonte, Lab } from './lab'

const KEY_DATE = '2026-09-22'
const BREAKDOWNS = ['kpis_por_ramo', 'kpis_por_uf', 'kpis_por_prazo', 'kpis_por_cliente']

/** S4Lake: "Mesmo sem CNPJ, esse cliente pode ter faturas em aberto": what they owe is in the portfolio. */
async function owesWithoutCnpj(lab: Lab): Promise<void> {
  const owed = await lab.db.row<{ flagged: string; gold: string; others: string; whole: string }>(
    `SELECT (SELECT sum(t.valor_documento) FROM silver.titulos_receber t LEFT JOIN silver.clientes c
        ON c.mandante = t.mandante AND c.cod_cliente = t.cod_cliente
        WHERE t.status = 'aberto' AND c.cnpj_ausente) AS flagged,
      sum(k.carteira_aberta) FILTER (WHERE c.cnpj_ausente) AS gold,
      sum(k.carteira_aberta) FILTER (WHERE NOT c.cnpj_ausente) AS others,
      (SELECT sum(carteira_aberta) FROM gold.kpis_gerais) AS whole
    FROM gold.kpis_por_cliente k LEFT JOIN silver.clientes c ON c.cod_cliente = k.cod_cliente`,
  )
  expect(Number(owed.flagged)).toBeGreaterThan(0)
  expect(owed.gold).toBe(owed.flagged)
  expect(Number(owed.gold) + Number(owed.others)).toBeCloseTo(Number(owed.whole), 2)
}

/** S4Lake: "o total de títulos precisa ser igual ao número de faturas no cabeçalho". */
async function oneTitlePerInvoice(lab: Lab): Promise<void> {
  const n = await lab.db.row(
    `SELECT count(*) FILTER (WHERE status = 'aberto')::int AS open,
      count(*) FILTER (WHERE status = 'pago')::int AS paid,
      (SELECT count(*)::int FROM silver.faturas_venda) AS invoices,
      (SELECT titulos FROM gold.kpis_gerais) AS titles
    FROM gold.fato_titulos`,
  )
  expect(n).toEqual({ open: 3352, paid: 25_373, invoices: 28_725, titles: 28_725 })
}

/** Totals that follow from every breakdown, ratios included. */
async function totalsReproduce(lab: Lab): Promise<void> {
  const totals = (table: string) =>
    lab.db.rows(`SELECT moeda, sum(titulos)::int AS titulos, sum(carteira_aberta) AS aberta,
        sum(carteira_vencida) AS vencida, sum(pagos)::int AS pagos, sum(pagos_com_atraso)::int AS com_atraso,
        round(100.0 * sum(pagos_com_atraso) / sum(pagos_com_data), 2) AS pct,
        round(sum(dias_atraso_pagos)::numeric / sum(pagos_com_data), 2) AS simples,
        round(sum(valor_dias_atraso) / sum(valor_pago), 2) AS ponderado,
        sum(faturamento_90d) AS faturamento, round(sum(carteira_aberta) / sum(faturamento_90d) * 90, 2) AS dso,
        round(sum(valor_dias_prazo) / sum(valor_com_prazo), 2) AS prazo
      FROM gold.${table} GROUP BY moeda ORDER BY moeda`)
  const whole = await lab.db.rows(`SELECT moeda, titulos, carteira_aberta AS aberta,
      carteira_vencida AS vencida, pagos, pagos_com_atraso AS com_atraso, pct,
      atraso_medio_simples AS simples, atraso_medio_ponderado AS ponderado,
      faturamento_90d AS faturamento, dso, prazo_medio_ponderado AS prazo
    FROM gold.kpis_gerais ORDER BY moeda`)
  expect(whole.length).toBeGreaterThan(0)
  for (const table of BREAKDOWNS) expect(await totals(table), table).toEqual(whole)
  const aging = await lab.db.rows(`SELECT moeda, sum(valor) AS aberta,
      coalesce(sum(valor) FILTER (WHERE faixa_aging <> 'a vencer'), 0) AS vencida
    FROM gold.aging_carteira GROUP BY moeda ORDER BY moeda`)
  expect(whole).toMatchObject(aging)
}

describe.skipIf(!hasHorizonte)(
  `the article's own files (skipped where ${HORIZONTE} is absent)`,
  () => {
    let lab: Lab
    beforeAll(async () => {
      lab = await Lab.open()
      await lab.committed(HORIZONTE, { keyDate: KEY_DATE })
    }, 120_000)
    afterAll(() => lab.close())

    it('give every figure of expected.json to the cent', async () => {
      const e = horizonte()
      expect(await lab.db.rows('SELECT * FROM gold.kpis_gerais')).toMatchObject([
        {
          moeda: 'BRL',
          titulos: e.titulos,
          carteira_aberta: e.carteira_aberta,
          carteira_vencida: e.carteira_vencida,
          pagos: e.pagos,
          pagos_com_atraso: e.pagos_com_atraso,
          pct: e.pct.toFixed(2),
          atraso_medio_simples: e.atraso_medio_simples.toFixed(2),
          atraso_medio_ponderado: e.atraso_medio_ponderado.toFixed(2),
          dso: e.dso.toFixed(2),
          prazo_medio_ponderado: e.prazo_medio_ponderado.toFixed(2),
        },
      ])
      const aging = await lab.db.rows<{ faixa_aging: string; titulos: number; valor: string }>(
        'SELECT faixa_aging, titulos, valor FROM gold.aging_carteira',
      )
      expect(Object.fromEntries(aging.map((a) => [a.faixa_aging, [a.titulos, a.valor]]))).toEqual(
        e.aging,
      )
    })

    it('have totals that follow from each breakdown', () => totalsReproduce(lab))

    it('S4Lake: a customer without CNPJ still owes', () => owesWithoutCnpj(lab))

    it('S4Lake: 3.352 open + 25.373 paid titles = 28.725 invoices', () => oneTitlePerInvoice(lab))

    it('S4Lake: almost half of the invoices are paid late', async () => {
      const pct = await lab.number('SELECT pct FROM gold.kpis_gerais')
      expect(pct).toBeGreaterThan(45)
      expect(pct).toBeLessThan(50)
    })
  },
)

describe('the generated article', () => {
  let lab: Lab
  let files: Awaited<ReturnType<typeof generated>>
  beforeAll(async () => {
    lab = await Lab.open()
    files = await generated({ preset: 'article' })
    await lab.committed(files.out, { keyDate: '2026-06-30' })
  }, 120_000)
  afterAll(async () => {
    files.remove()
    await lab.close()
  })

  it('has totals that follow from each breakdown', () => totalsReproduce(lab))

  it('S4Lake: a customer without CNPJ still owes', () => owesWithoutCnpj(lab))

  it('S4Lake: 3.352 open + 25.373 paid titles = 28.725 invoices', () => oneTitlePerInvoice(lab))
})
