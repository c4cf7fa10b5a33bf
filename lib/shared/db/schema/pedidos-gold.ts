/** Gold of the domain pedidos. What each column means stands in its declarations. */
import { date, integer, numeric, primaryKey, text } from 'drizzle-orm/pg-core'
import { gold } from './schemas'
import { moeda, money, ratio } from './types'

/** One row per order in Silver. */
export const pedidosTotal = gold.table('pedidos_total', {
  id_pedido: text('id_pedido').primaryKey(),
  id_estabelecimento: text('id_estabelecimento'),
  data_pedido: date('data_pedido'),
  ano: integer('ano').notNull(),
  mes: integer('mes').notNull(),
  moeda: moeda(),
  valor_pedido: numeric('valor_pedido', { precision: 15, scale: 2 }).notNull(),
})

const billing = () => ({
  faturamento_mes: money('faturamento_mes').notNull(),
  qtd_pedidos: integer('qtd_pedidos').notNull(),
  ticket_medio: ratio('ticket_medio'),
})

/** Billing per month. */
export const faturamentoPorMes = gold.table(
  'faturamento_por_mes',
  { moeda: moeda(), ano: integer('ano').notNull(), mes: integer('mes').notNull(), ...billing() },
  (t) => [primaryKey({ columns: [t.moeda, t.ano, t.mes] })],
)

/** Billing per month and establishment. */
export const faturamentoMensal = gold.table(
  'faturamento_mensal',
  {
    moeda: moeda(),
    ano: integer('ano').notNull(),
    mes: integer('mes').notNull(),
    id_estabelecimento: text('id_estabelecimento').notNull(),
    ...billing(),
  },
  (t) => [primaryKey({ columns: [t.moeda, t.ano, t.mes, t.id_estabelecimento] })],
)
