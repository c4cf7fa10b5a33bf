import { defineGold } from '@/pipeline/engine/define/gold'
import { agingCarteira } from './aging'
import { fatoTitulos } from './fato'
import { BY_CUSTOMER, BY_SECTOR, BY_STATE, BY_TERM } from './groups'
import { kpis, kpisGerais, partes } from './kpis'

/**
 * The portfolio of receivables against a key date. Money is that of the document, so that titles
 * and invoices are measured in the same currency; nothing is added across currencies.
 */
export const gold = defineGold(import.meta.url, {
  lookups: {
    cliente: {
      dataset: 'clientes',
      on: { mandante: 'mandante', cod_cliente: 'cod_cliente' },
    },
  },
  rows: [
    {
      name: 'titulos',
      dataset: 'titulos_receber',
      title: { en: 'Titles', 'pt-BR': 'Títulos', fr: 'Créances' },
    },
    {
      name: 'titulos_abertos',
      dataset: 'titulos_receber',
      where: "{status} = 'aberto'",
      title: { en: 'Open titles', 'pt-BR': 'Títulos em aberto', fr: 'Créances ouvertes' },
    },
    {
      name: 'titulos_vencidos',
      dataset: 'titulos_receber',
      where: "{status} = 'aberto' AND {data_vencimento} < :data_corte",
      title: { en: 'Overdue titles', 'pt-BR': 'Títulos vencidos', fr: 'Créances échues' },
    },
    {
      // Payments and credit notes clear others; they are not paid themselves.
      name: 'titulos_pagos',
      dataset: 'titulos_receber',
      where: "{status} = 'pago' AND {valor_documento} > 0",
      title: { en: 'Paid titles', 'pt-BR': 'Títulos pagos', fr: 'Créances payées' },
    },
    {
      name: 'faturas_90d',
      dataset: 'faturas_venda',
      where: '{data_fatura} BETWEEN :data_corte - 89 AND :data_corte',
      // Gross: titles carry the tax too.
      amount: 'coalesce({valor_liquido}, 0) + coalesce({valor_imposto}, 0)',
      title: {
        en: 'Invoices of the last 90 days',
        'pt-BR': 'Faturas dos últimos 90 dias',
        fr: 'Factures des 90 derniers jours',
      },
    },
  ],
  steps: [partes],
  tables: [
    fatoTitulos,
    kpisGerais,
    kpis('kpis_por_ramo', BY_SECTOR, {
      en: 'Figures by branch',
      'pt-BR': 'Indicadores por ramo',
      fr: 'Indicateurs par secteur',
    }),
    kpis('kpis_por_uf', BY_STATE, {
      en: 'Figures by state',
      'pt-BR': 'Indicadores por UF',
      fr: 'Indicateurs par État',
    }),
    kpis('kpis_por_prazo', BY_TERM, {
      en: 'Figures by payment term',
      'pt-BR': 'Indicadores por prazo',
      fr: 'Indicateurs par délai de paiement',
    }),
    agingCarteira,
    {
      ...kpis('kpis_por_cliente', BY_CUSTOMER, {
        en: 'Figures by customer',
        'pt-BR': 'Indicadores por cliente',
        fr: 'Indicateurs par client',
      }),
      role: 'customers',
    },
  ],
  customers: { dataset: 'clientes', code: 'cod_cliente', name: 'razao_social' },
})
