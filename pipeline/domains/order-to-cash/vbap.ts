import { defineDataset } from '@/pipeline/engine/define/define'
import { missing, negativeValue, ORDER, quantity, ROWS, waiting } from './texts'

const where = { field: 'VBAP-VBELN', transaction: 'VA02' }

/** Sales orders, items. */
export const ordensVendaItens = defineDataset(import.meta.url, {
  name: 'ordens_venda_itens',
  title: { en: 'Sales order items', 'pt-BR': 'Itens de ordens', fr: 'Postes de commande' },
  prefix: 'VBAP',
  owner: 'Vendas',
  sources: [
    {
      file: 'VBAP',
      columns: [
        'MANDT',
        'VBELN',
        'POSNR',
        'MATNR',
        'ARKTX',
        'KWMENG',
        'VRKME',
        'NETWR',
        'WAERK',
        'ERDAT',
      ],
    },
  ],
  columns: {
    mandante: { from: 'MANDT', type: 'text' },
    cod_ordem: { from: 'VBELN', type: 'text' },
    item: { from: 'POSNR', type: 'text' },
    cod_material: { from: 'MATNR', type: 'text' },
    descricao_material: { from: 'ARKTX', type: 'text' },
    quantidade: { from: 'KWMENG', type: 'numeric(15,3)', format: 'sap' },
    unidade: { from: 'VRKME', type: 'text' },
    valor_liquido: { from: 'NETWR', type: 'numeric(15,2)', format: 'sap' },
    moeda: { from: 'WAERK', type: 'text' },
  },
  key: ['mandante', 'cod_ordem', 'item'],
  rules: [
    {
      code: 'VBAP_ORDEM_INEXISTENTE',
      kind: 'reference',
      name: 'ordem',
      to: 'ordens_venda',
      columns: { mandante: 'mandante', cod_ordem: 'cod_ordem' },
      text: missing(ORDER, ROWS.orderItem, where),
      quarantined: {
        code: 'VBAP_ORDEM_EM_QUARENTENA',
        text: waiting(ORDER, ROWS.orderItem, where),
      },
    },
    {
      code: 'VBAP_QUANTIDADE_INVALIDA',
      kind: 'range',
      column: 'quantidade',
      required: true,
      gt: 0,
      text: quantity({ field: 'VBAP-KWMENG', transaction: 'VA02' }),
    },
    {
      code: 'VBAP_VALOR_NEGATIVO',
      kind: 'range',
      column: 'valor_liquido',
      gte: 0,
      text: negativeValue({ field: 'VBAP-NETWR', transaction: 'VA02' }),
    },
  ],
  money: { amount: 'valor_liquido', currency: 'moeda' },
  concerns: { customer: { via: 'ordem', column: 'cod_cliente' } },
  postConditions: [
    {
      code: 'VBAP_ITEM_SEM_ORDEM',
      text: {
        en: 'Every order item in Silver has its order in Silver',
        'pt-BR': 'Todo item de ordem na Silver tem sua ordem na Silver',
        fr: 'Chaque poste de commande de Silver a sa commande dans Silver',
      },
      sql: `SELECT concat_ws(' / ', i.mandante, i.cod_ordem, i.item) AS key
        FROM silver.ordens_venda_itens i WHERE NOT EXISTS (SELECT FROM silver.ordens_venda o
          WHERE o.mandante = i.mandante AND o.cod_ordem = i.cod_ordem)`,
    },
    {
      code: 'VBAP_QUANTIDADE_NAO_POSITIVA',
      text: {
        en: 'No order item in Silver has a quantity that is missing, zero or negative',
        'pt-BR': 'Nenhum item de ordem na Silver tem quantidade ausente, zerada ou negativa',
        fr: "Aucun poste de commande de Silver n'a de quantité absente, nulle ou négative",
      },
      where: '{quantidade} IS NULL OR {quantidade} <= 0',
    },
    {
      code: 'VBAP_VALOR_ABAIXO_DE_ZERO',
      text: {
        en: 'No order item in Silver has a value below zero',
        'pt-BR': 'Nenhum item de ordem na Silver tem valor abaixo de zero',
        fr: "Aucun poste de commande de Silver n'a de valeur au-dessous de zéro",
      },
      where: '{valor_liquido} < 0',
    },
  ],
})
