import type { Db } from '@/lib/shared/db/connection'
import { requestScheduled } from '@/lib/shared/replay/scheduled'

/**
 * Asks for the nightly replay of a domain: what is ready and belongs to rules that are replayed
 * every night. Rules set to manual wait for a person.
 * @param at when the schedule fired; the same moment asks once.
 * @returns the replay's id; undefined when nothing is ready.
 */
export function nightlyReplay(db: Db, domain: string, at: Date): Promise<number | undefined> {
  return requestScheduled(db, domain, 'nightly', at, `nightly:${at.toISOString()}`)
}
