/** The view of the impact screen as it stands in the address; see view.ts. */
import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsJson,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { z } from 'zod'

export const CUSTOMER_SORTS = ['money', 'rows', 'share', 'value', 'all', 'name', 'code'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

const Group = z.array(z.string().max(200).nullable()).max(10)

export const impactView = {
  domain: parseAsString,
  /** Column of the figure that the screen is about; the first declared unless given. */
  figure: parseAsString,
  /** '' where none is known; the one of most rows unless given. */
  currency: parseAsString,
  /** Gold table and group whose rules are listed; the whole unless given. */
  table: parseAsString,
  group: parseAsJson((value) => Group.safeParse(value).data ?? null),
  /** Of the customers. */
  sort: parseAsStringLiteral(CUSTOMER_SORTS).withDefault('money'),
  desc: parseAsBoolean.withDefault(true),
  text: parseAsString,
  after: parseAsString,
}
export const loadImpactView = createLoader(impactView)
export const impactHref = createSerializer(impactView)
export type ImpactView = Awaited<ReturnType<typeof loadImpactView>>
