/** People's verbs as SQL of these tests' own: what a command does to the tables. */
import type { Db } from '@/lib/shared/db/connection'
import type { Adhoc } from '@/pipeline/tools/testing/adhoc'

/** Closes or reopens the rows of a key as a person's verb does: status and event. @returns ids. */
export async function turn(
  t: Adhoc,
  verb: 'close' | 'reopen',
  dataset: string,
  key: string,
): Promise<string[]> {
  const close = verb === 'close'
  const [from, to] = close ? ['A_TRAITER', 'CLASSEE'] : ['CLASSEE', 'A_TRAITER']
  await t.db.exec('BEGIN')
  const rows = await t.db.rows<{ quarantine_id: string }>(
    `WITH moved AS (
      UPDATE quality.quarantine SET statut = '${to}',
        settled_at = ${close ? '$3' : 'NULL'}::timestamptz, exit_reason = ${close ? `'CLASSEE'` : 'NULL'}
      WHERE dataset = $1 AND key_text = $2 AND statut = '${from}' AND $3 <> '' RETURNING *
    ) INSERT INTO quality.quarantine_event (quarantine_id, at, kind, reason, actor, dataset,
      open_from, rule_from, currency_from, amount_from, open_to, rule, currency, amount)
    SELECT id, $3::timestamptz, '${close ? 'EXITED' : 'REOPENED'}', ${close ? `'CLASSEE'` : 'NULL'}, 'ana', dataset,
      ${close ? 'true, rule, currency, amount, false' : 'false, NULL, NULL, NULL, true'}, rule, currency, amount
    FROM moved RETURNING quarantine_id`,
    [dataset, key, t.report.as_of],
  )
  const ids = rows.map((r) => r.quarantine_id)
  await carryReady(t.db, ids)
  await t.db.exec('COMMIT')
  return ids
}

/** Ready of these rows, and of what waits for them down to the last grandchild. */
async function carryReady(db: Db, ids: readonly string[]): Promise<void> {
  let changed = ids
  while (changed.length > 0) {
    await db.exec(
      `UPDATE quality.quarantine q SET unmet = n.unmet,
        ready = q.statut = 'A_TRAITER' AND n.unmet = 0 AND n.other = 0
      FROM (
        SELECT w.id, (SELECT count(*) FROM quality.quarantine_ref r
            WHERE r.quarantine_id = w.id AND r.state IN (1, 2)) AS unmet,
          (SELECT count(*) FROM quality.rule k WHERE k.dataset = w.dataset
            AND k.code = ANY (w.rule || w.other_rules) AND k.kind NOT LIKE 'reference%') AS other
        FROM quality.quarantine w WHERE w.id = ANY ($1::bigint[])
      ) n WHERE q.id = n.id`,
      [changed],
    )
    const waiting = await db.rows<{ id: string }>(
      `WITH parent AS (
        SELECT q.dataset, q.key_hash, CASE WHEN bool_and(o.ready) THEN 3 ELSE 2 END AS state
        FROM quality.quarantine q LEFT JOIN quality.quarantine o
          ON o.dataset = q.dataset AND o.key_hash = q.key_hash AND o.statut <> 'SOLDEE'
        WHERE q.id = ANY ($1::bigint[]) GROUP BY 1, 2
      ) UPDATE quality.quarantine_ref r SET state = p.state FROM parent p
      WHERE r.parent = p.dataset AND r.parent_key = p.key_hash
        AND r.state IN (2, 3) AND r.state <> p.state
      RETURNING r.quarantine_id AS id`,
      [changed],
    )
    changed = waiting.map((r) => r.id)
  }
}
