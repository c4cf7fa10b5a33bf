/**
 * How often a password may be guessed. Counted per account and address together: whoever guesses
 * from one address is stopped there, and the right password still works from elsewhere. Per account
 * over all addresses guessing is slowed down only.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database, Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** Guesses of one account from one address that lead nowhere, within the window. */
export const MOST_TRIES = 10
export const WINDOW_MINUTES = 10
/** From so many wrong guesses of one account on, from wherever, each further one is delayed. */
const SLOWED_FROM = 20
const LONGEST_DELAY_MS = 3000

const Counted = z.object({ here: z.number(), all: z.number() })

export interface Guess {
  email: string
  /** Of the client; '' when it is unknown, which is an address like others. */
  address: string
}

/** What is typed as an e-mail address may be a password: only digests are kept. */
const digest = (text: string): string =>
  createHash('sha256').update(text.trim().toLowerCase()).digest('hex')

/**
 * Counts a try before it is looked at, so that many at once are counted too. Refused tries are not
 * counted: the account is free again when the window has passed, however often it was tried.
 * @returns undefined: it may not be looked at; else how long to wait before, in milliseconds.
 */
export function mayTry(db: Database, { email, address }: Guess): Promise<number | undefined> {
  const pair = [digest(email), digest(address)]
  return db.transaction(async (tx) => {
    await tx.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`sign-in ${pair.join(' ')}`])
    await tx.rows(
      'DELETE FROM auth.sign_in_try WHERE account = $1 AND at < now() - make_interval(mins => $2)',
      [pair[0], WINDOW_MINUTES],
    )
    const [counted] = await typedRows(
      tx,
      Counted,
      `SELECT count(*) FILTER (WHERE address = $2)::int AS here, count(*)::int AS all
      FROM auth.sign_in_try WHERE account = $1`,
      pair,
    )
    if ((counted?.here ?? 0) >= MOST_TRIES) return undefined
    await tx.rows('INSERT INTO auth.sign_in_try (account, address) VALUES ($1, $2)', pair)
    const over = (counted?.all ?? 0) - SLOWED_FROM
    return over < 0 ? 0 : Math.min(LONGEST_DELAY_MS, 200 * 2 ** Math.min(over, 10))
  })
}

/** Who knew the password begins anew, from this address. */
export async function forgetTries(db: Reader, { email, address }: Guess): Promise<void> {
  await db.rows('DELETE FROM auth.sign_in_try WHERE account = $1 AND address = $2', [
    digest(email),
    digest(address),
  ])
}

/** Removes tries of accounts that nobody asks for any more; beside sign-ins that succeed. */
export async function forgetOldTries(db: Reader): Promise<void> {
  await db.rows('DELETE FROM auth.sign_in_try WHERE at < now() - make_interval(mins => $1)', [
    WINDOW_MINUTES,
  ])
}
