import type { Random } from '@/pipeline/tools/generate/kit/random'
import type { Doc } from './docs'
import type { Kind, Role } from './kinds'
import { COLUMNS, valueIn, withValue } from './tables'

const bytes = (line: string) => Buffer.from(line, 'utf8')
export const cut = (line: string) => bytes(line.slice(0, line.lastIndexOf(',')))
const longer = (line: string) => bytes(`${line},x`)
/** Text after a closing quote, in the last column that is always filled. */
const quoted = (line: string) => bytes(line.replace(/^([^,]*),([^,]*),/, '$1,"$2"?,'))
const nul = (line: string) => bytes(line.replace(/^([^,]*,[^,]*)/, '$1\0'))
/** A lone continuation byte: no UTF-8, and unassigned in windows-1252. */
const undecodable = (line: string) => Buffer.concat([Buffer.from([0x81]), bytes(line)])

export const malformed = (role: Role, fault: string, damage: (line: string) => Buffer): Kind => ({
  fault,
  role,
  step: 'bytes',
  rule: 'MALFORMADO',
  damage,
})
export const keyless = (role: Role, column: string): Kind => ({
  fault: 'incomplete_key',
  role,
  step: 'bytes',
  rule: 'CHAVE_INCOMPLETA',
  column,
  value: '',
})
export const cast = (role: Role, column: string, silver: string, value: string): Kind => ({
  fault: 'uncastable_value',
  role,
  step: 'early',
  rule: `${silver}_NAO_CONVERTIVEL`,
  column,
  value,
})
const late = (role: Role, fault: string, column: string, rule: string, value: string): Kind => ({
  fault,
  role,
  step: 'late',
  rule,
  column,
  value,
})
const unknown = (role: Role, column: string, rule: string): Kind => ({
  fault: `unknown_${rule === 'CLIENTE' ? 'customer' : 'source_order'}`,
  role,
  step: 'reference',
  rule,
  column,
})
/** The row names another header: its key is not the one it will have once mended. */
const stray = (role: Role, rule: string): Kind => ({
  fault: 'unknown_header',
  role,
  step: 'bytes',
  rule,
  column: 'VBELN',
})

export const ZERO_QUANTITY = late('item', 'zero_quantity', 'KWMENG', 'QUANTIDADE_INVALIDA', '0')
export const UNKNOWN_ORDER = unknown('billed', 'AUBEL', 'ORDEM')
export const ambiguous = (role: Role): Kind => ({
  fault: 'ambiguous_key',
  role,
  step: 'early',
  rule: 'CHAVE_AMBIGUA',
})
const repeated = (role: Role): Kind => ({ fault: 'repeated', role, step: 'copy', rule: '' })

/** All kinds that a chain can suffer, in the order in which they are dealt out. */
export const KINDS: Kind[] = [
  ZERO_QUANTITY,
  UNKNOWN_ORDER,
  malformed('item', 'short_record', cut),
  cast('order', 'ERDAT', 'DATA_ORDEM', '20250231'),
  late('title', 'zero_value', 'DMBTR', 'VALOR_INVALIDO', '0.00'),
  ambiguous('item'),
  unknown('order', 'KUNNR', 'CLIENTE'),
  malformed('billed', 'stray_quote', quoted),
  cast('invoice', 'FKDAT', 'DATA_FATURA', '2025-13'),
  late('item', 'negative_value', 'NETWR', 'VALOR_NEGATIVO', '-85.10'),
  keyless('item', 'POSNR'),
  late('title', 'no_base_date', 'ZFBDT', 'VENCIMENTO_NAO_CALCULAVEL', '00000000'),
  ZERO_QUANTITY,
  unknown('invoice', 'KUNAG', 'CLIENTE'),
  malformed('order', 'nul_byte', nul),
  cast('item', 'KWMENG', 'QUANTIDADE', 'N/D'),
  late('billed', 'zero_quantity', 'FKIMG', 'QUANTIDADE_INVALIDA', '0'),
  repeated('title'),
  stray('billed', 'FATURA_INEXISTENTE'),
  cast('title', 'WRBTR', 'VALOR_DOCUMENTO', '12.3.4'),
  malformed('invoice', 'undecodable_bytes', undecodable),
  unknown('title', 'KUNNR', 'CLIENTE'),
  late('item', 'no_quantity', 'KWMENG', 'QUANTIDADE_INVALIDA', ''),
  cast('billed', 'NETWR', 'VALOR_LIQUIDO', 'R$'),
  repeated('item'),
  UNKNOWN_ORDER,
  late('billed', 'negative_value', 'NETWR', 'VALOR_NEGATIVO', '-310.00'),
  malformed('item', 'undecodable_bytes', undecodable),
  cast('order', 'NETWR', 'VALOR_LIQUIDO', '#VALOR'),
  ambiguous('billed'),
  stray('item', 'ORDEM_INEXISTENTE'),
  cast('title', 'ZFBDT', 'DATA_BASE', '20250230'),
  late('item', 'negative_quantity', 'KWMENG', 'QUANTIDADE_INVALIDA', '-3'),
  malformed('item', 'long_record', longer),
  cast('invoice', 'MWSBK', 'VALOR_IMPOSTO', 'ISENTO'),
  late('title', 'negative_value', 'DMBTR', 'VALOR_INVALIDO', '-12.00'),
  keyless('billed', 'POSNR'),
  cast('title', 'DMBTR', 'VALOR', 'ver anexo'),
  malformed('billed', 'nul_byte', nul),
  cast('item', 'NETWR', 'VALOR_LIQUIDO', '1O0.00'),
  repeated('billed'),
  cast('billed', 'FKIMG', 'QUANTIDADE_FATURADA', 'xx'),
  keyless('order', 'VBELN'),
  cast('title', 'BUDAT', 'DATA_LANCAMENTO', '20251301'),
  malformed('invoice', 'short_record', cut),
  cast('title', 'ZBD1T', 'PRAZO_DIAS', 'trinta'),
]

/** Kinds that leave the key of the row readable, so that a newer version can carry them. */
export const NEWER_KINDS = KINDS.filter((k) => k.step !== 'bytes' && k.step !== 'copy')

export const CUSTOMER_CAST: Kind = {
  ...cast('order', 'ERDAT', 'DATA_CADASTRO', '20241345'),
}
export const CUSTOMER_CUT: Kind = malformed('order', 'short_record', cut)
export const COMPANY_KEYLESS: Kind = keyless('order', 'BUKRS')

/** A number that no document and no customer ever has. */
function strayNumber(random: Random): string {
  return `99${String(random.int(0, 99_999_999)).padStart(8, '0')}`
}

/** Does a kind of fault to a row. */
export function harm(doc: Doc, kind: Kind, random: Random): void {
  const { source } = doc
  if (kind.step === 'copy') {
    doc.repeat = doc.line
    return
  }
  if (kind.step === 'bytes') {
    doc.damage = kind
    return
  }
  doc.label = kind
  if (kind.rule === 'CHAVE_AMBIGUA') {
    const columns: readonly string[] = COLUMNS[source]
    const column = ['KWMENG', 'FKIMG', 'ZTERM'].find((c) => columns.includes(c)) as string
    const value = valueIn(source, doc.line, column)
    const other = column === 'ZTERM' ? `${value.slice(0, -1)}9` : String(Number(value) + 1)
    doc.twin = withValue(source, doc.line, column, other)
    return
  }
  const value = kind.value ?? strayNumber(random)
  doc.line = withValue(source, doc.line, kind.column as string, value)
}

/** What SAP holds is right again. */
export function mend(doc: Doc): void {
  doc.line = doc.good
  doc.label = null
  doc.twin = ''
}

/** The record as it leaves a damaged extraction: bytes, or a line whose key is not its own. */
export function damaged(doc: Doc, kind: Kind, random: Random): Buffer | string {
  if (kind.damage) return kind.damage(doc.line)
  return withValue(doc.source, doc.line, kind.column as string, kind.value ?? strayNumber(random))
}
