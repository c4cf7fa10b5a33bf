/** Gold of the domain order-to-cash. What each column means stands in its declarations. */
import { bigint, date, integer, numeric, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { gold } from './schemas'
import { moeda, money, ratio } from './types'

/** One row per receivable in Silver. */
export const fatoTitulos = gold.table('fato_titulos', {
  _chave: uuid('_chave').primaryKey(),
  mandante: text('mandante'),
  empresa: text('empresa'),
  ano_fiscal: text('ano_fiscal'),
  cod_documento: text('cod_documento'),
  item_documento: text('item_documento'),
  cod_cliente: text('cod_cliente'),
  razao_social: text('razao_social'),
  cod_fatura: text('cod_fatura'),
  tipo_documento: text('tipo_documento'),
  uf: text('uf').notNull(),
  ramo: text('ramo').notNull(),
  moeda: text('moeda').notNull(),
  valor: numeric('valor', { precision: 15, scale: 2 }),
  valor_documento: numeric('valor_documento', { precision: 15, scale: 2 }),
  data_documento: date('data_documento'),
  data_vencimento: date('data_vencimento'),
  data_pagamento: date('data_pagamento'),
  prazo_dias: integer('prazo_dias'),
  status: text('status'),
  dias_atraso: integer('dias_atraso'),
  situacao: text('situacao').notNull(),
  faixa_aging: text('faixa_aging'),
})

/** The figures of a set of receivables and of what was billed. */
const kpis = () => ({
  titulos: integer('titulos').notNull(),
  carteira_aberta: money('carteira_aberta').notNull(),
  carteira_vencida: money('carteira_vencida').notNull(),
  pagos: integer('pagos').notNull(),
  pagos_com_atraso: integer('pagos_com_atraso').notNull(),
  pct: ratio('pct'),
  atraso_medio_simples: ratio('atraso_medio_simples'),
  atraso_medio_ponderado: ratio('atraso_medio_ponderado'),
  faturamento_90d: money('faturamento_90d').notNull(),
  dso: ratio('dso'),
  prazo_medio_ponderado: ratio('prazo_medio_ponderado'),
  // Numerators and denominators, so that totals follow from any breakdown.
  pagos_com_data: integer('pagos_com_data').notNull(),
  dias_atraso_pagos: bigint('dias_atraso_pagos', { mode: 'number' }).notNull(),
  valor_pago: money('valor_pago').notNull(),
  valor_dias_atraso: ratio('valor_dias_atraso').notNull(),
  valor_com_prazo: money('valor_com_prazo').notNull(),
  valor_dias_prazo: ratio('valor_dias_prazo').notNull(),
})

export const kpisGerais = gold.table('kpis_gerais', {
  moeda: text('moeda').primaryKey(),
  data_corte: date('data_corte').notNull(),
  ...kpis(),
})

export const kpisPorRamo = gold.table(
  'kpis_por_ramo',
  { moeda: moeda(), ramo: text('ramo').notNull(), ...kpis() },
  (t) => [primaryKey({ columns: [t.moeda, t.ramo] })],
)

export const kpisPorUf = gold.table(
  'kpis_por_uf',
  { moeda: moeda(), uf: text('uf').notNull(), ...kpis() },
  (t) => [primaryKey({ columns: [t.moeda, t.uf] })],
)

export const kpisPorPrazo = gold.table(
  'kpis_por_prazo',
  { moeda: moeda(), prazo: text('prazo').notNull(), ...kpis() },
  (t) => [primaryKey({ columns: [t.moeda, t.prazo] })],
)

export const kpisPorCliente = gold.table(
  'kpis_por_cliente',
  { moeda: moeda(), cod_cliente: text('cod_cliente').notNull(), ...kpis() },
  (t) => [primaryKey({ columns: [t.moeda, t.cod_cliente] })],
)

export const agingCarteira = gold.table(
  'aging_carteira',
  {
    moeda: moeda(),
    faixa_aging: text('faixa_aging').notNull(),
    titulos: integer('titulos').notNull(),
    valor: money('valor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.moeda, t.faixa_aging] })],
)
