import type { Db } from '@/lib/shared/db/connection'
import { LazaretError } from '@/lib/shared/errors'
import type { RunError } from '@/pipeline/operations/run/types'

export interface ReplayRow {
  id: number
  domain: string
  kind: 'replay' | 'preview'
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  as_of: Date | null
}

/** @throws LazaretError when there is none with this id. */
export async function readReplay(db: Db, id: number): Promise<ReplayRow> {
  const [row] = await db.rows<ReplayRow>(
    'SELECT id, domain, kind, status, as_of FROM quality.replay WHERE id = $1',
    [id],
  )
  if (!row) throw new LazaretError(`There is no replay ${id}`)
  return row
}

/**
 * Closes a replay, in one statement. Rows that it did not come to are skipped and say why; the
 * totals are counted from the rows.
 */
export async function finishReplay(
  db: Db,
  replay: ReplayRow,
  status: 'done' | 'failed' | 'cancelled',
  at: string,
  error?: RunError,
): Promise<void> {
  await db.exec(
    `WITH rest AS (
      UPDATE quality.replay_item SET outcome = 'skipped', detail = $2
      WHERE replay_id = $1 AND outcome IS NULL RETURNING quarantine_id
    )
    UPDATE quality.replay p SET status = $2, finished_at = $3, error = $4, settled = c.settled,
      still_failing = c.still_failing, skipped = c.skipped + (SELECT count(*) FROM rest)
    FROM (SELECT count(*) FILTER (WHERE outcome = 'settled') AS settled,
        count(*) FILTER (WHERE outcome = 'still_failing') AS still_failing,
        count(*) FILTER (WHERE outcome = 'skipped') AS skipped
      FROM quality.replay_item WHERE replay_id = $1) c
    WHERE p.id = $1`,
    [replay.id, status, at, error ? JSON.stringify(error) : null],
  )
}
