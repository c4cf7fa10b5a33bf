/**
 * What quarantine withholds from Gold, against SQL written apart from it: over the text that arrived,
 * with the rows of several deliveries waiting for different reasons.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { planDomain } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { refreshGold } from '@/pipeline/engine/gold/refresh'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab } from './lab'

const KEY_DATE = '2026-07-02'
let lab: Lab
let files: Awaited<ReturnType<typeof generated>>

/** Dates and money as SAP writes them; NULL where the text is something else. */
const HELPERS = `CREATE FUNCTION pg_temp.day(t text) RETURNS date LANGUAGE plpgsql AS $$
  BEGIN RETURN nullif(t, '00000000')::date; EXCEPTION WHEN others THEN RETURN NULL; END $$;
  CREATE FUNCTION pg_temp.num(t text) RETURNS numeric LANGUAGE plpgsql AS $$
  BEGIN RETURN CASE WHEN t LIKE '%-' THEN -rtrim(t, '-')::numeric ELSE t::numeric END;
  EXCEPTION WHEN others THEN RETURN NULL; END $$;
  CREATE TEMP VIEW customer AS
    SELECT c.cod_cliente AS code, c.uf, c.ramo_atividade AS ramo FROM silver.clientes c
    UNION ALL SELECT p.raw->>'KUNNR', p.raw->>'REGIO', p.raw->>'BRSCH' FROM quality.quarantine q
      LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
      WHERE q.dataset = 'clientes' AND q.statut <> 'SOLDEE' AND p.raw IS NOT NULL;
  CREATE TEMP VIEW title AS
    SELECT q.rule, coalesce(q.currency, '') AS moeda, q.amount, p.source = 'BSID' AS is_open,
      pg_temp.day(p.raw->>'ZFBDT') + pg_temp.num(p.raw->>'ZBD1T')::integer AS due,
      pg_temp.num(p.raw->>'ZBD1T')::integer AS term, p.raw->>'KUNNR' AS code
    FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE q.dataset = 'titulos_receber' AND q.statut <> 'SOLDEE';
  CREATE TEMP VIEW invoice AS
    SELECT q.rule, coalesce(q.currency, '') AS moeda, pg_temp.day(p.raw->>'FKDAT') AS day,
      coalesce(pg_temp.num(p.raw->>'NETWR'), 0) + coalesce(pg_temp.num(p.raw->>'MWSBK'), 0) AS amount,
      p.raw->>'KUNAG' AS code
    FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE q.dataset = 'faturas_venda' AND q.statut <> 'SOLDEE'`

beforeAll(async () => {
  lab = await Lab.open()
  files = await generated({ scale: 0.3, seed: 11, deliveries: 4 })
  for (const dir of files.dirs) await lab.committed(dir, { keyDate: KEY_DATE })
  await lab.db.exec(HELPERS)
}, 120_000)
afterAll(async () => {
  files.remove()
  await lab.close()
})

const withheld = (table: string, set: string) =>
  lab.db.rows(`SELECT grupo[1] AS g, regra AS rule, moeda, linhas_retidas AS n, valor_retido AS amount
    FROM gold.retencao WHERE tabela = '${table}' AND conjunto = '${set}' ORDER BY 1, 2, 3`)
const waiting = (from: string, group: string) =>
  lab.db.rows(`SELECT ${group} AS g, x.rule, x.moeda, count(*)::int AS n,
      coalesce(sum(x.amount), 0)::numeric(24,2) AS amount
    FROM ${from} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)

describe('what quarantine withholds', () => {
  it('is of several rules, in titles and in invoices', async () => {
    for (const dataset of ['titulos_receber', 'faturas_venda']) {
      const rules = await lab.number(`SELECT count(DISTINCT rule) FROM quality.quarantine
        WHERE dataset = '${dataset}' AND statut <> 'SOLDEE'`)
      expect(rules, dataset).toBeGreaterThan(1)
    }
  })

  it.each([
    ['titulos', 'title x'],
    ['titulos_abertos', 'title x WHERE x.is_open'],
    ['titulos_vencidos', `title x WHERE x.is_open AND (x.due < '${KEY_DATE}') IS NOT FALSE`],
    ['titulos_pagos', 'title x WHERE NOT x.is_open AND (x.amount > 0) IS NOT FALSE'],
    [
      'faturas_90d',
      `invoice x WHERE (x.day BETWEEN date '${KEY_DATE}' - 89 AND '${KEY_DATE}') IS NOT FALSE`,
    ],
  ])('from %s: rows and money by rule, as the text that arrived says', async (set, from) => {
    const expected = await waiting(from, 'NULL::text')
    expect(await withheld('kpis_gerais', set)).toEqual(expected)
    const byState = from.replace(' x', ' x LEFT JOIN customer c ON c.code = x.code')
    expect(await withheld('kpis_por_uf', set), 'by state').toEqual(await waiting(byState, 'c.uf'))
    expect(await withheld('kpis_por_cliente', set), 'by customer').toEqual(
      await waiting(from, 'x.code'),
    )
    // Branches have a name of their own in Gold: as many, whatever they are called.
    const many = await waiting(byState, 'c.ramo')
    expect(await withheld('kpis_por_ramo', set), 'by branch').toHaveLength(many.length)
  })

  it('of open titles is spread over the age bands; what has no due date is in none', async () => {
    const band = `CASE WHEN x.due >= '${KEY_DATE}' THEN 'a vencer' WHEN x.due >= date '${KEY_DATE}' - 30
      THEN '1-30' WHEN x.due >= date '${KEY_DATE}' - 60 THEN '31-60'
      WHEN x.due >= date '${KEY_DATE}' - 90 THEN '61-90' WHEN x.due IS NOT NULL THEN '90+' END`
    const expected = await waiting('title x WHERE x.is_open', band)
    expect(await withheld('aging_carteira', 'titulos_abertos')).toEqual(expected)
    expect(await withheld('kpis_por_prazo', 'titulos_abertos')).toEqual(
      await waiting('title x WHERE x.is_open', 'x.term::text'),
    )
  })

  it('adds up to the same in every table, and what is inside to the figures', async () => {
    const sums = await lab.db.rows<{
      conjunto: string
      ways: number
      inside: string
      held: string
    }>(
      `SELECT conjunto, count(DISTINCT (n, held, valor, retido))::int AS ways FROM (
        SELECT tabela, conjunto, moeda, sum(linhas) AS n, sum(linhas_retidas) AS held,
          sum(valor) AS valor, sum(valor_retido) AS retido
        FROM gold.cobertura GROUP BY 1, 2, 3) t WHERE moeda = 'BRL' GROUP BY 1`,
    )
    expect(sums.length).toBe(5)
    expect(sums.map((s) => s.ways)).toEqual([1, 1, 1, 1, 1])
    expect(
      await lab.db.row(`SELECT k.carteira_aberta = c.valor AS same FROM gold.kpis_gerais k
        LEFT JOIN gold.cobertura c ON c.tabela = 'kpis_gerais' AND c.conjunto = 'titulos_abertos'
          AND c.moeda = k.moeda WHERE k.moeda = 'BRL'`),
    ).toEqual({ same: true })
  })

  it('is not dropped when a person closes the row', async () => {
    const rows = `SELECT grupo, conjunto, regra, linhas_retidas FROM gold.retencao
      WHERE tabela = 'kpis_gerais' ORDER BY 2, 3`
    const before = await lab.db.rows(rows)
    await lab.db.exec('BEGIN')
    await lab.db.exec(`UPDATE quality.quarantine SET statut = 'CLASSEE'
      WHERE dataset = 'titulos_receber' AND statut = 'A_TRAITER'`)
    const at = new Date().toISOString()
    const plans = planDomain(orderToCash, postgres)
    const gold = await refreshGold(lab.db, orderToCash, plans, {
      keyDate: KEY_DATE,
      at,
      runId: null,
    })
    expect(gold?.checks.filter((c) => !c.ok)).toEqual([])
    expect(await lab.db.rows(rows)).toEqual(before)
    await lab.db.exec('ROLLBACK')
  })
})
