import type { Db } from '@/lib/shared/db/connection'

/**
 * What a preview found out, kept while its transaction is rolled back. A million rows are a handful
 * of groups: their ids travel as the text of an array, never as objects.
 */
export interface PreviewOutcome {
  outcome: string
  detail: string | null
  /** Text of a bigint array. */
  ids: string
}

export const readPreview = (db: Db, replayId: number): Promise<PreviewOutcome[]> =>
  db.rows<PreviewOutcome>(
    `SELECT outcome, detail, array_agg(quarantine_id)::text AS ids FROM quality.replay_item
    WHERE replay_id = $1 AND outcome IS NOT NULL GROUP BY 1, 2`,
    [replayId],
  )

/** Writes it down once the rows of the replay stand as they did before the preview. */
export async function writePreview(
  db: Db,
  replayId: number,
  outcomes: readonly PreviewOutcome[],
): Promise<void> {
  for (const { outcome, detail, ids } of outcomes) {
    await db.exec(
      `UPDATE quality.replay_item SET outcome = $2, detail = $3
      WHERE replay_id = $1 AND quarantine_id = ANY ($4::bigint[])`,
      [replayId, outcome, detail, ids],
    )
  }
}
