import { z } from 'zod'
import { RowFilter } from '@/lib/shared/scope'

const text = z.string().max(4000)

/** What the address of a new replay means. */
interface ReplayTarget {
  domain: string
  target: { ids: number[] } | { filter: RowFilter; expected?: number }
  /** The same as a filter, for counting. */
  filter: RowFilter
}

const Address = z.object({
  domain: z.string().max(100).default('order-to-cash'),
  filter: text
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown
      } catch {
        context.addIssue('not JSON')
        return z.NEVER
      }
    })
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
  /** How many rows the person saw. */
  expected: z.coerce.number().int().nonnegative().optional(),
})

/**
 * Reads `?domain=&filter=&ids=` or the short form `?dataset=&rule=&cause=&ready=true`.
 * @returns undefined when the address is not one.
 */
export function parseReplayTarget(
  address: Record<string, string | string[] | undefined>,
): ReplayTarget | undefined {
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
  const all = { filter: meant, ...(expected === undefined ? {} : { expected }) }
  return { domain, target: ids ? { ids } : all, filter: meant }
}
