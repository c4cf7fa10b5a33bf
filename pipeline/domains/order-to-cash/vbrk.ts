import { defineDataset } from '@/pipeline/engine/define/define'
import { CUSTOMER, missing, ROWS, waiting } from './texts'

const where = { field: 'VBRK-KUNAG', transaction: 'XD01' }

/** Invoices, headers. */
export const faturasVenda = defineDataset(import.meta.url, {
  name: 'faturas_venda',
  title: { en: 'Invoices', 'pt-BR': 'Faturas', fr: 'Factures' },
  prefix: 'VBRK',
  owner: 'Faturamento',
  sources: [
    {
      file: 'VBRK',
      columns: [
        'MANDT',
        'VBELN',
        'FKART',
        'FKDAT',
        'KUNAG',
        'BUKRS',
        'NETWR',
        'MWSBK',
        'WAERK',
        'ZTERM',
      ],
    },
  ],
  columns: {
    mandante: { from: 'MANDT', type: 'text' },
    cod_fatura: { from: 'VBELN', type: 'text' },
    tipo_fatura: { from: 'FKART', type: 'text' },
    data_fatura: { from: 'FKDAT', type: 'date', format: 'sap' },
    cod_cliente: { from: 'KUNAG', type: 'text' },
    empresa: { from: 'BUKRS', type: 'text' },
    valor_liquido: { from: 'NETWR', type: 'numeric(15,2)', format: 'sap' },
    valor_imposto: { from: 'MWSBK', type: 'numeric(15,2)', format: 'sap' },
    moeda: { from: 'WAERK', type: 'text' },
    cond_pagamento: { from: 'ZTERM', type: 'text' },
  },
  key: ['mandante', 'cod_fatura'],
  rules: [
    {
      code: 'VBRK_CLIENTE_INEXISTENTE',
      kind: 'reference',
      name: 'cliente',
      to: 'clientes',
      columns: { mandante: 'mandante', cod_cliente: 'cod_cliente' },
      owner: 'Cadastro',
      text: missing(CUSTOMER, ROWS.invoice, where),
      quarantined: {
        code: 'VBRK_CLIENTE_EM_QUARENTENA',
        text: waiting(CUSTOMER, ROWS.invoice, where),
      },
    },
  ],
  money: { amount: 'valor_liquido', currency: 'moeda' },
  concerns: { customer: 'cod_cliente', invoice: 'cod_fatura' },
  postConditions: [
    {
      code: 'VBRK_FATURA_SEM_CLIENTE',
      text: {
        en: 'The customer of every invoice in Silver is in Silver',
        'pt-BR': 'O cliente de toda fatura na Silver está na Silver',
        fr: 'Le client de chaque facture de Silver est dans Silver',
      },
      sql: `SELECT concat_ws(' / ', f.mandante, f.cod_fatura) AS key
        FROM silver.faturas_venda f WHERE NOT EXISTS (SELECT FROM silver.clientes c
          WHERE c.mandante = f.mandante AND c.cod_cliente = f.cod_cliente)`,
    },
  ],
})
