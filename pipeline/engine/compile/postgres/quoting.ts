/** Quoting, PostgreSQL: the only place where text becomes part of a statement. */

/** An identifier, quoted. */
export const id = (name: string): string => `"${name.replaceAll('"', '""')}"`

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

/** Bronze table of a source file and Silver table of a dataset. */
export const bronzeTable = (file: string): string => `bronze.${id(file.toLowerCase())}`
export const silverTable = (dataset: string): string => `silver.${id(dataset)}`
