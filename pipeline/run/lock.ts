/** One lock per domain: runs, replay chunks and people's status verbs take it in turn. */
import { DeliveryRefused } from '@/lib/errors'
import type { Db } from '../judge/db'
import { lit } from '../compile/sql'

/** First half of the advisory lock's key; the second is the hash of the domain's name. */
const SPACE = 0x1a2a

/** SQL of the lock's two keys. */
export const lockKeys = (domain: string): string => `${SPACE}, hashtext(${lit(domain)})`

/**
 * Takes the lock of a domain for the session.
 * @throws DeliveryRefused busy, when another run has it and `wait` is false.
 */
export async function lockDomain(
  db: Db,
  domain: string,
  wait: boolean,
  onNote: (note: string) => void,
): Promise<void> {
  const { got } = await db.row<{ got: boolean }>(`SELECT pg_try_advisory_lock(${lockKeys(domain)}) AS got`)
  if (got) return
  const busy = `A run or replay of ${domain} is in progress`
  if (!wait) throw new DeliveryRefused('busy', busy, {}, 'Try again when it has ended')
  onNote(`${busy}; waiting for it to end`)
  await db.exec(`SELECT pg_advisory_lock(${lockKeys(domain)})`)
}

export async function unlockDomain(db: Db, domain: string): Promise<void> {
  await db.exec(`SELECT pg_advisory_unlock(${lockKeys(domain)})`)
}
