import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

const Version = z.object({
  version: z.string(),
})

/** A short text that changes whenever something that the screens show has changed. */
export async function readVersion(db: Reader): Promise<string> {
  const [row] = await typedRows(
    db,
    Version,
    `SELECT concat_ws('.',
      (SELECT max(id) || status FROM quality.run GROUP BY id, status ORDER BY id DESC LIMIT 1),
      (SELECT md5(string_agg(concat_ws(' ', id, status, cancel_requested), ',' ORDER BY id)) FROM (
        SELECT id, status, cancel_requested FROM quality.replay ORDER BY id DESC LIMIT 20) r),
      (SELECT sum(settled + still_failing + skipped) FROM quality.replay WHERE status = 'running'),
      (SELECT max(id) FROM quality.quarantine_event),
      (SELECT id || status FROM quality.declaration ORDER BY id DESC LIMIT 1),
      (SELECT md5(string_agg(concat_ws(' ', id, level, acknowledged_at, closed_at), ',' ORDER BY id)) FROM (
        SELECT id, level, acknowledged_at, closed_at FROM quality.alert ORDER BY id DESC LIMIT 50) a),
      (SELECT md5(string_agg(concat_ws(' ', id, status, attempts, error->>'code'), ',' ORDER BY id)) FROM (
        SELECT id, status, attempts, error FROM quality.notification ORDER BY id DESC LIMIT 50) n)
    ) AS version`,
  )
  return row?.version ?? ''
}
