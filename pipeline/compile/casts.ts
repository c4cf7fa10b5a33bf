/**
 * From text to types, PostgreSQL dialect. A cast that fails gives NULL, never an error: one bad
 * value must not stop the others, so every cast is guarded by a pattern first. Nothing is rounded:
 * what the type cannot hold exactly does not convert.
 */
import type { Column } from '../declare/schema'
import { lit } from './sql'

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
      return integerSql(x)
    case 'date':
      return dateSql(column.format, x)
    case 'boolean':
      return `CASE WHEN lower(${x}) IN ('true', 't', '1', 'x') THEN true
        WHEN lower(${x}) IN ('false', 'f', '0') THEN false END`
    default:
      return numericSql(column, x)
  }
}

/** SQL that is true where the source column holds nothing to convert. */
export function emptySql(column: Column, raw: string): string {
  const x = `btrim(${raw},${SPACES})`
  if (column.type === 'date' && column.format === 'sap') return `coalesce(${x}, '') IN ('', '00000000')`
  return `coalesce(${x}, '') = ''`
}

/** SQL that is true where trimming changed a value. */
export const trimmedSql = (raw: string): string => `${raw} <> btrim(${raw},${SPACES})`

function integerSql(x: string): string {
  return `CASE WHEN ${x} ~ '^[+-]?0*[0-9]{1,10}$' THEN
    CASE WHEN ${x}::bigint BETWEEN -2147483648 AND 2147483647 THEN ${x}::bigint::integer END END`
}

function numericSql(column: Column, x: string): string {
  const [precision = 0, scale = 0] = (column.type.match(/\d+/g) ?? []).map(Number)
  const whole = precision - scale
  const digits = whole > 0 ? `0*[0-9]{1,${whole}}` : '0+'
  const fraction = (mark: string) => (scale > 0 ? `(${mark}[0-9]{1,${scale}}0*)?` : `(${mark}0+)?`)
  const type = column.type
  switch (column.format) {
    case 'sap': {
      const number = `${digits}${fraction('\\.')}`
      return `CASE WHEN ${x} ~ ${lit(`^(-?${number}|${number}-)$`)} THEN
        CASE WHEN right(${x}, 1) = '-' THEN -(rtrim(${x}, '-')::numeric) ELSE ${x}::numeric END END::${type}`
    }
    case 'pt-BR': {
      const grouped = `(0*[0-9]{1,3}([.][0-9]{3})*|${digits})`
      const pattern = `^-?(R[$])?[ \\u00a0]*-?${grouped}${fraction(',')}$`
      const value = `translate(${x}, E',.R$ \\u00a0', '.')`
      const fits = `abs(${value}::numeric) < 1e${whole}`
      return `CASE WHEN ${x} ~ ${lit(pattern)} AND ${x} !~ '-.*-' THEN
        CASE WHEN ${fits} THEN ${value}::numeric END END::${type}`
    }
    default:
      return `CASE WHEN ${x} ~ ${lit(`^[+-]?${digits}${fraction('\\.')}$`)} THEN ${x}::numeric END::${type}`
  }
}

/** Dates that exist in the calendar; the result never depends on a time zone or date style. */
function dateSql(format: Column['format'], x: string): string {
  const month = '(0[1-9]|1[0-2])'
  const day = '(0[1-9]|[12][0-9]|3[01])'
  const year = '(?!0000)[0-9]{4}'
  const shape = {
    sap: { pattern: `^${year}${month}${day}$`, at: [1, 5, 7] },
    plain: { pattern: `^${year}-${month}-${day}$`, at: [1, 6, 9] },
    'pt-BR': { pattern: `^${day}/${month}/${year}$`, at: [7, 4, 1] },
  }[format]
  const [y, m, d] = shape.at.map((from, i) => `substr(${x}, ${from}, ${i === 0 ? 4 : 2})`)
  const iso = format === 'pt-BR' ? `(${y} || ${m} || ${d})::date` : `${x}::date`
  const lastDay = `extract(day FROM make_date(${y}::int, ${m}::int, 1) + interval '1 month - 1 day')`
  return `CASE WHEN ${x} ~ ${lit(shape.pattern)} THEN
    CASE WHEN ${d} <= '28' THEN ${iso} WHEN ${d}::int <= ${lastDay} THEN ${iso} END END`
}
