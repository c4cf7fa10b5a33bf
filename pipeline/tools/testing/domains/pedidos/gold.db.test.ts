/**
 * EmpregaDados: "Gold — agrego: vendas total por pedido + total por estabelecimento por mês". What the
 * article filters away is missing from these figures, and here it is said how much.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { pedidos } from '@/pipeline/domains/pedidos'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { syncDeclarations } from '@/pipeline/operations/sync'

const ORDERS = `id_pedido,id_estabelecimento,data_pedido,status_pedido,valor_total
1,E1,2026-05-03,entregue,"R$ 1.234,56"
2,E1,2026-05-20,entregue,"R$ 65,45"
3,E1,2026-06-01,confirmado,"10,00"
4,E2,2026-05-31,entregue,"20,00"
5,E1,2026-05-04,cancelado,"R$ 2.000,00"
6,E1,2026-05-05,entregue,"-7,50"
7,E2,31/13/2026,entregue,"3,00"
8,E3,2026-07-09,cancelado,"5,00"
9,E2,2026-05-31,entregue,muito
9
`

it('gives the total per order and the billing per establishment and month, and what is missing', async () => {
  const database = await createTestDatabase()
  const db = await Db.open(database.url)
  const input = mkdtempSync(join(tmpdir(), 'lazaret-pedidos-'))
  onTestFinished(async () => {
    await db.close()
    await database.drop()
    rmSync(input, { recursive: true })
  })
  await syncDeclarations(db, [pedidos], 'America/Sao_Paulo')
  writeFileSync(join(input, 'PEDIDOS.csv'), ORDERS)
  const report = await runDelivery(database.url, { domain: pedidos, input })
  expect(report).toMatchObject({ status: 'committed', exitCode: 0 })
  expect(report.checks.filter((c) => c.name.startsWith('gold.')).map((c) => c.name)).toEqual([
    'gold.pedidos_total.rows',
    'gold.faturamento_por_mes.faturamento_mes',
    'gold.faturamento_por_mes.qtd_pedidos',
    'gold.faturamento_mensal.faturamento_mes',
    'gold.faturamento_mensal.qtd_pedidos',
    'gold.pedidos_total.coverage',
    'gold.faturamento_por_mes.coverage',
    'gold.faturamento_mensal.coverage',
  ])
  expect(
    await db.rows('SELECT id_pedido, ano, mes, valor_pedido FROM gold.pedidos_total ORDER BY 1'),
  ).toEqual([
    { id_pedido: '1', ano: 2026, mes: 5, valor_pedido: '1234.56' },
    { id_pedido: '2', ano: 2026, mes: 5, valor_pedido: '65.45' },
    { id_pedido: '3', ano: 2026, mes: 6, valor_pedido: '10.00' },
    { id_pedido: '4', ano: 2026, mes: 5, valor_pedido: '20.00' },
  ])
  expect(await db.rows('SELECT * FROM gold.faturamento_mensal ORDER BY 2, 3, 4')).toEqual([
    month(5, 'E1', '1300.01', 2, '650.01'),
    month(5, 'E2', '20.00', 1, '20.00'),
    month(6, 'E1', '10.00', 1, '10.00'),
  ])
  expect(
    await db.rows(
      'SELECT mes, faturamento_mes, qtd_pedidos FROM gold.faturamento_por_mes ORDER BY 1',
    ),
  ).toEqual([
    { mes: 5, faturamento_mes: '1320.01', qtd_pedidos: 3 },
    { mes: 6, faturamento_mes: '10.00', qtd_pedidos: 1 },
  ])
  // A row whose date cannot be read has an establishment all the same; a torn line has nothing.
  expect(
    await db.rows(`SELECT to_jsonb(grupo) AS grupo, moeda, regra, linhas_retidas AS n, valor_retido AS valor
      FROM gold.retencao r WHERE tabela = 'faturamento_mensal' ORDER BY r.grupo, regra`),
  ).toEqual([
    held([2026, 5, 'E1'], 'PEDIDO_STATUS_INVALIDO', 1, '2000.00'),
    held([2026, 5, 'E1'], 'PEDIDO_VALOR_INVALIDO', 1, '-7.50'),
    held([2026, 5, 'E2'], 'PEDIDO_VALOR_TOTAL_NAO_CONVERTIVEL', 1, '0.00'),
    held([2026, 7, 'E3'], 'PEDIDO_STATUS_INVALIDO', 1, '5.00'),
    held([null, null, 'E2'], 'PEDIDO_DATA_PEDIDO_NAO_CONVERTIVEL', 1, '3.00'),
    { ...held([null, null, null], 'PEDIDO_MALFORMADO', 1, '0.00'), moeda: '' },
  ])
  const [, may] = await db.rows<{ grupo: unknown; linhas: number; linhas_retidas: number }>(
    `SELECT to_jsonb(grupo) AS grupo, linhas, linhas_retidas FROM gold.cobertura c
    WHERE tabela IN ('pedidos_total', 'faturamento_por_mes') AND moeda = 'BRL' ORDER BY tabela DESC, c.grupo`,
  )
  expect(may).toEqual({ grupo: ['2026', '5'], linhas: 3, linhas_retidas: 3 })
}, 60_000)

const month = (
  mes: number,
  id_estabelecimento: string,
  total: string,
  n: number,
  mean: string,
) => ({
  moeda: 'BRL',
  ano: 2026,
  mes,
  id_estabelecimento,
  faturamento_mes: total,
  qtd_pedidos: n,
  ticket_medio: mean,
})

const held = (grupo: (string | number | null)[], regra: string, n: number, valor: string) => ({
  grupo: grupo.map((g) => (g === null ? null : String(g))),
  moeda: 'BRL',
  regra,
  n,
  valor,
})
