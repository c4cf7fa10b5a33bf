/**
 * Closing a row that was ready, or reopening one, decides whether the rows that wait for it are
 * ready. Runs and replays work this out from the declarations (pipeline/engine/evaluate/references.ts); a
 * person's verb changes no reference, so what is stored suffices.
 */
import type { Reader } from '@/lib/shared/db/database'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'

/** SQL: would a replay settle `quality.quarantine q`? Only references failed, and all hold now. */
export const READY = `(NOT EXISTS (SELECT FROM unnest(q.rule || q.other_rules) AS u(code)
    LEFT JOIN quality.rule k ON k.dataset = q.dataset AND k.code = u.code
    WHERE k.kind IS NULL OR k.kind NOT IN ('reference', 'reference_quarantined'))
  AND NOT EXISTS (SELECT FROM quality.quarantine_ref f
    WHERE f.quarantine_id = q.id AND f.state IN (1, 2)))`

/** A chain of parents is never as long; it ends as soon as nothing moves. */
const DEEPEST = 50

/**
 * Carries to the waiting rows, and to those that wait for them, that parents became ready or
 * ceased to be.
 * @param parents query of `dataset, key_hash`.
 */
export async function carryReadiness(tx: Reader, parents: string): Promise<void> {
  await tx.rows('CREATE TEMP TABLE stirred (level int, dataset text, key_hash uuid) ON COMMIT DROP')
  await tx.rows('CREATE TEMP TABLE moved (level int, id bigint) ON COMMIT DROP')
  await tx.rows(`INSERT INTO stirred SELECT DISTINCT 0, p.* FROM (${parents}) p`)
  for (let level = 0; level < DEEPEST; level += 1) {
    await tx.rows(
      `WITH parent AS (
        SELECT q.dataset, q.key_hash, CASE WHEN bool_and(q.ready) THEN 3 ELSE 2 END AS state
        FROM stirred s JOIN quality.quarantine q ON q.dataset = s.dataset
          AND q.key_hash = s.key_hash AND q.statut <> 'SOLDEE'
        WHERE s.level = $1 GROUP BY 1, 2
      ), changed AS (
        UPDATE quality.quarantine_ref r SET state = p.state FROM parent p
        WHERE r.parent = p.dataset AND r.parent_key = p.key_hash AND r.state IN (2, 3)
          AND r.state <> p.state RETURNING r.quarantine_id
      ) INSERT INTO moved SELECT DISTINCT $1::int, quarantine_id FROM changed`,
      [level],
    )
    const [next] = await typedRows(
      tx,
      Count,
      `WITH changed AS (
        UPDATE quality.quarantine q SET ready = q.statut = 'A_TRAITER' AND ${READY},
          unmet = (SELECT count(*) FROM quality.quarantine_ref f
            WHERE f.quarantine_id = q.id AND f.state IN (1, 2))
        FROM moved m WHERE m.level = $1 AND q.id = m.id AND q.statut <> 'SOLDEE'
        RETURNING q.dataset, q.key_hash
      ), added AS (
        INSERT INTO stirred SELECT DISTINCT $1::int + 1, dataset, key_hash FROM changed RETURNING 1
      ) SELECT count(*)::int AS n FROM added`,
      [level],
    )
    if (!next?.n) return
  }
}
