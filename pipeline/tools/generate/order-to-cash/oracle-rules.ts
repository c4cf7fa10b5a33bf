/**
 * The rules of order-to-cash in plain JavaScript, written from the design and not from the
 * declarations, so that the engine can be checked against an independent computation.
 */

export interface Values {
  [column: string]: string
}

/** A check of a row: the rule it fails, or a reference to look up. */
type Check =
  | { rule: string; fails: (v: Values) => boolean }
  | {
      reference: string
      dataset: string
      key: (v: Values) => string
      when?: (v: Values) => boolean
    }

export interface Dataset {
  name: string
  prefix: string
  sources: string[]
  key: string[]
  checks: Check[]
}

const AMOUNT = /^[+-]?(\d+(\.\d*)?|\.\d+)$|^(\d+(\.\d*)?|\.\d+)-$/

const isEmpty = (value: string | undefined) => value === undefined || value.trim() === ''

/** Minus may follow the number, as SAP writes it. */
export function numberOf(text: string | undefined): number | null {
  const value = (text ?? '').trim()
  if (value === '' || !AMOUNT.test(value)) return null
  return value.endsWith('-') ? -Number(value.slice(0, -1)) : Number(value)
}

function badNumber(text: string | undefined): boolean {
  return !isEmpty(text) && numberOf(text) === null
}

function badDate(text: string | undefined): boolean {
  const value = (text ?? '').trim()
  if (value === '' || value === '00000000') return false
  if (!/^\d{8}$/.test(value)) return true
  const [y, m, d] = [value.slice(0, 4), value.slice(4, 6), value.slice(6)].map(Number)
  const date = new Date(Date.UTC(y as number, (m as number) - 1, d))
  return date.getUTCMonth() + 1 !== m || date.getUTCDate() !== d
}

const badInteger = (text: string | undefined) =>
  !isEmpty(text) && !/^\d+$/.test(String(text).trim())

const casts = (bad: (t: string | undefined) => boolean, column: string, silver: string): Check => ({
  rule: `${silver}_NAO_CONVERTIVEL`,
  fails: (v) => bad(v[column]),
})
const quantity = (column: string): Check => ({
  rule: 'QUANTIDADE_INVALIDA',
  fails: (v) => (numberOf(v[column]) ?? 0) <= 0,
})
const notNegative: Check = { rule: 'VALOR_NEGATIVO', fails: (v) => (numberOf(v.NETWR) ?? 0) < 0 }
const refer = (reference: string, dataset: string, column: string): Check => ({
  reference,
  dataset,
  key: (v) => `${v.MANDT}|${v[column]}`,
})
const isInvoice = (v: Values) => v.BLART === 'RV'
const signed = (v: Values) => (numberOf(v.DMBTR) ?? 0) * (v.SHKZG === 'H' ? -1 : 1)
const noDate = (text: string | undefined) => isEmpty(text) || text === '00000000'

/** The datasets, parents before children. */
export const DATASETS: Dataset[] = [
  {
    name: 'clientes',
    prefix: 'KNA1',
    sources: ['KNA1'],
    key: ['MANDT', 'KUNNR'],
    checks: [casts(badDate, 'ERDAT', 'DATA_CADASTRO')],
  },
  {
    name: 'clientes_empresa',
    prefix: 'KNB1',
    sources: ['KNB1'],
    key: ['MANDT', 'KUNNR', 'BUKRS'],
    checks: [casts(badDate, 'ERDAT', 'DATA_CADASTRO'), refer('CLIENTE', 'clientes', 'KUNNR')],
  },
  {
    name: 'ordens_venda',
    prefix: 'VBAK',
    sources: ['VBAK'],
    key: ['MANDT', 'VBELN'],
    checks: [
      casts(badDate, 'ERDAT', 'DATA_ORDEM'),
      casts(badNumber, 'NETWR', 'VALOR_LIQUIDO'),
      refer('CLIENTE', 'clientes', 'KUNNR'),
    ],
  },
  {
    name: 'ordens_venda_itens',
    prefix: 'VBAP',
    sources: ['VBAP'],
    key: ['MANDT', 'VBELN', 'POSNR'],
    checks: [
      casts(badNumber, 'KWMENG', 'QUANTIDADE'),
      casts(badNumber, 'NETWR', 'VALOR_LIQUIDO'),
      refer('ORDEM', 'ordens_venda', 'VBELN'),
      quantity('KWMENG'),
      notNegative,
    ],
  },
  {
    name: 'faturas_venda',
    prefix: 'VBRK',
    sources: ['VBRK'],
    key: ['MANDT', 'VBELN'],
    checks: [
      casts(badDate, 'FKDAT', 'DATA_FATURA'),
      casts(badNumber, 'NETWR', 'VALOR_LIQUIDO'),
      casts(badNumber, 'MWSBK', 'VALOR_IMPOSTO'),
      refer('CLIENTE', 'clientes', 'KUNAG'),
    ],
  },
  {
    name: 'faturas_venda_itens',
    prefix: 'VBRP',
    sources: ['VBRP'],
    key: ['MANDT', 'VBELN', 'POSNR'],
    checks: [
      casts(badNumber, 'FKIMG', 'QUANTIDADE_FATURADA'),
      casts(badNumber, 'NETWR', 'VALOR_LIQUIDO'),
      refer('FATURA', 'faturas_venda', 'VBELN'),
      refer('ORDEM', 'ordens_venda', 'AUBEL'),
      quantity('FKIMG'),
      notNegative,
    ],
  },
  {
    name: 'titulos_receber',
    prefix: 'TITULO',
    sources: ['BSID', 'BSAD'],
    key: ['MANDT', 'BUKRS', 'GJAHR', 'BELNR', 'BUZEI'],
    checks: [
      casts(badNumber, 'DMBTR', 'VALOR'),
      casts(badNumber, 'WRBTR', 'VALOR_DOCUMENTO'),
      casts(badDate, 'BUDAT', 'DATA_LANCAMENTO'),
      casts(badDate, 'BLDAT', 'DATA_DOCUMENTO'),
      casts(badDate, 'ZFBDT', 'DATA_BASE'),
      casts(badInteger, 'ZBD1T', 'PRAZO_DIAS'),
      casts(badDate, 'AUGDT', 'DATA_PAGAMENTO'),
      refer('CLIENTE', 'clientes', 'KUNNR'),
      { ...refer('FATURA', 'faturas_venda', 'VBELN'), when: isInvoice },
      { rule: 'VALOR_INVALIDO', fails: (v) => isInvoice(v) && signed(v) <= 0 },
      {
        rule: 'VENCIMENTO_NAO_CALCULAVEL',
        fails: (v) => noDate(v.ZFBDT) || isEmpty(v.ZBD1T),
      },
    ],
  },
]
