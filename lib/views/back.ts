import { createParser } from 'nuqs/server'

/**
 * Where a reader came from, with figure, filters and range: a link back leads to the same view. An
 * address within the app only: "//elsewhere" and "https://elsewhere" are none.
 */
export const parseAsBack = createParser({
  parse: (text) => (/^\/(?![/\\])/.test(text) ? text.slice(0, 2000) : null),
  serialize: (address: string) => address,
})
