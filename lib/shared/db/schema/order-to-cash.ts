/** Table pairs of the domain order-to-cash: Bronze as SAP names them, Silver in business names. */
import { boolean, date, integer, numeric, text } from 'drizzle-orm/pg-core'
import { bronzeTable, silverColumns } from './columns'
import { silver } from './schemas'

const money = (name: string) => numeric(name, { precision: 15, scale: 2 })
const quantity = (name: string) => numeric(name, { precision: 15, scale: 3 })

export const kna1 = bronzeTable('kna1', [
  'mandt',
  'kunnr',
  'land1',
  'name1',
  'ort01',
  'regio',
  'stcd1',
  'ktokd',
  'brsch',
  'erdat',
])
export const knb1 = bronzeTable('knb1', ['mandt', 'kunnr', 'bukrs', 'akont', 'zterm', 'erdat'])
export const vbak = bronzeTable('vbak', [
  'mandt',
  'vbeln',
  'erdat',
  'auart',
  'vkorg',
  'vtweg',
  'spart',
  'kunnr',
  'netwr',
  'waerk',
  'bukrs_vf',
  'zterm',
])
export const vbap = bronzeTable('vbap', [
  'mandt',
  'vbeln',
  'posnr',
  'matnr',
  'arktx',
  'kwmeng',
  'vrkme',
  'netwr',
  'waerk',
  'erdat',
])
export const vbrk = bronzeTable('vbrk', [
  'mandt',
  'vbeln',
  'fkart',
  'fkdat',
  'kunag',
  'bukrs',
  'netwr',
  'mwsbk',
  'waerk',
  'zterm',
])
export const vbrp = bronzeTable('vbrp', [
  'mandt',
  'vbeln',
  'posnr',
  'aubel',
  'aupos',
  'matnr',
  'fkimg',
  'vrkme',
  'netwr',
])
const titleColumns = [
  'mandt',
  'bukrs',
  'kunnr',
  'gjahr',
  'belnr',
  'buzei',
  'budat',
  'bldat',
  'blart',
  'shkzg',
  'waers',
  'dmbtr',
  'wrbtr',
  'zfbdt',
  'zterm',
  'zbd1t',
  'vbeln',
  'augdt',
  'augbl',
] as const
export const bsid = bronzeTable('bsid', titleColumns)
export const bsad = bronzeTable('bsad', titleColumns)

export const clientes = silver.table('clientes', {
  ...silverColumns(),
  mandante: text('mandante'),
  cod_cliente: text('cod_cliente'),
  razao_social: text('razao_social'),
  cnpj: text('cnpj'),
  cidade: text('cidade'),
  uf: text('uf'),
  ramo_atividade: text('ramo_atividade'),
  descricao_ramo: text('descricao_ramo'),
  data_cadastro: date('data_cadastro'),
  cnpj_ausente: boolean('cnpj_ausente'),
  cond_pagamento: text('cond_pagamento'),
  prazo_pagamento_dias: integer('prazo_pagamento_dias'),
})

export const clientesEmpresa = silver.table('clientes_empresa', {
  ...silverColumns(),
  mandante: text('mandante'),
  cod_cliente: text('cod_cliente'),
  empresa: text('empresa'),
  conta_reconciliacao: text('conta_reconciliacao'),
  cond_pagamento: text('cond_pagamento'),
  prazo_pagamento_dias: integer('prazo_pagamento_dias'),
  data_cadastro: date('data_cadastro'),
})

export const ordensVenda = silver.table('ordens_venda', {
  ...silverColumns(),
  mandante: text('mandante'),
  cod_ordem: text('cod_ordem'),
  cod_cliente: text('cod_cliente'),
  data_ordem: date('data_ordem'),
  tipo_ordem: text('tipo_ordem'),
  org_vendas: text('org_vendas'),
  canal_distribuicao: text('canal_distribuicao'),
  valor_liquido: money('valor_liquido'),
  moeda: text('moeda'),
  cond_pagamento: text('cond_pagamento'),
})

export const ordensVendaItens = silver.table('ordens_venda_itens', {
  ...silverColumns(),
  mandante: text('mandante'),
  cod_ordem: text('cod_ordem'),
  item: text('item'),
  cod_material: text('cod_material'),
  descricao_material: text('descricao_material'),
  quantidade: quantity('quantidade'),
  unidade: text('unidade'),
  valor_liquido: money('valor_liquido'),
  moeda: text('moeda'),
})

export const faturasVenda = silver.table('faturas_venda', {
  ...silverColumns(),
  mandante: text('mandante'),
  cod_fatura: text('cod_fatura'),
  tipo_fatura: text('tipo_fatura'),
  data_fatura: date('data_fatura'),
  cod_cliente: text('cod_cliente'),
  empresa: text('empresa'),
  valor_liquido: money('valor_liquido'),
  valor_imposto: money('valor_imposto'),
  moeda: text('moeda'),
  cond_pagamento: text('cond_pagamento'),
})

export const faturasVendaItens = silver.table('faturas_venda_itens', {
  ...silverColumns(),
  mandante: text('mandante'),
  cod_fatura: text('cod_fatura'),
  item: text('item'),
  cod_ordem_origem: text('cod_ordem_origem'),
  item_ordem_origem: text('item_ordem_origem'),
  cod_material: text('cod_material'),
  quantidade_faturada: quantity('quantidade_faturada'),
  unidade: text('unidade'),
  valor_liquido: money('valor_liquido'),
})

export const titulosReceber = silver.table('titulos_receber', {
  ...silverColumns(),
  mandante: text('mandante'),
  empresa: text('empresa'),
  ano_fiscal: text('ano_fiscal'),
  cod_documento: text('cod_documento'),
  item_documento: text('item_documento'),
  cod_cliente: text('cod_cliente'),
  cod_fatura: text('cod_fatura'),
  valor: money('valor'),
  valor_documento: money('valor_documento'),
  moeda: text('moeda'),
  data_lancamento: date('data_lancamento'),
  data_documento: date('data_documento'),
  tipo_documento: text('tipo_documento'),
  data_base: date('data_base'),
  prazo_dias: integer('prazo_dias'),
  cond_pagamento: text('cond_pagamento'),
  data_vencimento: date('data_vencimento'),
  data_pagamento: date('data_pagamento'),
  doc_pagamento: text('doc_pagamento'),
  status: text('status'),
})
