import { z } from 'zod'
import { RowFilter } from '../scope'

const text = z.string().max(4000)

/** What the address of a new replay means. */
export interface ReplayTarget {
  domain: string
  target: { ids: number[] } | { filter: RowFilter }
  /** The same as a filter, for counting. */
  filter: RowFilter
}

const Address = z.object({
  domain: z.string().max(100).default('order-to-cash'),
  filter: text
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(RowFilter)
    .optional(),
  ids: text
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.number().int().positive()).min(1).max(10_000))
    .optional(),
  dataset: z.string().max(200).optional(),
  rule: z.string().max(200).optional(),
  cause: z.coerce.number().int().positive().optional(),
  ready: z.literal('true').optional(),
})

/**
 * Reads `?domain=&filter=&ids=` or the short form `?dataset=&rule=&cause=&ready=true`.
 * @throws ZodError when the address is not one.
 */
export function parseReplayTarget(
  address: Record<string, string | string[] | undefined>,
): ReplayTarget {
  const { domain, filter, ids, dataset, rule, cause, ready } = Address.parse(address)
  const meant: RowFilter = {
    ...filter,
    ...(dataset ? { dataset } : {}),
    ...(rule ? { rule } : {}),
    ...(cause ? { cause } : {}),
    ...(ready ? { ready: true } : {}),
  }
  return { domain, target: ids ? { ids } : { filter: meant }, filter: meant }
}
