import { defineDataset } from '@/pipeline/engine/define/define'
import { CUSTOMER, missing, ROWS, waiting } from './texts'

const where = { field: 'KNB1-KUNNR', transaction: 'XD01' }

/** Company data of customers: a table of its own, so that a customer of two companies stays one. */
export const clientesEmpresa = defineDataset(import.meta.url, {
  name: 'clientes_empresa',
  title: {
    en: 'Customers per company',
    'pt-BR': 'Clientes por empresa',
    fr: 'Clients par société',
  },
  prefix: 'KNB1',
  owner: 'Cadastro',
  sources: [{ file: 'KNB1', columns: ['MANDT', 'KUNNR', 'BUKRS', 'AKONT', 'ZTERM', 'ERDAT'] }],
  columns: {
    mandante: { from: 'MANDT', type: 'text' },
    cod_cliente: { from: 'KUNNR', type: 'text' },
    empresa: { from: 'BUKRS', type: 'text' },
    conta_reconciliacao: { from: 'AKONT', type: 'text' },
    cond_pagamento: { from: 'ZTERM', type: 'text' },
    // The digits of the term (D030 → 30); at most nine, so that any text stays an integer.
    prazo_pagamento_dias: {
      type: 'integer',
      sql: "nullif(left(regexp_replace({cond_pagamento}, '[^0-9]', '', 'g'), 9), '')",
    },
    data_cadastro: { from: 'ERDAT', type: 'date', format: 'sap' },
  },
  key: ['mandante', 'cod_cliente', 'empresa'],
  rules: [
    {
      code: 'KNB1_CLIENTE_INEXISTENTE',
      kind: 'reference',
      name: 'cliente',
      to: 'clientes',
      columns: { mandante: 'mandante', cod_cliente: 'cod_cliente' },
      text: missing(CUSTOMER, ROWS.companyData, where),
      quarantined: {
        code: 'KNB1_CLIENTE_EM_QUARENTENA',
        text: waiting(CUSTOMER, ROWS.companyData, where),
      },
    },
  ],
  concerns: { customer: 'cod_cliente' },
  postConditions: [
    {
      code: 'KNB1_SEM_CLIENTE',
      text: {
        en: 'The customer of all company data in Silver is in Silver',
        'pt-BR': 'O cliente de todo dado de empresa na Silver está na Silver',
        fr: 'Le client de toutes les données société de Silver est dans Silver',
      },
      sql: `SELECT concat_ws(' / ', e.mandante, e.cod_cliente, e.empresa) AS key
        FROM silver.clientes_empresa e WHERE NOT EXISTS (SELECT FROM silver.clientes c
          WHERE c.mandante = e.mandante AND c.cod_cliente = e.cod_cliente)`,
    },
  ],
})
