/** Which rows the address of a new replay means. */
import { z } from 'zod'
import { FilterText, type RowFilter, RowIds, type Scope } from '@/lib/shared/scope'

interface AskedReplay {
  /** Undefined: that of the dataset, or the one that the reader looks at. */
  domain: string | undefined
  scope: Scope
  /** The same as a filter; undefined for rows by id. */
  filter: RowFilter | undefined
}

const Address = z.object({
  domain: z.string().max(100).optional(),
  filter: FilterText.optional(),
  ids: z
    .string()
    .max(4000)
    .transform((list) => list.split(',').map(Number))
    .pipe(RowIds)
    .optional(),
  dataset: z.string().max(200).optional(),
  rule: z.string().max(200).optional(),
  cause: z.coerce.number().int().positive().optional(),
  ready: z.literal('true').optional(),
  /** How many rows the person saw. */
  expected: z.coerce.number().int().nonnegative().optional(),
})

/**
 * Reads `?domain=&filter=&ids=` or the short form `?dataset=&rule=&cause=&ready=true`.
 * @returns undefined when the address is not one.
 */
export function parseReplayAddress(
  address: Record<string, string | string[] | undefined>,
): AskedReplay | undefined {
  const parsed = Address.safeParse(address)
  if (!parsed.success) return undefined
  const { domain, filter, ids, dataset, rule, cause, ready, expected } = parsed.data
  const meant: RowFilter = {
    ...filter,
    ...(dataset ? { dataset } : {}),
    ...(rule ? { rule } : {}),
    ...(cause ? { cause } : {}),
    ...(ready ? { ready: true } : {}),
  }
  if (ids) return { domain, scope: { ids }, filter: undefined }
  const seen = expected === undefined ? {} : { expected }
  return { domain, scope: { filter: meant, ...seen }, filter: meant }
}
