/** Transactions that others got in the way of. */

/** SQLSTATEs of a transaction that may succeed when it is done again. */
const CROSSED = new Set(['40P01', '40001'])

/** So often a transaction is begun in all. */
const MAX_ATTEMPTS = 3

/** SQLSTATE of an error, or of what caused it; undefined when there is none. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/** Whether it was a deadlock, or two transactions that could not both be right. */
export const isCrossed = (error: unknown): boolean => CROSSED.has(sqlStateOf(error) ?? '')

/**
 * Does a transaction again when a deadlock or a serialization failure ended it: nothing of it
 * remained.
 * @param onRepeat told the server's text, before the transaction is begun again
 * @throws what the last attempt throws.
 */
export async function repeated<T>(
  transaction: () => Promise<T>,
  onRepeat: (why: string) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isCrossed(error) || attempt === MAX_ATTEMPTS) throw error
      onRepeat(error instanceof Error ? error.message : String(error))
    }
  }
}
