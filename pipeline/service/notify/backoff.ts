/** When a message that could not be sent is tried again. */

/** After so many attempts it has failed, until a person asks again: about twenty hours. */
export const MAX_ATTEMPTS = 12
const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
/** So that what failed together does not come back together: up to a fifth more. */
const JITTER = 0.2

/**
 * Milliseconds to wait after so many failed attempts: a minute, doubled each time, six hours at
 * most, and up to a fifth on top.
 * @param asked milliseconds that the receiver asked for (Retry-After); heeded up to six hours.
 * @param random from 0 to 1.
 */
export function waitAfter(attempts: number, asked = 0, random = Math.random()): number {
  const wait = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS)
  return Math.round(Math.max(wait * (1 + JITTER * random), Math.min(asked, LONGEST_MS)))
}
