/** How often a password may be guessed: counted per account, wherever the guesses come from. */
import { createHash } from 'node:crypto'
import type { Reader } from '@/lib/shared/db/database'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'

/** Guesses that lead nowhere, within the window; one more is not even looked at. */
export const MOST_TRIES = 10
export const WINDOW_MINUTES = 10

/** What is typed as an address may be a password: only its digest is kept. */
const digest = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

/**
 * Counts a try before it is looked at, so that many at once are counted too.
 * @returns whether it may be looked at.
 */
export async function mayTry(db: Reader, email: string): Promise<boolean> {
  const account = digest(email)
  await db.rows(
    `WITH old AS (DELETE FROM auth.sign_in_try WHERE at < now() - make_interval(mins => $2))
    INSERT INTO auth.sign_in_try (account) VALUES ($1)`,
    [account, WINDOW_MINUTES],
  )
  const [row] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM auth.sign_in_try
    WHERE account = $1 AND at > now() - make_interval(mins => $2)`,
    [account, WINDOW_MINUTES],
  )
  return (row?.n ?? 0) <= MOST_TRIES
}

/** Whoever knew the password begins anew. */
export async function forgetTries(db: Reader, email: string): Promise<void> {
  await db.rows('DELETE FROM auth.sign_in_try WHERE account = $1', [digest(email)])
}
