/** Compares the columns of a statement with the declared shape of its rows. */
import { z } from 'zod'
import { isMarkedNeverNull, type RowShape } from '../typed-rows'
import type { DescribedColumn } from './describe.testing'

/** Type of PostgreSQL → kinds of schema that hold what the driver makes of it. */
const KINDS: Record<string, readonly string[]> = {
  smallint: ['number', 'literal'],
  integer: ['number'],
  real: ['number'],
  'double precision': ['number'],
  bigint: ['string'],
  numeric: ['string'],
  text: ['string', 'enum', 'literal'],
  name: ['string'],
  uuid: ['string'],
  'character varying': ['string', 'enum', 'literal'],
  boolean: ['boolean'],
  'timestamp with time zone': ['date'],
  bytea: ['custom'],
}

/**
 * What is wrong, one sentence per column; empty when the rows are what they are declared to be.
 * That a column is declared to be NULL at times and never is, see `needless`: another variant of
 * the statement may give it.
 */
export function differences(shape: RowShape, columns: readonly DescribedColumn[]): string[] {
  const declared = Object.entries(shape.shape) as [string, z.ZodType][]
  const missing = declared
    .filter(([name]) => !columns.some((c) => c.name === name))
    .map(([name]) => `${name} is declared, and no column`)
  const wrong = columns.flatMap((column) => {
    const field = declared.find(([name]) => name === column.name)?.[1]
    return field ? wrongWith(column, field) : [`${column.name} is a column, and not declared`]
  })
  return [...missing, ...wrong]
}

/** Columns that are never NULL, and declared as nullable or marked by hand. */
export function needless(shape: RowShape, columns: readonly DescribedColumn[]): string[] {
  return columns.flatMap(({ name, nullable }) => {
    const field = shape.shape[name] as z.ZodType | undefined
    const loose = field instanceof z.ZodNullable || (field && isMarkedNeverNull(field))
    return loose && !nullable && !(field instanceof z.ZodUnknown) ? [name] : []
  })
}

function wrongWith({ name, type, nullable }: DescribedColumn, field: z.ZodType): string[] {
  const allows = field instanceof z.ZodNullable
  const inner = allows ? (field.unwrap() as z.ZodType) : field
  if (inner instanceof z.ZodUnknown) return []
  const problems: string[] = []
  if (!fits(type, inner)) problems.push(`${name} is ${type}, declared as ${inner.def.type}`)
  const marked = isMarkedNeverNull(field)
  if (nullable && !allows && !marked) problems.push(`${name} can be NULL, declared otherwise`)
  return problems
}

function fits(type: string, schema: z.ZodType): boolean {
  if (type === 'json' || type === 'jsonb') return true // its content is looked at in the rows
  if (type.endsWith('[]')) {
    return schema instanceof z.ZodArray && fits(type.slice(0, -2), schema.element as z.ZodType)
  }
  return (KINDS[type] ?? []).includes(schema.def.type)
}
