/**
 * The view of a row table as it stands in the address, so that a link shows a colleague the same
 * one. Shared by the server, which reads it, and the browser, which writes it.
 */
import {
  createLoader,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsJson,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { type RowFilter, WithheldFrom } from '@/lib/shared/scope'
import { parseAsBack } from './back'

export const SORTS = ['first_seen', 'amount', 'key', 'customer'] as const

export const rowView = {
  sort: parseAsStringLiteral(SORTS).withDefault('first_seen'),
  desc: parseAsBoolean.withDefault(false),
  text: parseAsString,
  cause: parseAsInteger,
  minAge: parseAsInteger,
  minAmount: parseAsString,
  ready: parseAsBoolean,
  /** Closed rows instead of open ones. */
  closed: parseAsBoolean,
  day: parseAsString,
  /** Rows that are missing from a Gold figure, closed ones too. */
  withheld: parseAsJson((value) => WithheldFrom.safeParse(value).data ?? null),
  customer: parseAsString,
  /** The screen that led here. */
  back: parseAsBack,
  /** Where the page begins. */
  after: parseAsString,
  /** Counts to the end, also beyond what paging needs. */
  exact: parseAsBoolean.withDefault(false),
  /** Columns left out, and how high a line is. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  roomy: parseAsBoolean.withDefault(false),
}

export const loadRowView = createLoader(rowView)
export const rowViewHref = createSerializer(rowView)
export type RowView = Awaited<ReturnType<typeof loadRowView>>

/**
 * The filter that a view means; values that are no filter are left out.
 * @param causeIs rows of the cause itself, or those that wait behind it.
 */
export function filterOf(
  view: RowView,
  dataset?: string,
  rule?: string,
  causeIs: 'cause' | 'rootCause' = 'cause',
): RowFilter {
  const { text, cause, minAge, minAmount, ready, closed, day, customer, withheld } = view
  return {
    ...(dataset ? { dataset } : {}),
    ...(rule ? { rule } : {}),
    ...(text?.trim() ? { text: text.trim().slice(0, 200) } : {}),
    ...(cause && cause > 0 && Number.isSafeInteger(cause) ? { [causeIs]: cause } : {}),
    ...(minAge && minAge > 0 ? { minAgeDays: minAge } : {}),
    ...(minAmount && /^-?\d{1,13}(\.\d{1,2})?$/.test(minAmount) ? { minAmount } : {}),
    ...(ready ? { ready: true } : {}),
    ...(customer ? { customer: customer.slice(0, 200) } : {}),
    ...(day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { firstDay: day } : {}),
    ...(withheld ? { withheld, statut: ['A_TRAITER' as const, 'CLASSEE' as const] } : {}),
    ...(closed ? { statut: ['CLASSEE' as const] } : {}),
  }
}
