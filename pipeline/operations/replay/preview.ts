import type { Db } from '@/lib/shared/db/connection'

/**
 * Ends the transaction of a preview: everything is rolled back, and what it found out about each
 * row is written again in a transaction that the caller ends. A million rows are a handful of
 * groups here: their ids travel as the text of an array, never as objects.
 */
export async function keepPreview(db: Db, replayId: number): Promise<void> {
  const groups = await db.rows<{ outcome: string; detail: string | null; ids: string }>(
    `SELECT outcome, detail, array_agg(quarantine_id)::text AS ids FROM quality.replay_item
    WHERE replay_id = $1 AND outcome IS NOT NULL GROUP BY 1, 2`,
    [replayId],
  )
  await db.exec('ROLLBACK')
  await db.exec('BEGIN')
  for (const { outcome, detail, ids } of groups) {
    await db.exec(
      `UPDATE quality.replay_item SET outcome = $2, detail = $3
      WHERE replay_id = $1 AND quarantine_id = ANY ($4::bigint[])`,
      [replayId, outcome, detail, ids],
    )
  }
}
