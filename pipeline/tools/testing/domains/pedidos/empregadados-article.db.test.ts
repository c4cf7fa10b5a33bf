/**
 * "Databricks EmpregaDados — Como foi feito": what the article promises of its layers holds, and
 * what it filters away is in quarantine instead.
 */
import { describe, expect, it } from 'vitest'
import { pedidos } from '@/pipeline/domains/pedidos'
import { type Adhoc, shipped } from '@/pipeline/tools/testing/adhoc'

const HEAD = 'id_pedido,id_estabelecimento,data_pedido,status_pedido,valor_total'
const file = (...lines: string[]) => ({ 'PEDIDOS.csv': [HEAD, ...lines, ''].join('\n') })

const opened = async (...lines: string[]): Promise<Adhoc> => {
  const t = await shipped(pedidos)
  await t.run(file(...lines))
  return t
}

/** As the article's CSV may look: repeated orders, strange statuses, values of every kind. */
const MIXED = [
  '1,E1,2026-05-04,confirmado,"R$ 1.234,56"',
  '2,E1,2026-05-31,entregue,"R$ 80,00"',
  '1,E1,2026-05-04,entregue,"R$ 1.200,00"',
  '3,E2,2026-06-01,cancelado,"R$ 10,00"',
  '4,E2,2026-06-07,entregue,"R$ 0,00"',
  '5,E2,2026-06-08,entregue,"-R$ 3,00"',
  '6,E3,2026-06-08,entregue,',
  '7,E3,,entregue,"R$ 7,00"',
  '8,E3,2026-06-09,entregue,"R$ 1,234.56"',
  '2,E1,2026-05-31,cancelado,"R$ 80,00"',
  '9,E4,2026-12-31,em_entrega,"R$ 9,90"',
]

/**
 * The article's Silver over Bronze: newest by id, allowed status, value above 0, read by its rules
 * of SQL and not by the engine's. All records of one load have one time of ingestion, so the later
 * line is the newest.
 */
const ARTICLE = `WITH ranked AS (
    SELECT b.*, row_number() OVER (PARTITION BY id_pedido ORDER BY _ingestao_em DESC, _linha DESC) AS rank
    FROM bronze.pedidos b
  ), typed AS (
    SELECT r.*, CASE WHEN valor_total ~ '^-?R[$] [0-9.]+,[0-9]{2}$' THEN
        replace(replace(regexp_replace(valor_total, '[R$ ]', '', 'g'), '.', ''), ',', '.')::numeric
      END AS valor FROM ranked r WHERE rank = 1
  )
  SELECT id_pedido, status_pedido IN ('confirmado', 'em_preparo', 'em_entrega', 'entregue')
      AND valor > 0 AND data_pedido IS NOT NULL AS kept FROM typed`

describe('Bronze: a backup store', () => {
  it('is the CSV untouched, with file name and time of load', async () => {
    const t = await opened(...MIXED)
    const rows = await t.bronze('PEDIDOS')
    expect(
      rows.map((r) =>
        HEAD.split(',')
          .map((c) => (/,/.test(String(r[c])) ? `"${r[c]}"` : (r[c] ?? '')))
          .join(','),
      ),
    ).toEqual(MIXED)
    expect(rows.map((r) => [r._arquivo_origem, r._linha])).toEqual(
      MIXED.map((_, i) => ['PEDIDOS.csv', i + 2]),
    )
    expect(new Set(rows.map((r) => String(r._ingestao_em))).size).toBe(1)
  })

  it('the schema is explicit: R$ 1.234,56 is 1234.56, and an id keeps its zeros', async () => {
    const t = await opened(
      '007,E1,2026-05-01,entregue,"R$ 1.234,56"',
      '008,E1,2026-05-01,entregue,"R$ 1.234.567,89"',
      '009,E1,2026-05-01,entregue,"1.234,5"',
      '010,E1,2026-05-01,entregue,"12"',
      '011,E1,2026-05-01,entregue,"R$ 1.23"',
      '012,E1,2026-05-01,entregue,"R$ 1,234.56"',
      '013,E1,01/05/2026,entregue,"R$ 1,00"',
    )
    expect(await t.silver('pedidos', 'id_pedido', 'valor_total')).toEqual([
      { id_pedido: '007', valor_total: '1234.56' },
      { id_pedido: '008', valor_total: '1234567.89' },
      { id_pedido: '009', valor_total: '1234.50' },
      { id_pedido: '010', valor_total: '12.00' },
    ])
    expect(await t.waiting('pedidos')).toEqual([
      '011: PEDIDO_VALOR_TOTAL_NAO_CONVERTIVEL',
      '012: PEDIDO_VALOR_TOTAL_NAO_CONVERTIVEL',
      '013: PEDIDO_DATA_PEDIDO_NAO_CONVERTIVEL',
    ])
  })
})

describe('Silver: a cleaning station', () => {
  it('what the article would have filtered away is in quarantine, and the balance says so', async () => {
    const t = await opened(...MIXED)
    const verdicts = await t.db.rows<{ id_pedido: string; kept: boolean | null }>(ARTICLE)
    const ids = (kept: boolean) =>
      verdicts
        .filter((v) => (v.kept ?? false) === kept)
        .map((v) => v.id_pedido)
        .sort()
    expect(await t.values('pedidos', 'id_pedido')).toEqual(ids(true))
    expect((await t.live('pedidos')).map((r) => r.key_text)).toEqual(ids(false))
    // Received = kept + filtered away + older images, and nothing else.
    const [kept, away, older] = [
      ids(true).length,
      ids(false).length,
      MIXED.length - verdicts.length,
    ]
    expect(await t.outcome('pedidos')).toBe(`R${MIXED.length} S${kept} Q${away} D${older}`)
    expect([kept, away, older]).toEqual([2, 7, 2])
    const [balance] = await t.db.rows<{ expected: string; found: string; ok: boolean }>(
      `SELECT expected, found, ok FROM quality.check_result WHERE name = 'balance.pedidos'`,
    )
    expect(balance).toEqual({ expected: '11', found: '11', ok: true })
    expect(await t.waiting('pedidos')).toEqual([
      '2: PEDIDO_STATUS_INVALIDO',
      '3: PEDIDO_STATUS_INVALIDO',
      '4: PEDIDO_VALOR_INVALIDO',
      '5: PEDIDO_VALOR_INVALIDO',
      '6: PEDIDO_VALOR_INVALIDO',
      '7: PEDIDO_DATA_AUSENTE',
      '8: PEDIDO_VALOR_TOTAL_NAO_CONVERTIVEL',
    ])
  })

  it('the newest record of an order stands, and says over which it won', async () => {
    const t = await opened(...MIXED)
    expect(await t.silver('pedidos', 'id_pedido', 'status_pedido', 'valor_total')).toContainEqual({
      id_pedido: '1',
      status_pedido: 'entregue',
      valor_total: '1200.00',
    })
    expect(await t.duplicates('pedidos')).toEqual([
      { line: 2, winner_n: 3, reason: 'order' },
      { line: 3, winner_n: 10, reason: 'order' },
    ])
  })

  it('so across deliveries: the later load replaces, also with one that is not valid', async () => {
    const t = await opened(
      '1,E1,2026-05-04,confirmado,"R$ 10,00"',
      '2,E1,2026-05-04,entregue,"R$ 5,00"',
    )
    await t.run(
      file('1,E1,2026-04-30,entregue,"R$ 11,00"', '2,E1,2026-05-04,cancelado,"R$ 5,00"'),
      {
        mode: 'delta',
      },
    )
    expect(await t.silver('pedidos', 'id_pedido', 'valor_total', 'mes')).toEqual([
      { id_pedido: '1', valor_total: '11.00', mes: '4' },
    ])
    expect(await t.waiting('pedidos')).toEqual(['2: PEDIDO_STATUS_INVALIDO'])
    await t.run(file('2,E1,2026-05-05,entregue,"R$ 5,00"'), { mode: 'delta' })
    expect(await t.exits('pedidos')).toEqual(['2: CORRECTED'])
    expect(await t.values('pedidos', 'id_pedido')).toEqual(['1', '2'])
  })

  it('orders without an id are not taken for images of one another', async () => {
    const t = await opened(
      ',E1,2026-05-04,entregue,"R$ 1,00"',
      ',E1,2026-05-04,entregue,"R$ 2,00"',
      ',E1,2026-05-04,entregue,"R$ 2,00"',
    )
    expect(await t.outcome('pedidos')).toBe('R3 S0 Q2 D1')
  })

  it('year, month and weekday are derived; 1 is Sunday, as in Spark', async () => {
    const t = await opened(
      '1,E1,2026-05-31,entregue,"R$ 1,00"',
      '2,E1,2026-06-01,entregue,"R$ 1,00"',
      '3,E1,2026-06-06,entregue,"R$ 1,00"',
    )
    expect(await t.silver('pedidos', 'id_pedido', 'ano', 'mes', 'dia_semana')).toEqual([
      { id_pedido: '1', ano: '2026', mes: '5', dia_semana: '1' },
      { id_pedido: '2', ano: '2026', mes: '6', dia_semana: '2' },
      { id_pedido: '3', ano: '2026', mes: '6', dia_semana: '7' },
    ])
  })

  it('a query over one month reads one partition only', async () => {
    const t = await opened(
      ...Array.from({ length: 24 }, (_, i) => {
        const month = String((i % 12) + 1).padStart(2, '0')
        return `${i},E1,${2025 + Math.floor(i / 12)}-${month}-15,entregue,"R$ 1,00"`
      }),
    )
    const read = async (where: string) => {
      const plan = await t.db.rows<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT sum(valor_total) FROM silver.pedidos WHERE ${where}`,
      )
      const text = plan.map((p) => p['QUERY PLAN']).join('\n')
      return [...new Set(text.match(/pedidos_\d{4}_\d{2}/g))]
    }
    expect(await read('ano = 2026 AND mes = 5')).toEqual(['pedidos_2026_05'])
    expect((await read('ano = 2026')).length).toBe(12)
    expect((await read('true')).length).toBe(24)
  })

  it('a second load of the same file changes nothing', async () => {
    const t = await opened(...MIXED)
    const before = await t.silver('pedidos', 'id_pedido', '_run', 'valor_total')
    await t.run(file(...MIXED))
    expect(t.report.datasets.pedidos).toMatchObject({ entered: 0, rewritten: 0, withdrawn: 0 })
    expect(await t.silver('pedidos', 'id_pedido', '_run', 'valor_total')).toEqual(before)
  })
})
