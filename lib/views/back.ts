import { createParser } from 'nuqs/server'
import { ownPath } from '@/lib/shared/util/own-path'

const MAX_CHARS = 2000

/**
 * Where a reader came from, with figure, filters and range: a link back leads to the same view. An
 * address within the app only, see ownPath.
 */
export const parseAsBack = createParser({
  parse: (text) => {
    const path = ownPath(text)
    return path === '/' || path.length > MAX_CHARS ? null : path
  },
  serialize: (address: string) => address,
})
