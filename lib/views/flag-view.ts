/** The view of a flag's rows as it stands in the address; see view.ts. */
import { createLoader, parseAsArrayOf, parseAsBoolean, parseAsString } from 'nuqs/server'

export const flagView = {
  /** Column of Silver; the dataset's first unless given. */
  sort: parseAsString,
  desc: parseAsBoolean.withDefault(false),
  text: parseAsString,
  /** Where the page begins. */
  after: parseAsString,
  /** Columns left out. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
}
export const loadFlagView = createLoader(flagView)
