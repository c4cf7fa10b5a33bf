import { defineDataset } from '@/pipeline/engine/define/define'
import { COMPANY } from './settings'

/** Customers: one row per customer of a client system; a missing CNPJ is a flag, not a fault. */
export const clientes = defineDataset(import.meta.url, {
  name: 'clientes',
  title: { en: 'Customers', 'pt-BR': 'Clientes', fr: 'Clients' },
  prefix: 'KNA1',
  owner: 'Cadastro',
  sources: [
    {
      file: 'KNA1',
      columns: [
        'MANDT',
        'KUNNR',
        'LAND1',
        'NAME1',
        'ORT01',
        'REGIO',
        'STCD1',
        'KTOKD',
        'BRSCH',
        'ERDAT',
      ],
    },
  ],
  columns: {
    mandante: { from: 'MANDT', type: 'text' },
    cod_cliente: { from: 'KUNNR', type: 'text' },
    nome_recebido: { from: 'NAME1', type: 'text', hidden: true },
    razao_social: { type: 'text', sql: "nullif(btrim({nome_recebido}), '')" },
    cnpj: { from: 'STCD1', type: 'text', trim: true },
    cidade: { from: 'ORT01', type: 'text' },
    uf: { from: 'REGIO', type: 'text' },
    ramo_atividade: { from: 'BRSCH', type: 'text' },
    descricao_ramo: {
      type: 'text',
      sql: `CASE {ramo_atividade} WHEN 'ALIM' THEN 'Alimentos' WHEN 'VARE' THEN 'Varejo'
        WHEN 'ECOM' THEN 'E-commerce' WHEN 'COSM' THEN 'Cosméticos' WHEN 'FARM' THEN 'Farmácia'
        WHEN 'AUTO' THEN 'Autopeças' ELSE {ramo_atividade} END`,
    },
    data_cadastro: { from: 'ERDAT', type: 'date', format: 'sap' },
    cnpj_ausente: { type: 'boolean' },
    cond_pagamento: { type: 'text' },
    prazo_pagamento_dias: { type: 'integer' },
  },
  key: ['mandante', 'cod_cliente'],
  // Overlapping extracts bring a customer twice: the clean name wins, then the later record.
  order: [
    {
      by: "{nome_recebido} IS DISTINCT FROM btrim({nome_recebido}) OR {nome_recebido} LIKE '%  %'",
    },
  ],
  flags: [
    {
      code: 'cnpj_ausente',
      when: '{cnpj} IS NULL',
      text: {
        en: 'No CNPJ registered',
        'pt-BR': 'Sem CNPJ cadastrado',
        fr: 'Sans CNPJ enregistré',
      },
    },
  ],
  enrichments: [
    {
      from: 'clientes_empresa',
      on: { mandante: 'mandante', cod_cliente: 'cod_cliente', empresa: { value: COMPANY } },
      columns: { cond_pagamento: 'cond_pagamento', prazo_pagamento_dias: 'prazo_pagamento_dias' },
    },
  ],
  concerns: { customer: 'cod_cliente' },
})
