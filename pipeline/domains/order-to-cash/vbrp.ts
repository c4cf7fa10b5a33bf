import { defineDataset } from '@/pipeline/engine/define/define'
import { INVOICE, missing, negativeValue, quantity, ROWS, SOURCE_ORDER, waiting } from './texts'

const invoice = { field: 'VBRP-VBELN', transaction: 'VF02' }
const order = { field: 'VBRP-AUBEL', transaction: 'VF02' }

/** Invoices, billed items. The source order is judged at header level only. */
export const faturasVendaItens = defineDataset(import.meta.url, {
  name: 'faturas_venda_itens',
  title: { en: 'Billed items', 'pt-BR': 'Itens faturados', fr: 'Postes facturés' },
  prefix: 'VBRP',
  owner: 'Faturamento',
  sources: [
    {
      file: 'VBRP',
      columns: ['MANDT', 'VBELN', 'POSNR', 'AUBEL', 'AUPOS', 'MATNR', 'FKIMG', 'VRKME', 'NETWR'],
    },
  ],
  columns: {
    mandante: { from: 'MANDT', type: 'text' },
    cod_fatura: { from: 'VBELN', type: 'text' },
    item: { from: 'POSNR', type: 'text' },
    cod_ordem_origem: { from: 'AUBEL', type: 'text' },
    item_ordem_origem: { from: 'AUPOS', type: 'text' },
    cod_material: { from: 'MATNR', type: 'text' },
    quantidade_faturada: { from: 'FKIMG', type: 'numeric(15,3)', format: 'sap' },
    unidade: { from: 'VRKME', type: 'text' },
    valor_liquido: { from: 'NETWR', type: 'numeric(15,2)', format: 'sap' },
  },
  key: ['mandante', 'cod_fatura', 'item'],
  rules: [
    {
      code: 'VBRP_FATURA_INEXISTENTE',
      kind: 'reference',
      name: 'fatura',
      to: 'faturas_venda',
      columns: { mandante: 'mandante', cod_fatura: 'cod_fatura' },
      text: missing(INVOICE, ROWS.billedItem, invoice),
      quarantined: {
        code: 'VBRP_FATURA_EM_QUARENTENA',
        text: waiting(INVOICE, ROWS.billedItem, invoice),
      },
    },
    {
      code: 'VBRP_ORDEM_INEXISTENTE',
      kind: 'reference',
      name: 'ordem',
      to: 'ordens_venda',
      columns: { mandante: 'mandante', cod_ordem: 'cod_ordem_origem' },
      owner: 'Vendas',
      text: missing(SOURCE_ORDER, ROWS.billedItem, order),
      quarantined: {
        code: 'VBRP_ORDEM_EM_QUARENTENA',
        text: waiting(SOURCE_ORDER, ROWS.billedItem, order),
      },
    },
    {
      code: 'VBRP_QUANTIDADE_INVALIDA',
      kind: 'range',
      column: 'quantidade_faturada',
      required: true,
      gt: 0,
      text: quantity({ field: 'VBRP-FKIMG', transaction: 'VF02' }),
    },
    {
      code: 'VBRP_VALOR_NEGATIVO',
      kind: 'range',
      column: 'valor_liquido',
      gte: 0,
      text: negativeValue({ field: 'VBRP-NETWR', transaction: 'VF02' }),
    },
  ],
  // The item has no currency of its own: it is its invoice's.
  money: { amount: 'valor_liquido', currency: { via: 'fatura', column: 'moeda' } },
  concerns: { customer: { via: 'fatura', column: 'cod_cliente' }, invoice: 'cod_fatura' },
  postConditions: [
    {
      code: 'VBRP_ITEM_SEM_FATURA',
      text: {
        en: 'Every billed item in Silver has its invoice in Silver',
        'pt-BR': 'Todo item faturado na Silver tem sua fatura na Silver',
        fr: 'Chaque poste facturé de Silver a sa facture dans Silver',
      },
      sql: `SELECT concat_ws(' / ', i.mandante, i.cod_fatura, i.item) AS key
        FROM silver.faturas_venda_itens i WHERE NOT EXISTS (SELECT FROM silver.faturas_venda f
          WHERE f.mandante = i.mandante AND f.cod_fatura = i.cod_fatura)`,
    },
    {
      code: 'VBRP_ITEM_SEM_ORDEM',
      text: {
        en: 'The source order of every billed item in Silver is in Silver',
        'pt-BR': 'A ordem de origem de todo item faturado na Silver está na Silver',
        fr: "La commande d'origine de chaque poste facturé de Silver est dans Silver",
      },
      sql: `SELECT concat_ws(' / ', i.mandante, i.cod_fatura, i.item) AS key
        FROM silver.faturas_venda_itens i WHERE NOT EXISTS (SELECT FROM silver.ordens_venda o
          WHERE o.mandante = i.mandante AND o.cod_ordem = i.cod_ordem_origem)`,
    },
    {
      code: 'VBRP_QUANTIDADE_NAO_POSITIVA',
      text: {
        en: 'No billed item in Silver has a quantity that is missing, zero or negative',
        'pt-BR': 'Nenhum item faturado na Silver tem quantidade ausente, zerada ou negativa',
        fr: "Aucun poste facturé de Silver n'a de quantité absente, nulle ou négative",
      },
      where: '{quantidade_faturada} IS NULL OR {quantidade_faturada} <= 0',
    },
    {
      code: 'VBRP_VALOR_ABAIXO_DE_ZERO',
      text: {
        en: 'No billed item in Silver has a value below zero',
        'pt-BR': 'Nenhum item faturado na Silver tem valor abaixo de zero',
        fr: "Aucun poste facturé de Silver n'a de valeur au-dessous de zéro",
      },
      where: '{valor_liquido} < 0',
    },
  ],
})
