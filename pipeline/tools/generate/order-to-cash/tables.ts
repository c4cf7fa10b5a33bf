/** The columns of each extract, in the order in which SAP's table lists them. */
export const COLUMNS = {
  KNA1: 'MANDT,KUNNR,LAND1,NAME1,ORT01,REGIO,STCD1,KTOKD,BRSCH,ERDAT'.split(','),
  KNB1: 'MANDT,KUNNR,BUKRS,AKONT,ZTERM,ERDAT'.split(','),
  VBAK: 'MANDT,VBELN,ERDAT,AUART,VKORG,VTWEG,SPART,KUNNR,NETWR,WAERK,BUKRS_VF,ZTERM'.split(','),
  VBAP: 'MANDT,VBELN,POSNR,MATNR,ARKTX,KWMENG,VRKME,NETWR,WAERK,ERDAT'.split(','),
  VBRK: 'MANDT,VBELN,FKART,FKDAT,KUNAG,BUKRS,NETWR,MWSBK,WAERK,ZTERM'.split(','),
  VBRP: 'MANDT,VBELN,POSNR,AUBEL,AUPOS,MATNR,FKIMG,VRKME,NETWR'.split(','),
  BSID: titleColumns(),
  BSAD: titleColumns(),
} as const

function titleColumns(): string[] {
  return (
    'MANDT,BUKRS,KUNNR,GJAHR,BELNR,BUZEI,BUDAT,BLDAT,BLART,SHKZG,WAERS,DMBTR,WRBTR,ZFBDT,' +
    'ZTERM,ZBD1T,VBELN,AUGDT,AUGBL'
  ).split(',')
}

export type Source = keyof typeof COLUMNS
export const SOURCES = Object.keys(COLUMNS) as Source[]

const TITLE_KEY = ['MANDT', 'BUKRS', 'GJAHR', 'BELNR', 'BUZEI']
const KEYS: Record<Source, string[]> = {
  KNA1: ['MANDT', 'KUNNR'],
  KNB1: ['MANDT', 'KUNNR', 'BUKRS'],
  VBAK: ['MANDT', 'VBELN'],
  VBAP: ['MANDT', 'VBELN', 'POSNR'],
  VBRK: ['MANDT', 'VBELN'],
  VBRP: ['MANDT', 'VBELN', 'POSNR'],
  BSID: TITLE_KEY,
  BSAD: TITLE_KEY,
}

/** Rules of open and cleared titles share one prefix, as they share one Silver table. */
export function rulePrefix(source: Source): string {
  return source === 'BSID' || source === 'BSAD' ? 'TITULO' : source
}

function position(source: Source, column: string): number {
  const at = COLUMNS[source].indexOf(column)
  if (at < 0) throw new Error(`${source} has no column ${column}`)
  return at
}

/** Splits a line of ours; only names are ever quoted, and only they cost the slower way. */
function split(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  return (line.match(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? []).map((f, i) => (i ? f.slice(1) : f))
}

/** The value of a column in a line of ours, as written. */
export function valueIn(source: Source, line: string, column: string): string {
  return split(line)[position(source, column)] ?? ''
}

/** The line with one column replaced. */
export function withValue(source: Source, line: string, column: string, value: string): string {
  const fields = split(line)
  fields[position(source, column)] = value
  return fields.join(',')
}

/** The business key of a line, by column name. */
export function keyIn(source: Source, line: string): Record<string, string> {
  const fields = split(line)
  return Object.fromEntries(KEYS[source].map((c) => [c, fields[position(source, c)] ?? '']))
}

/** The money a row stands for (of titles, in document currency), where it can be read. */
export function amountIn(source: Source, line: string): string | undefined {
  if (source === 'KNA1' || source === 'KNB1') return undefined
  const title = source === 'BSID' || source === 'BSAD'
  const value = valueIn(source, line, title ? 'WRBTR' : 'NETWR')
  return /^-?\d+\.\d{2}$/.test(value) ? value : undefined
}
