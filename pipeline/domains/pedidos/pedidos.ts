import { defineDataset } from '@/pipeline/engine/define/define'
import { postConditions } from './post-conditions'
import { MOEDA, STATUS_VALIDOS } from './settings'
import { badStatus, badValue, noDate, noEstablishment, strangeDate } from './texts'

/** A part of the order's date; 0 without one, see `ano`. */
const part = (field: string) => `coalesce(extract(${field} FROM {data_pedido})::integer, 0)`

/** Delivery orders. */
export const pedidos = defineDataset(import.meta.url, {
  name: 'pedidos',
  title: { en: 'Orders', 'pt-BR': 'Pedidos', fr: 'Commandes' },
  prefix: 'PEDIDO',
  owner: 'Operações',
  sources: [
    {
      file: 'PEDIDOS',
      columns: ['id_pedido', 'id_estabelecimento', 'data_pedido', 'status_pedido', 'valor_total'],
    },
  ],
  columns: {
    id_pedido: { from: 'id_pedido', type: 'text', trim: true },
    id_estabelecimento: { from: 'id_estabelecimento', type: 'text', trim: true },
    // YYYY-MM-DD, the only form in which the article's code gets a year out of it: Spark reads
    // dates so unless told otherwise, and its year() of 31/05/2026 is NULL.
    data_pedido: { from: 'data_pedido', type: 'date' },
    status_pedido: { from: 'status_pedido', type: 'text' },
    valor_total: { from: 'valor_total', type: 'numeric(15,2)', format: 'pt-BR' },
    // Never NULL, so that a row without a date that some fault lets through is written, found by a
    // post-condition and named, where NULL would only make the write fail.
    ano: { type: 'integer', sql: part('year') },
    mes: { type: 'integer', sql: part('month') },
    // 1 is Sunday and 2 segunda-feira, as dayofweek() of Spark counts and Portuguese does too.
    dia_semana: { type: 'integer', sql: 'extract(dow FROM {data_pedido})::integer + 1' },
    moeda: { type: 'text', sql: `'${MOEDA}'`, hidden: true },
  },
  key: ['id_pedido'],
  lastWins: true,
  partition: { by: ['ano', 'mes'] },
  rules: [
    {
      code: 'PEDIDO_ESTABELECIMENTO_AUSENTE',
      kind: 'required',
      column: 'id_estabelecimento',
      text: noEstablishment,
    },
    { code: 'PEDIDO_DATA_AUSENTE', kind: 'required', column: 'data_pedido', text: noDate },
    {
      // A year typed wrong would make a partition of its own each time.
      code: 'PEDIDO_DATA_FORA_DO_INTERVALO',
      kind: 'sql',
      sql: "{data_pedido} BETWEEN date '2000-01-01' AND date '2099-12-31'",
      when: '{data_pedido} IS NOT NULL',
      text: strangeDate,
    },
    {
      code: 'PEDIDO_STATUS_INVALIDO',
      kind: 'allowed',
      column: 'status_pedido',
      values: STATUS_VALIDOS,
      required: true,
      text: badStatus,
    },
    {
      code: 'PEDIDO_VALOR_INVALIDO',
      kind: 'range',
      column: 'valor_total',
      required: true,
      gt: 0,
      text: badValue,
    },
  ],
  money: { amount: 'valor_total', currency: 'moeda' },
  // The customers of a delivery platform are its establishments.
  concerns: { customer: 'id_estabelecimento' },
  postConditions,
})
