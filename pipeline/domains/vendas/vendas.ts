import { defineDataset } from '@/pipeline/engine/define/define'
import { postConditions } from './post-conditions'
import { MAXIMO, MOEDA } from './settings'
import { badEmail, missing, outOfRange } from './texts'

/**
 * Sales. The id is the key, so that it is unique: an identical repetition is a documented
 * duplicate, and different rows under one id are set aside together (VENDA_CHAVE_AMBIGUA), because
 * nothing in the extract says which of them is right.
 */
export const vendas = defineDataset(import.meta.url, {
  name: 'vendas',
  title: { en: 'Sales', 'pt-BR': 'Vendas', fr: 'Ventes' },
  prefix: 'VENDA',
  owner: 'Vendas',
  sources: [{ file: 'VENDAS', columns: ['id', 'data', 'cliente_email', 'valor'] }],
  columns: {
    id: { from: 'id', type: 'text', trim: true },
    data: { from: 'data', type: 'date' },
    cliente_email: { from: 'cliente_email', type: 'text' },
    valor: { from: 'valor', type: 'numeric(15,2)' },
    moeda: { type: 'text', sql: `'${MOEDA}'`, hidden: true },
  },
  key: ['id'],
  rules: [
    {
      code: 'VENDA_DATA_AUSENTE',
      kind: 'required',
      column: 'data',
      text: missing('data', { en: 'date', pt: 'a data', fr: 'la date' }),
    },
    {
      code: 'VENDA_VALOR_AUSENTE',
      kind: 'required',
      column: 'valor',
      text: missing('valor', { en: 'value', pt: 'o valor', fr: 'la valeur' }),
    },
    {
      code: 'VENDA_VALOR_FORA_DO_INTERVALO',
      kind: 'range',
      column: 'valor',
      gt: 0,
      lte: MAXIMO,
      text: outOfRange,
    },
    {
      code: 'VENDA_EMAIL_INVALIDO',
      kind: 'format',
      column: 'cliente_email',
      format: 'email',
      // In the tutorial an empty text fails its pattern, and NULL slips through; a CSV has but one
      // of the two, and neither is an address.
      required: true,
      text: badEmail,
    },
  ],
  money: { amount: 'valor', currency: 'moeda' },
  concerns: { customer: 'cliente_email' },
  postConditions,
})
