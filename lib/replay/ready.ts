/**
 * Ready after a person's verb: closing or reopening a row changes whether a replay would settle the
 * rows that wait for it. Runs and replays see to this themselves.
 */
import type { Query } from './request'

/**
 * Brings the rows that wait for these up to date, down to the last grandchild. The caller owns the
 * transaction, in which the status of the rows was changed.
 * @param ids rows that were closed or reopened.
 */
export async function refreshReady(query: Query, ids: readonly (number | string)[]): Promise<void> {
  let changed: readonly (number | string)[] = ids
  while (changed.length > 0) {
    const waiting = await query<{ id: string }>(
      `WITH parent AS (
        SELECT q.dataset, q.key_hash, bool_and(o.ready AND o.statut = 'A_TRAITER') AS ready
        FROM quality.quarantine q LEFT JOIN quality.quarantine o
          ON o.dataset = q.dataset AND o.key_hash = q.key_hash AND o.statut <> 'SOLDEE'
        WHERE q.id = ANY ($1::bigint[]) GROUP BY 1, 2
      ) UPDATE quality.quarantine_ref r SET state = CASE WHEN p.ready THEN 3 ELSE 2 END FROM parent p
      WHERE r.parent = p.dataset AND r.parent_key = p.key_hash
        AND r.state = CASE WHEN p.ready THEN 2 ELSE 3 END
      RETURNING r.quarantine_id AS id`,
      [changed],
    )
    const rows = await query<{ id: string }>(
      `UPDATE quality.quarantine q SET unmet = n.unmet, ready = n.unmet = 0 AND n.other = 0
      FROM (
        SELECT w.id, (SELECT count(*) FROM quality.quarantine_ref r
            WHERE r.quarantine_id = w.id AND r.state IN (1, 2)) AS unmet,
          (SELECT count(*) FROM quality.rule k WHERE k.dataset = w.dataset
            AND k.code = ANY (w.rule || w.other_rules) AND k.kind NOT LIKE 'reference%') AS other
        FROM quality.quarantine w WHERE w.id = ANY ($1::bigint[])
      ) n WHERE q.id = n.id RETURNING q.id`,
      [waiting.map((r) => r.id)],
    )
    changed = rows.map((r) => r.id)
  }
}
