/** Sales as the tutorial has them, with every fault that its rules look for. */

import { MAXIMO, MOEDA } from '@/pipeline/domains/vendas/settings'
import { csvField } from '@/pipeline/tools/generate/kit/csv-writer'
import { isoDay } from '@/pipeline/tools/generate/kit/days'
import type { DomainTools } from '@/pipeline/tools/generate/kit/domain-tools'
import type { DeliveryOptions } from '@/pipeline/tools/generate/kit/options'
import type { Random } from '@/pipeline/tools/generate/kit/random'
import { type GenerateReport, generateTable } from '@/pipeline/tools/generate/kit/table'
import type { FaultKind, TableStory } from '@/pipeline/tools/generate/kit/table/story'

interface Sale {
  id: string
  data: string
  cliente_email: string
  valor: string
}

const NAMES = ['ana', 'bruno.melo', 'carla', 'duarte', 'elisa.r', 'fabio', 'gil', 'helena']
const HOSTS = ['example.com', 'mail.example.com', 'example.org', 'loja.example.net']
/** What people type for an address. */
const NO_EMAIL = [
  'sem email',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@@example.com',
  'a b@x.pt',
]

const record = (sale: Sale): string =>
  [sale.id, sale.data, sale.cliente_email, sale.valor].map(csvField).join(',')

/** The sale with other values, delivered once. */
const but = (
  fault: string,
  rule: string,
  wrong: (sale: Sale, random: Random) => Partial<Sale>,
  amount: (sale: Sale) => string | undefined = (sale) => sale.valor,
  also?: readonly string[],
): FaultKind<Sale> => ({
  fault,
  rule,
  ...(also ? { also } : {}),
  records: (sale, random) => [record({ ...sale, ...wrong(sale, random) })],
  amounts: (sale) => [amount(sale)],
})

const none = () => undefined

const kinds: readonly FaultKind<Sale>[] = [
  but('email_invalid', 'VENDA_EMAIL_INVALIDO', (_, r) => ({ cliente_email: r.pick(NO_EMAIL) })),
  but('email_empty', 'VENDA_EMAIL_INVALIDO', () => ({ cliente_email: '' })),
  but('value_missing', 'VENDA_VALOR_AUSENTE', () => ({ valor: '' }), none),
  but('date_missing', 'VENDA_DATA_AUSENTE', () => ({ data: '' })),
  but(
    'value_negative',
    'VENDA_VALOR_FORA_DO_INTERVALO',
    (s) => ({ valor: `-${s.valor}` }),
    (s) => `-${s.valor}`,
  ),
  but(
    'value_zero',
    'VENDA_VALOR_FORA_DO_INTERVALO',
    () => ({ valor: '0.0' }),
    () => '0.00',
  ),
  but(
    'value_enormous',
    'VENDA_VALOR_FORA_DO_INTERVALO',
    () => ({ valor: `${MAXIMO * 7}` }),
    () => `${MAXIMO * 7}.00`,
  ),
  but(
    'value_unreadable',
    'VENDA_VALOR_NAO_CONVERTIVEL',
    (_, r) => ({ valor: r.pick(['cem', '1.234,56', '10 EUR']) }),
    none,
  ),
  but('date_unreadable', 'VENDA_DATA_NAO_CONVERTIVEL', (_, r) => ({
    data: r.pick(['2026-02-30', '03/10/2026', 'ontem']),
  })),
  but(
    'several',
    'VENDA_DATA_AUSENTE',
    () => ({ data: '', cliente_email: 'cliente@example', valor: '' }),
    none,
    ['VENDA_VALOR_AUSENTE', 'VENDA_EMAIL_INVALIDO'],
  ),
  {
    fault: 'id_repeated',
    rule: 'VENDA_CHAVE_AMBIGUA',
    records: (sale) => [record(sale), record({ ...sale, valor: `1${sale.valor}` })],
    amounts: (sale) => [sale.valor, `1${sale.valor}`],
  },
  {
    fault: 'id_missing',
    rule: 'VENDA_CHAVE_INCOMPLETA',
    records: (sale) => [record({ ...sale, id: '' })],
    amounts: (sale) => [sale.valor],
    nameless: true,
  },
  {
    fault: 'short_record',
    rule: 'VENDA_MALFORMADO',
    records: (sale) => [[sale.id, sale.data, sale.cliente_email].join(',')],
    amounts: () => [undefined],
    nameless: true,
  },
]

const story: TableStory<Sale> = {
  file: 'VENDAS',
  columns: ['id', 'data', 'cliente_email', 'valor'],
  rows: 20_000,
  currency: MOEDA,
  row: (index, day, random) => ({
    id: String(index + 1),
    data: isoDay(day),
    cliente_email: `${random.pick(NAMES)}${random.int(1, 9999)}@${random.pick(HOSTS)}`,
    valor: `${random.int(5, 4999)}.${random.int(10, 99)}`,
  }),
  change: (sale, random) => ({ ...sale, valor: `${random.int(5, 4999)}.${random.int(10, 99)}` }),
  record,
  key: ({ id }) => ({ id }),
  kinds,
}

/** Generates sales with their ground truth. At scale 1 the first delivery has 20,000. */
export const generateVendas = (options: DeliveryOptions): Promise<GenerateReport> =>
  generateTable(story, options)

/** In the demo: once a week what is new and changed, and each month everything. */
export const tools: DomainTools = {
  generate: ({ preset: _, ...options }) => generateVendas(options),
  presets: [],
  proof: { scale: 0.2 },
  demo: {
    everyDays: 7,
    generate: (extracts) => generateVendas({ ...extracts, scale: 0.2, fullEvery: 4 }),
    kept: 'VENDA_VALOR_FORA_DO_INTERVALO',
    proved: true,
    people: {
      owner: 'Vendas',
      mended: 'Corrected in the sales system',
      asked: 'Asked the shop for the address',
      givenUp: 'Sale was voided',
    },
  },
}
