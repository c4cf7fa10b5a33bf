import { defineDataset } from '@/pipeline/engine/define/define'
import { CUSTOMER, missing, ROWS, waiting } from './texts'

const where = { field: 'VBAK-KUNNR', transaction: 'XD01' }

/** Sales orders, headers. */
export const ordensVenda = defineDataset(import.meta.url, {
  name: 'ordens_venda',
  title: { en: 'Sales orders', 'pt-BR': 'Ordens de venda', fr: 'Commandes clients' },
  prefix: 'VBAK',
  owner: 'Vendas',
  sources: [
    {
      file: 'VBAK',
      columns: [
        'MANDT',
        'VBELN',
        'ERDAT',
        'AUART',
        'VKORG',
        'VTWEG',
        'SPART',
        'KUNNR',
        'NETWR',
        'WAERK',
        'BUKRS_VF',
        'ZTERM',
      ],
    },
  ],
  columns: {
    mandante: { from: 'MANDT', type: 'text' },
    cod_ordem: { from: 'VBELN', type: 'text' },
    cod_cliente: { from: 'KUNNR', type: 'text' },
    data_ordem: { from: 'ERDAT', type: 'date', format: 'sap' },
    tipo_ordem: { from: 'AUART', type: 'text' },
    org_vendas: { from: 'VKORG', type: 'text' },
    canal_distribuicao: { from: 'VTWEG', type: 'text' },
    valor_liquido: { from: 'NETWR', type: 'numeric(15,2)', format: 'sap' },
    moeda: { from: 'WAERK', type: 'text' },
    cond_pagamento: { from: 'ZTERM', type: 'text' },
  },
  key: ['mandante', 'cod_ordem'],
  rules: [
    {
      code: 'VBAK_CLIENTE_INEXISTENTE',
      kind: 'reference',
      name: 'cliente',
      to: 'clientes',
      columns: { mandante: 'mandante', cod_cliente: 'cod_cliente' },
      owner: 'Cadastro',
      text: missing(CUSTOMER, ROWS.order, where),
      quarantined: {
        code: 'VBAK_CLIENTE_EM_QUARENTENA',
        text: waiting(CUSTOMER, ROWS.order, where),
      },
    },
  ],
  money: { amount: 'valor_liquido', currency: 'moeda' },
  concerns: { customer: 'cod_cliente' },
  postConditions: [
    {
      code: 'VBAK_ORDEM_SEM_CLIENTE',
      text: {
        en: 'The customer of every order in Silver is in Silver',
        'pt-BR': 'O cliente de toda ordem na Silver está na Silver',
        fr: 'Le client de chaque commande de Silver est dans Silver',
      },
      sql: `SELECT concat_ws(' / ', o.mandante, o.cod_ordem) AS key
        FROM silver.ordens_venda o WHERE NOT EXISTS (SELECT FROM silver.clientes c
          WHERE c.mandante = o.mandante AND c.cod_cliente = o.cod_cliente)`,
    },
  ],
})
