import {
  defineGold,
  type GoldFigureInput,
  type GoldGroupInput,
  type GoldTableInput,
} from '@/pipeline/engine/define/gold'
import type { Localized } from '@/pipeline/engine/define/words'
import { MOEDA } from './settings'

/** A date that a rule calls strange says nothing of the month. */
const part = (column: string) =>
  `CASE WHEN {data_pedido} BETWEEN date '2000-01-01' AND date '2099-12-31' THEN {${column}} END`

const BY_YEAR: GoldGroupInput = {
  column: 'ano',
  title: { en: 'Year', 'pt-BR': 'Ano', fr: 'Année' },
  of: { pedidos: part('ano') },
  order: 'number',
}
const BY_MONTH: GoldGroupInput = {
  column: 'mes',
  title: { en: 'Month', 'pt-BR': 'Mês', fr: 'Mois' },
  of: { pedidos: part('mes') },
  order: 'number',
}
const BY_ESTABLISHMENT: GoldGroupInput = {
  column: 'id_estabelecimento',
  title: { en: 'Establishment', 'pt-BR': 'Estabelecimento', fr: 'Établissement' },
  of: { pedidos: '{id_estabelecimento}' },
  none: '',
}

const FIGURES: GoldFigureInput[] = [
  {
    column: 'faturamento_mes',
    kind: 'money',
    rests: ['pedidos'],
    total: 'amount',
    title: { en: 'Revenue', 'pt-BR': 'Faturamento', fr: "Chiffre d'affaires" },
    formula: {
      en: 'Sum of the orders of the month.',
      'pt-BR': 'Soma dos pedidos do mês.',
      fr: 'Somme des commandes du mois.',
    },
  },
  {
    column: 'qtd_pedidos',
    kind: 'count',
    rests: ['pedidos'],
    total: 'rows',
    title: { en: 'Orders', 'pt-BR': 'Pedidos', fr: 'Commandes' },
    formula: {
      en: 'Number of orders of the month.',
      'pt-BR': 'Número de pedidos do mês.',
      fr: 'Nombre de commandes du mois.',
    },
  },
  {
    column: 'ticket_medio',
    kind: 'money',
    rests: ['pedidos'],
    title: { en: 'Mean order', 'pt-BR': 'Ticket médio', fr: 'Panier moyen' },
    formula: {
      en: 'Revenue ÷ orders.',
      'pt-BR': 'Faturamento ÷ pedidos.',
      fr: "Chiffre d'affaires ÷ commandes.",
    },
  },
]

const billing = (
  name: string,
  title: Localized,
  groups: GoldGroupInput[],
  role: 'figures' | 'paged',
): GoldTableInput => {
  const columns = ['moeda', ...groups.map((g) => g.column)]
  return {
    name,
    title,
    role,
    key: columns,
    currency: 'moeda',
    groups,
    figures: FIGURES,
    select: `SELECT ${columns.join(', ')}, sum(valor_pedido) AS faturamento_mes,
        count(*) AS qtd_pedidos, round(avg(valor_pedido), 2) AS ticket_medio
      FROM gold.pedidos_total GROUP BY ${columns.join(', ')}`,
  }
}

/** What the article serves: the total of each order, and billing per establishment and month. */
export const gold = defineGold(import.meta.url, {
  rows: [
    {
      name: 'pedidos',
      dataset: 'pedidos',
      title: { en: 'Orders', 'pt-BR': 'Pedidos', fr: 'Commandes' },
    },
  ],
  tables: [
    {
      name: 'pedidos_total',
      role: 'detail',
      title: { en: 'Total per order', 'pt-BR': 'Total por pedido', fr: 'Total par commande' },
      key: ['id_pedido'],
      oneRowPer: 'pedidos',
      select: `SELECT id_pedido, coalesce(id_estabelecimento, '') AS id_estabelecimento, data_pedido, ano, mes, '${MOEDA}' AS moeda,
          coalesce(sum(valor_total), 0) AS valor_pedido
        FROM silver.pedidos GROUP BY id_pedido, id_estabelecimento, data_pedido, ano, mes`,
    },
    billing(
      'faturamento_por_mes',
      { en: 'Revenue by month', 'pt-BR': 'Faturamento por mês', fr: "Chiffre d'affaires par mois" },
      [BY_YEAR, BY_MONTH],
      'figures',
    ),
    billing(
      'faturamento_mensal',
      {
        en: 'Revenue by month and establishment',
        'pt-BR': 'Faturamento por mês e estabelecimento',
        fr: "Chiffre d'affaires par mois et établissement",
      },
      [BY_YEAR, BY_MONTH, BY_ESTABLISHMENT],
      'paged',
    ),
  ],
})
