/**
 * From text to types, PostgreSQL: every cast is guarded by a pattern first, because one that fails
 * would stop the statement.
 */
import type { Column } from '@/pipeline/engine/define/schema'
import { lit } from './quoting'

/** Spaces that padding leaves: blank, tab, line ends, no-break space. */
const SPACES = ` E' \\t\\r\\n\\u00a0'`

/** SQL of the typed value of a source column; NULL where it is empty or does not convert. */
export function castSql(column: Column, raw: string): string {
  if (column.type === 'text') {
    return column.trim ? `nullif(btrim(${raw},${SPACES}), '')` : `nullif(${raw}, '')`
  }
  const x = `btrim(${raw},${SPACES})`
  switch (column.type) {
    case 'integer':
      return integerSql(x, raw)
    case 'date':
      return dateSql(column.format, x, raw)
    case 'boolean':
      return `CASE WHEN lower(${x}) IN ('true', 't', '1', 'x') THEN true
        WHEN lower(${x}) IN ('false', 'f', '0') THEN false END`
    default:
      return numericSql(column, x, raw)
  }
}

/** SQL that is true where the source column holds nothing to convert. */
export function emptySql(column: Column, raw: string): string {
  const x = `btrim(${raw},${SPACES})`
  if (column.type === 'date' && column.format === 'sap')
    return `coalesce(${x}, '') IN ('', '00000000')`
  return `coalesce(${x}, '') = ''`
}

/** SQL that is true where trimming changed a value. */
export const trimmedSql = (raw: string): string => `${raw} <> btrim(${raw},${SPACES})`

/** Plain digits first: the pattern took three times as long. */
function integerSql(x: string, raw: string): string {
  return `CASE WHEN translate(${raw}, '0123456789', '') = '' AND length(${raw}) BETWEEN 1 AND 9
    THEN ${raw}::integer
    WHEN ${x} ~ '^[+-]?0*[0-9]{1,10}$' THEN
    CASE WHEN ${x}::bigint BETWEEN -2147483648 AND 2147483647 THEN ${x}::bigint::integer END END`
}

function numericSql(column: Column, x: string, raw: string): string {
  const [precision = 0, scale = 0] = (column.type.match(/\d+/g) ?? []).map(Number)
  const whole = precision - scale
  const digits = whole > 0 ? `0*[0-9]{1,${whole}}` : '0+'
  const fraction = (mark: string) => (scale > 0 ? `(${mark}[0-9]{1,${scale}}0*)?` : `(${mark}0+)?`)
  const type = column.type
  if (column.format === 'pt-BR') {
    const grouped = `(0*[0-9]{1,3}([.][0-9]{3})*|${digits})`
    const pattern = `^-?(R[$])?[ \\u00a0]*-?${grouped}${fraction(',')}$`
    const value = `translate(${x}, E',.R$ \\u00a0', '.')`
    return `(CASE WHEN ${x} ~ ${lit(pattern)} AND ${x} !~ '-.*-' THEN
      CASE WHEN abs(${value}::numeric) < 1e${whole} THEN ${value}::numeric END END)::${type}`
  }
  const number = `${digits}${fraction('\\.')}`
  if (column.format === 'plain') {
    return `(CASE WHEN ${cleanNumber(raw, whole, scale)} THEN ${raw}::numeric
      WHEN ${x} ~ ${lit(`^[+-]?${number}$`)} THEN ${x}::numeric END)::${type}`
  }
  return `(CASE WHEN ${cleanNumber(raw, whole, scale)} THEN ${raw}::numeric
    WHEN ${x} ~ ${lit(`^(-?${number}|${number}-)$`)} THEN
      CASE WHEN right(${x}, 1) = '-' THEN -(rtrim(${x}, '-')::numeric) ELSE ${x}::numeric END
    END)::${type}`
}

/**
 * True for the common case, digits with at most one point, that surely fits; what it leaves out
 * goes through the pattern. What follows the digits is looked up in a list, which PostgreSQL hashes:
 * 640 ns a value with its cast, the pattern alone six times as long.
 */
function cleanNumber(raw: string, whole: number, scale: number): string {
  return `octet_length(${raw}) BETWEEN 1 AND ${whole} AND ascii(${raw}) BETWEEN 48 AND 57
    AND ltrim(${raw}, '0123456789') = ANY ('{${fractions(scale).join(',')}}')`
}

/** Nothing, or a point and up to `scale` digits, three at most: .0 to .999 */
function fractions(scale: number): string[] {
  const digits = Array.from({ length: Math.min(scale, 3) }, (_, i) => i + 1)
  const of = (n: number) => Array.from({ length: 10 ** n }, (_, i) => `.${`${i}`.padStart(n, '0')}`)
  return ['""', ...digits.flatMap(of)]
}

/** Dates that exist in the calendar; the result never depends on a time zone or date style. */
function dateSql(format: Column['format'], x: string, raw: string): string {
  if (format === 'sap') {
    return `CASE WHEN ${isUsualDay(raw)} THEN ${raw}::date
      WHEN ${isDay(raw)} THEN ${raw}::date WHEN ${raw} <> ${x} AND ${isDay(x)} THEN ${x}::date END`
  }
  const shape = format === 'plain' ? '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' : '^[0-9]{2}/[0-9]{2}/[0-9]{4}$'
  const iso =
    format === 'plain'
      ? `replace(${x}, '-', '')`
      : `(substr(${x}, 7, 4) || substr(${x}, 4, 2) || left(${x}, 2))`
  return `CASE WHEN ${x} ~ ${lit(shape)} THEN CASE WHEN ${isDay(iso)} THEN ${iso}::date END END`
}

const YEARS = Array.from({ length: 200 }, (_, i) => 1900 + i)
/** MMDD of a year without a leap day. */
const DAYS = Array.from({ length: 365 }, (_, i) =>
  new Date(Date.UTC(2001, 0, 1 + i)).toISOString().slice(5, 10).replace('-', ''),
)

/**
 * True for almost every day that occurs; what it leaves out is looked at in full. Both lists are
 * hashed: 430 ns a date with its cast, 1,080 ns by the parts of the calendar.
 */
const isUsualDay = (x: string): string =>
  `octet_length(${x}) = 8 AND left(${x}, 4) = ANY ('{${YEARS.join(',')}}')
    AND substr(${x}, 5, 4) = ANY ('{${DAYS.join(',')}}')`

/** Whether eight characters YYYYMMDD are a day of the calendar. */
function isDay(x: string): string {
  const part = (from: number, length: number) => `substr(${x}, ${from}, ${length}) COLLATE "C"`
  const lastDay = `extract(day FROM make_date(left(${x}, 4)::int, substr(${x}, 5, 2)::int, 1)
    + interval '1 month - 1 day')`
  return `CASE WHEN length(${x}) = 8 AND translate(${x}, '0123456789', '') = ''
    AND ${part(1, 4)} > '0000' AND ${part(5, 2)} BETWEEN '01' AND '12'
    THEN ${part(7, 2)} BETWEEN '01' AND '28'
      OR (${part(7, 2)} BETWEEN '29' AND '31' AND substr(${x}, 7, 2)::int <= ${lastDay})
    ELSE false END`
}
