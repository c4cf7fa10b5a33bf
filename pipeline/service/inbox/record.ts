/** quality.inbox: what became of each delivery. The authority; the marker files only tell people. */
import type { Db } from '@/lib/shared/db/connection'
import { byPlace, type Place } from './folder'

type InboxState = 'waiting' | 'committed' | 'refused' | 'failed' | 'waived' | 'retry'

export interface InboxRow {
  domain: string
  delivery: string
  mode: 'full' | 'delta'
  sequence: number | null
  status: InboxState
  run_id: number | null
  seen_at: Date
  waived_by: string | null
  /** Why the run ended as it did. */
  reason: string | null
  /** Its `_READY` could not be read: nobody knows which deltas come after it. */
  unplaced: boolean
  /** Refused or failed, and no full delivery that comes after it has been committed since. */
  blocks: boolean
}

const STUCK = `i.status IN ('refused', 'failed', 'retry')`
const UNPLACED = `coalesce(r.error->>'reason' = 'ready_file' AND i.sequence IS NULL, false)`

/**
 * A full delivery `f` has what a refused one would have brought when it comes after it: by sequence
 * (without one last), then by name, as in `byPlace`; one that was run by hand comes after all.
 */
const PASSED = `EXISTS (SELECT FROM quality.run f WHERE f.domain = i.domain AND f.status = 'committed'
  AND f.kind = 'delivery' AND f.mode = 'full' AND f.id > i.run_id
  AND (NOT EXISTS (SELECT FROM quality.inbox o WHERE o.run_id = f.id)
    OR (f.sequence IS NULL AND i.sequence IS NOT NULL) OR f.sequence > i.sequence
    OR (f.sequence IS NOT DISTINCT FROM i.sequence
      AND f.delivery COLLATE "C" > i.delivery COLLATE "C")))`

/**
 * What is known of the deliveries of one domain, or of all, in the order of their arrival.
 * @param open only those that wait or hold others up: of thousands, a few
 */
export function readInbox(db: Db, domain?: string, open = false): Promise<InboxRow[]> {
  return db.rows(
    `SELECT i.domain, i.delivery, i.mode, i.sequence, i.status, i.run_id, i.seen_at, i.waived_by,
      r.error->>'message' AS reason, ${UNPLACED} AS unplaced,
      ${STUCK} AND (${UNPLACED} OR NOT ${PASSED}) AS blocks
    FROM quality.inbox i LEFT JOIN quality.run r ON r.id = i.run_id
    WHERE ($1::text IS NULL OR i.domain = $1) AND (NOT $2 OR i.status = 'waiting' OR ${STUCK})
    ORDER BY i.domain, i.seen_at, i.delivery`,
    [domain ?? null, open],
  )
}

export interface Outcome {
  domain: string
  delivery: string
  mode: 'full' | 'delta'
  sequence: number | null
  status: 'waiting' | 'committed' | 'refused' | 'failed' | 'waived'
  run: number | null
  at: Date
  waivedBy?: string
}

/**
 * Writes what became of a delivery, unless that is already known.
 * @returns false when it was known: somebody else has dealt with the delivery.
 */
export async function writeOutcome(db: Db, o: Outcome): Promise<boolean> {
  const written = await db.exec(
    `INSERT INTO quality.inbox AS i
      (domain, delivery, mode, sequence, status, run_id, seen_at, waived_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (domain, delivery) DO UPDATE SET mode = excluded.mode,
      sequence = excluded.sequence, status = excluded.status, run_id = excluded.run_id,
      waived_by = excluded.waived_by
    WHERE i.status IN ('waiting', 'retry')`,
    [
      o.domain,
      o.delivery,
      o.mode,
      o.sequence,
      o.status,
      o.run,
      o.at.toISOString(),
      o.waivedBy ?? null,
    ],
  )
  return written > 0
}

/**
 * The delivery that keeps a delta from being run: one before it that was refused or failed, or one
 * whose place is not known.
 */
export function blockerOf(delta: Place, rows: readonly InboxRow[]): InboxRow | undefined {
  return rows.find((row) => {
    if (!row.blocks || row.delivery === delta.name) return false
    if (row.unplaced) return true
    return byPlace({ name: row.delivery, sequence: row.sequence }, delta) < 0
  })
}

export interface DomainInbox {
  /** Complete deliveries that wait behind the blocking one. */
  waiting: number
  /** The delivery that has to be retried or waived, and why it was refused; null: none. */
  blocked: {
    delivery: string
    status: 'refused' | 'failed' | 'retry'
    reason: string | null
  } | null
}

/** Per domain: what waits, and behind what. */
export async function inboxStatus(db: Db): Promise<Record<string, DomainInbox>> {
  const status: Record<string, DomainInbox> = {}
  for (const row of await readInbox(db)) {
    const domain = status[row.domain] ?? { waiting: 0, blocked: null }
    status[row.domain] = domain
    if (row.status === 'waiting') domain.waiting += 1
    if (row.blocks && !domain.blocked) {
      const { delivery, reason } = row
      domain.blocked = { delivery, status: row.status as 'refused' | 'failed' | 'retry', reason }
    }
  }
  return status
}
