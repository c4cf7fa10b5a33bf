import type { Db } from '../judge/db'

/** Rows whose outcomes travel in one statement. */
const BATCH = 50_000

/**
 * Ends the transaction of a preview: everything is rolled back except what it found out about each
 * row, which is written again.
 */
export async function keepPreview(db: Db, replayId: number): Promise<void> {
  const found = await db.rows<{ id: string; outcome: string; detail: string | null }>(
    `SELECT quarantine_id AS id, outcome, detail FROM quality.replay_item
    WHERE replay_id = $1 AND outcome IS NOT NULL`,
    [replayId],
  )
  await db.exec('ROLLBACK')
  for (let from = 0; from < found.length; from += BATCH) {
    const part = found.slice(from, from + BATCH)
    await db.exec(
      `UPDATE quality.replay_item i SET outcome = v.outcome, detail = v.detail
      FROM unnest($2::bigint[], $3::text[], $4::text[]) v(id, outcome, detail)
      WHERE i.replay_id = $1 AND i.quarantine_id = v.id`,
      [replayId, part.map((r) => r.id), part.map((r) => r.outcome), part.map((r) => r.detail)],
    )
  }
}
