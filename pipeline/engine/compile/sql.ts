/** Quoting. The only place where text becomes part of a statement. */

import { quoteId } from '@/lib/shared/db/sql'

/** An identifier, quoted. */
export const id = quoteId

/** Spaces that padding leaves: blank, tab, line ends, no-break space; inside an E'…' literal. */
export const PADDING = ` \\t\\r\\n\\u00a0`

/** A literal: text quoted, numbers and booleans as they are, null as NULL. */
export function lit(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'NULL'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  const quoted = `'${value.replaceAll("'", "''")}'`
  return value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** An array literal of text. */
export const textArray = (values: readonly string[]): string =>
  `ARRAY[${values.map(lit).join(', ')}]::text[]`

/** Conditions joined by OR; false when there is none. */
export const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : conditions.map((c) => `(${c})`).join(' OR ')

/** Bronze table of a source file and Silver table of a dataset. */
export const bronzeTable = (file: string): string => `bronze.${id(file.toLowerCase())}`
export const silverTable = (dataset: string): string => `silver.${id(dataset)}`

/** Raw text of a source column inside the compiled statements. */
export const rawColumn = (source: string): string => id(`_r_${source.toLowerCase()}`)
