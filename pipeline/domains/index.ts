import type { Domain } from '../declare/schema'
import { orderToCash } from './order-to-cash'

/** The domains that the product ships with, by name. */
export const domains: ReadonlyMap<string, Domain> = new Map(
  [orderToCash].map((domain) => [domain.name, domain]),
)
