/** A domain's locks, as runs and replays take them; see lib/shared/db/locks.ts. */

import { DeliveryRefused } from '@/lib/shared/errors'
import type { Db } from './connection'
import { lockArguments } from './locks'

/**
 * Takes the domain's turn for the session: one run or replay at a time.
 * @throws DeliveryRefused busy, when another one has it and `wait` is false.
 */
export async function lockDomain(
  db: Db,
  domain: string,
  wait: boolean,
  onNote: (note: string) => void,
): Promise<void> {
  const turn = lockArguments('turn')
  const { got } = await db.row<{ got: boolean }>(`SELECT pg_try_advisory_lock(${turn}) AS got`, [
    domain,
  ])
  if (got) return
  const busy = `A run or replay of ${domain} is in progress`
  if (!wait) throw new DeliveryRefused('busy', busy, {}, 'Try again when it has ended')
  onNote(`${busy}; waiting for it to end`)
  await db.exec(`SELECT pg_advisory_lock(${turn})`, [domain])
}

/** Gives the turn back. */
export async function unlockDomain(db: Db, domain: string): Promise<void> {
  await db.exec(`SELECT pg_advisory_unlock(${lockArguments('turn')})`, [domain])
}

/** For the rest of the transaction nobody else changes the state of the domain's rows. */
export async function lockWrites(db: Db, domain: string): Promise<void> {
  await db.exec(`SELECT pg_advisory_xact_lock(${lockArguments('write')})`, [domain])
}
