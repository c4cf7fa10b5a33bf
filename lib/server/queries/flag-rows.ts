/** Rows of Silver that carry a flag: a page at a time, sorted and searched on the server. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'
import type { Condition } from '@/lib/shared/scope'
import { isNumeric, quoted, type SilverColumn, type SilverTable } from '@/lib/shared/silver'

export interface FlagRowQuery {
  flag: string
  /** Some value of the row contains this. */
  text?: string
  /** A column of the table; another name counts as none: the first. */
  sort?: string
  desc?: boolean
  /** Where the page begins: the `next` of the one before; one that is no place is the beginning. */
  after?: string
  limit?: number
}

/** Values as text, in the order of the table's columns. */
interface FlagRow {
  key: string
  values: (string | null)[]
}

export interface FlagRowPage {
  rows: FlagRow[]
  /** Where the following page begins; null at the end. */
  next: string | null
}

/** People see the order of names: accented letters stand beside the plain ones. */
const COLLATE = ' COLLATE "pt-BR-x-icu"'

const StoredFlagRow = z.object({
  key: z.string(),
  values: z.array(z.string().nullable()),
})

/** SQL of the rows with a flag, as `s`; the text is looked for in every column. */
export function flagRowsSql(
  { columns }: SilverTable,
  { flag, text }: Pick<FlagRowQuery, 'flag' | 'text'>,
): Condition {
  const values: unknown[] = [flag]
  const tests = ['s._flags @> ARRAY[$1::text]']
  if (text !== undefined) {
    values.push(`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`)
    tests.push(`(${columns.map((c) => `s.${quoted(c.name)}::text ILIKE $2`).join(' OR ')})`)
  }
  return { sql: tests.join(' AND '), values }
}

/** Keyset paging on (column, identity); rows without a value come last either way. */
export async function readFlagRows(
  db: Reader,
  table: SilverTable,
  query: FlagRowQuery,
): Promise<FlagRowPage> {
  const { desc = false, limit = 50 } = query
  const by = table.columns.find((c) => c.name === query.sort) ?? (table.columns[0] as SilverColumn)
  const where = flagRowsSql(table, query)
  const values = [...where.values]
  const column = `s.${quoted(by.name)}`
  const sorted = by.type === 'text' ? `${column}${COLLATE}` : column
  const after = placeOf(query.after, by)
  let place = ''
  if (after) {
    const beyond = desc ? '<' : '>'
    values.push(after.key)
    const identity = `s.key_hash ${beyond} $${values.length}::uuid`
    if (after.value === null) place = `AND ${column} IS NULL AND ${identity}`
    else {
      values.push(after.value)
      const value = `$${values.length}::${by.type}`
      place = `AND (${sorted} ${beyond} ${value} OR (${column} = ${value} AND ${identity}) OR ${column} IS NULL)`
    }
  }
  values.push(limit + 1)
  const direction = desc ? 'DESC' : 'ASC'
  const rows = await typedRows(
    db,
    StoredFlagRow,
    `SELECT s.key_hash::text AS key, ${valuesSql(table.columns)} AS values FROM ${table.sql} s
    WHERE ${where.sql} ${place}
    ORDER BY ${sorted} ${direction} NULLS LAST, s.key_hash ${direction} LIMIT $${values.length}::int`,
    values,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const value = last?.values[table.columns.indexOf(by)] ?? null
  return {
    rows: shown,
    next: last ? Buffer.from(JSON.stringify([value, last.key])).toString('base64url') : null,
  }
}

/** Values of a row as an array of text, JSON, so that every driver reads it alike. */
export const valuesSql = (columns: readonly SilverColumn[]): string =>
  `to_jsonb(ARRAY[${columns.map((c) => `s.${quoted(c.name)}::text`).join(', ')}])`

/** How many rows match; counted to the end. */
export async function countFlagRows(
  db: Reader,
  table: SilverTable,
  query: Pick<FlagRowQuery, 'flag' | 'text'>,
): Promise<number> {
  const { sql, values } = flagRowsSql(table, query)
  const [row] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM ${table.sql} s WHERE ${sql}`,
    values,
  )
  return row?.n ?? 0
}

const Place = z.tuple([z.string().nullable(), z.guid()])

/** The place that an address names, if the column can hold its value. */
function placeOf(after: string | undefined, { type }: SilverColumn) {
  if (after === undefined) return undefined
  try {
    const text = Buffer.from(after, 'base64url').toString('utf8')
    const [value, key] = Place.parse(JSON.parse(text))
    return value === null || fits(value, type) ? { value, key } : undefined
  } catch {
    return undefined
  }
}

function fits(value: string, type: string): boolean {
  if (isNumeric(type)) return /^-?\d{1,30}(\.\d{1,20})?$/.test(value)
  if (type === 'date') return z.iso.date().safeParse(value).success
  if (type === 'boolean') return value === 'true' || value === 'false'
  if (type.startsWith('timestamp')) return !Number.isNaN(Date.parse(value))
  return !value.includes('\0')
}
