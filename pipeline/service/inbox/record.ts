/** quality.inbox: what became of each delivery. The authority; the marker files only tell people. */
import type { Db } from '@/lib/shared/db/connection'
import type { INBOX_STATUSES } from '@/lib/shared/db/schema/triage'
import { byPlace, type Place } from './folder'

type InboxStatus = (typeof INBOX_STATUSES)[number]

export interface InboxRow {
  domain: string
  delivery: string
  mode: 'full' | 'delta'
  sequence: number | null
  status: InboxStatus
  run_id: number | null
  seen_at: Date
  waived_by: string | null
  /** Why the run ended as it did. */
  reason: string | null
  /** Refused or failed, and no full delivery has been committed since. */
  blocks: boolean
}

/** Everything known of the deliveries of one domain, or of all, in the order of their arrival. */
export function readInbox(db: Db, domain?: string): Promise<InboxRow[]> {
  return db.rows(
    `SELECT i.domain, i.delivery, i.mode, i.sequence, i.status, i.run_id, i.seen_at, i.waived_by,
      r.error->>'message' AS reason,
      i.status IN ('refused', 'failed', 'retry') AND NOT EXISTS (
        SELECT FROM quality.run f WHERE f.domain = i.domain AND f.status = 'committed'
          AND f.kind = 'delivery' AND f.mode = 'full' AND f.id > i.run_id) AS blocks
    FROM quality.inbox i LEFT JOIN quality.run r ON r.id = i.run_id
    WHERE $1::text IS NULL OR i.domain = $1 ORDER BY i.domain, i.seen_at, i.delivery`,
    [domain ?? null],
  )
}

export interface Outcome {
  domain: string
  delivery: string
  mode: 'full' | 'delta'
  sequence: number | null
  status: Exclude<InboxStatus, 'retry'>
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
 * The delivery that keeps a delta from being run: one before it that was refused or failed. One
 * whose place is not known, because its _READY could not be read, keeps every delta waiting.
 */
export function blockerOf(delta: Place, rows: readonly InboxRow[]): InboxRow | undefined {
  return rows.find((row) => {
    if (!row.blocks || row.delivery === delta.name) return false
    if (row.sequence === null && delta.sequence !== null) return true
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
