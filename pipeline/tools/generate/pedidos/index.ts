/** Delivery orders with Brazilian money, and every fault that the rules look for. */

import { MOEDA, STATUS_VALIDOS } from '@/pipeline/domains/pedidos/settings'
import { csvField } from '@/pipeline/tools/generate/kit/csv-writer'
import { isoDay } from '@/pipeline/tools/generate/kit/days'
import type { DomainTools } from '@/pipeline/tools/generate/kit/domain-tools'
import type { DeliveryOptions } from '@/pipeline/tools/generate/kit/options'
import type { Random } from '@/pipeline/tools/generate/kit/random'
import { type GenerateReport, generateTable } from '@/pipeline/tools/generate/kit/table'
import type { FaultKind, TableStory } from '@/pipeline/tools/generate/kit/table/story'

interface Order {
  id: string
  establishment: string
  /** Days since 1970-01-01. */
  day: number
  status: string
  cents: number
}

/** The order as the extract has it. */
interface Fields {
  id: string
  establishment: string
  date: string
  status: string
  value: string
}

/** `R$ 1.234,56` */
export function reais(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')
  return `R$ ${whole},${String(cents % 100).padStart(2, '0')}`
}

const amountOf = ({ cents }: Order): string => (cents / 100).toFixed(2)

const fieldsOf = (order: Order): Fields => ({
  id: order.id,
  establishment: order.establishment,
  date: isoDay(order.day),
  status: order.status,
  value: reais(order.cents),
})

const line = ({ id, establishment, date, status, value }: Fields): string =>
  [id, establishment, date, status, value].map(csvField).join(',')

const but = (
  fault: string,
  rule: string,
  wrong: (fields: Fields, random: Random) => Partial<Fields>,
  amount: (order: Order) => string | undefined = amountOf,
  also?: readonly string[],
): FaultKind<Order> => ({
  fault,
  rule,
  ...(also ? { also } : {}),
  records: (order, random) => {
    const fields = fieldsOf(order)
    return [line({ ...fields, ...wrong(fields, random) })]
  },
  amounts: (order) => [amount(order)],
})

const none = () => undefined
const STRANGE = ['cancelado', 'teste', 'ENTREGUE ', '']

const kinds: readonly FaultKind<Order>[] = [
  but('status_unknown', 'PEDIDO_STATUS_INVALIDO', (_, r) => ({ status: r.pick(STRANGE) })),
  but(
    'value_zero',
    'PEDIDO_VALOR_INVALIDO',
    () => ({ value: 'R$ 0,00' }),
    () => '0.00',
  ),
  but('date_missing', 'PEDIDO_DATA_AUSENTE', () => ({ date: '' })),
  but(
    'value_negative',
    'PEDIDO_VALOR_INVALIDO',
    (f) => ({ value: `-${f.value}` }),
    (o) => `-${amountOf(o)}`,
  ),
  but('value_missing', 'PEDIDO_VALOR_INVALIDO', () => ({ value: '' }), none),
  but(
    'value_unreadable',
    'PEDIDO_VALOR_TOTAL_NAO_CONVERTIVEL',
    (_, r) => ({ value: r.pick(['R$ 1,234.56', 'a combinar', 'US$ 10,00']) }),
    none,
  ),
  but('establishment_missing', 'PEDIDO_ESTABELECIMENTO_AUSENTE', () => ({ establishment: '' })),
  but('date_unreadable', 'PEDIDO_DATA_PEDIDO_NAO_CONVERTIVEL', (f, r) => ({
    date: r.pick(['2026-02-30', f.date.split('-').reverse().join('/')]),
  })),
  but('date_strange', 'PEDIDO_DATA_FORA_DO_INTERVALO', (f, r) => ({
    date: `${r.pick(['1926', '2126'])}${f.date.slice(4).replace('-02-29', '-02-28')}`,
  })),
  but(
    'several',
    'PEDIDO_STATUS_INVALIDO',
    () => ({ status: 'cancelado', value: 'R$ 0,00' }),
    () => '0.00',
    ['PEDIDO_VALOR_INVALIDO'],
  ),
  {
    // The newest image is the wrong one: the right one before it does not stand.
    fault: 'newest_wrong',
    rule: 'PEDIDO_STATUS_INVALIDO',
    records: (order) => {
      const fields = fieldsOf(order)
      return [line(fields), line({ ...fields, status: 'cancelado' })]
    },
    amounts: (order) => [amountOf(order)],
    duplicates: 1,
  },
  {
    fault: 'id_missing',
    rule: 'PEDIDO_CHAVE_INCOMPLETA',
    records: (order) => [line({ ...fieldsOf(order), id: '' })],
    amounts: (order) => [amountOf(order)],
    nameless: true,
  },
  {
    fault: 'short_record',
    rule: 'PEDIDO_MALFORMADO',
    records: (order) => [[order.id, order.establishment, isoDay(order.day)].join(',')],
    amounts: () => [undefined],
    nameless: true,
  },
]

const story: TableStory<Order> = {
  file: 'PEDIDOS',
  columns: ['id_pedido', 'id_estabelecimento', 'data_pedido', 'status_pedido', 'valor_total'],
  rows: 30_000,
  currency: MOEDA,
  row: (index, day, random) => ({
    id: `P${String(index + 1).padStart(7, '0')}`,
    establishment: `E${String(random.int(1, 120)).padStart(3, '0')}`,
    day,
    status: random.pick(STATUS_VALIDOS),
    cents: random.chance(0.05) ? random.int(100_000, 350_000) : random.int(1_500, 25_000),
  }),
  // Mostly the order goes on; now and then its value is corrected, or it moves to another month.
  change: (order, random) => {
    const x = random.int(1, 10)
    if (x <= 7) return { ...order, status: 'entregue', cents: order.cents + 1 }
    return x <= 9 ? { ...order, cents: order.cents + 250 } : { ...order, day: order.day - 35 }
  },
  // The image before has another value; every fifth of them would not even pass.
  older: (order, random) =>
    line({
      ...fieldsOf({ ...order, cents: order.cents + 500 }),
      ...(random.chance(0.2) ? { status: 'teste' } : {}),
    }),
  record: (order) => line(fieldsOf(order)),
  key: ({ id }) => ({ id_pedido: id }),
  kinds,
}

/** Generates orders with their ground truth. At scale 1 the first delivery has 30,000. */
export const generatePedidos = (options: DeliveryOptions): Promise<GenerateReport> =>
  generateTable(story, options)

/** In the demo: every other day what is new and changed, and each fortnight everything. */
export const tools: DomainTools = {
  generate: ({ preset: _, ...options }) => generatePedidos(options),
  presets: [],
  proof: { scale: 0.2 },
  demo: {
    everyDays: 2,
    generate: (extracts) => generatePedidos({ ...extracts, scale: 0.15, fullEvery: 7 }),
    kept: 'PEDIDO_VALOR_INVALIDO',
    people: {
      owner: 'Operações',
      mended: 'Corrected in the order system',
      asked: 'Asked the establishment',
      givenUp: 'Order was cancelled',
    },
  },
}
