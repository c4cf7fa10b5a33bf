/**
 * The contract as SQL over the tables, written without anything of `pipeline/engine/check` or
 * `pipeline/engine/evaluate`: every query looks for rows that break a line of it.
 */

import type { Db } from '@/lib/shared/db/connection'
import type { Domain } from '@/pipeline/engine/define/schema'

/** Line of the contract → query of what breaks it. */
const LINES: Record<string, string> = {
  'one live row per key and occurrence': `SELECT dataset, key_hash, occurrence FROM quality.quarantine
    WHERE statut <> 'SOLDEE' GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  'a status has its time and reason': `SELECT id, statut, settled_at, exit_reason FROM quality.quarantine
    WHERE (statut = 'A_TRAITER') <> (settled_at IS NULL) OR (statut = 'A_TRAITER') <> (exit_reason IS NULL)`,
  'the clock starts once, with the first event': `SELECT q.id, q.first_seen FROM quality.quarantine q
    WHERE (SELECT count(*) FROM quality.quarantine_event e WHERE e.quarantine_id = q.id AND e.kind = 'ENTERED') <> 1
      OR first_seen <> (SELECT e.at FROM quality.quarantine_event e WHERE e.quarantine_id = q.id ORDER BY e.id LIMIT 1)`,
  'events follow one another': `SELECT * FROM (
      SELECT e.*, lag(open_to) OVER w AS was_open, lag(rule) OVER w AS was_rule,
        lag(amount) OVER w AS was_amount, lag(currency) OVER w AS was_currency
      FROM quality.quarantine_event e WHERE open_from OR open_to WINDOW w AS (PARTITION BY quarantine_id ORDER BY id)
    ) c WHERE open_from <> coalesce(was_open, false) OR (open_from AND
      (rule_from, amount_from, currency_from) IS DISTINCT FROM (was_rule, was_amount, was_currency))`,
  'the last event says what the row says': `SELECT q.id, q.statut, q.rule, e.* FROM quality.quarantine q
    LEFT JOIN LATERAL (SELECT open_to, rule, amount, currency FROM quality.quarantine_event
      WHERE quarantine_id = q.id AND (open_from OR open_to) ORDER BY id DESC LIMIT 1) e ON true
    WHERE e.open_to IS DISTINCT FROM (q.statut = 'A_TRAITER') OR (e.open_to AND
      (e.rule, e.amount, e.currency) IS DISTINCT FROM (q.rule, q.amount, q.currency))`,
  'settled once, for good': `SELECT q.id, q.statut FROM quality.quarantine q LEFT JOIN LATERAL (
      SELECT count(*) AS n, max(id) AS last FROM quality.quarantine_event e
      WHERE e.quarantine_id = q.id AND e.kind = 'EXITED' AND e.reason <> 'CLASSEE') e ON true
    WHERE e.n <> (q.statut = 'SOLDEE')::int OR EXISTS (SELECT FROM quality.quarantine_event f
      WHERE f.quarantine_id = q.id AND f.id > e.last)`,
  'a replay says so by actor and number': `SELECT * FROM quality.quarantine_event
    WHERE (actor = 'replay') <> (replay_id IS NOT NULL) OR (reason = 'REPLAYED' AND actor <> 'replay')`,
  'a replay settles what its rows say': `SELECT r.id FROM quality.replay r
    WHERE kind = 'replay' AND status <> 'queued' AND (
      (SELECT count(*) FROM quality.quarantine_event e WHERE e.replay_id = r.id AND e.kind = 'EXITED')
        <> (SELECT count(*) FROM quality.replay_item i WHERE i.replay_id = r.id AND i.outcome = 'settled')
      OR (SELECT count(*) FROM quality.quarantine_event e WHERE e.replay_id = r.id AND e.kind = 'REPLAY_FAILED')
        <> (SELECT count(*) FROM quality.replay_item i WHERE i.replay_id = r.id AND i.outcome = 'still_failing'))`,
  'the totals of a replay add up': `SELECT r.* FROM quality.replay r LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE NOT cascaded) AS requested, count(*) FILTER (WHERE cascaded) AS cascaded,
        count(*) FILTER (WHERE outcome = 'settled') AS settled,
        count(*) FILTER (WHERE outcome = 'still_failing') AS still_failing,
        count(*) FILTER (WHERE outcome = 'skipped') AS skipped
      FROM quality.replay_item i WHERE i.replay_id = r.id) n ON true
    WHERE (r.requested, r.cascaded) <> (n.requested, n.cascaded)
      OR (r.kind = 'replay' AND (r.settled, r.still_failing, r.skipped) <> (n.settled, n.still_failing, n.skipped))
      OR (r.status NOT IN ('queued', 'running')
        AND r.requested + r.cascaded <> r.settled + r.still_failing + r.skipped)`,
  'the ledger closes every day': `WITH days AS (SELECT DISTINCT day FROM quality.flow_daily), ledger AS (
      SELECT dataset, rule, currency, d.day, sum(in_rows + reopened_rows + moved_in_rows + revalued_rows
        - out_rows - moved_out_rows) AS n, sum(in_amount + reopened_amount + moved_in_amount
        + revalued_amount - out_amount - moved_out_amount) AS amount
      FROM days d LEFT JOIN quality.flow_daily f ON f.day <= d.day GROUP BY 1, 2, 3, 4
    ), open AS (
      SELECT dataset, rule, coalesce(currency, '') AS currency, day, count(*) AS n, sum(coalesce(amount, 0)) AS amount
      FROM (
        SELECT DISTINCT ON (d.day, e.quarantine_id) d.day, e.* FROM days d
        LEFT JOIN quality.quarantine_event e
          ON (e.at AT TIME ZONE (SELECT time_zone FROM quality.workspace))::date <= d.day
        WHERE e.open_from OR e.open_to ORDER BY d.day, e.quarantine_id, e.id DESC
      ) last WHERE open_to GROUP BY 1, 2, 3, 4
    ) SELECT * FROM ledger l FULL JOIN open o USING (dataset, rule, currency, day)
    WHERE coalesce(l.n, 0) <> coalesce(o.n, 0) OR coalesce(l.amount, 0) <> coalesce(o.amount, 0)`,
  'stock equals a recount': `SELECT * FROM quality.stock s FULL JOIN (
      SELECT dataset, rule, coalesce(currency, '') AS currency,
        (first_seen AT TIME ZONE (SELECT time_zone FROM quality.workspace))::date AS first_day, ready,
        count(*) AS n, sum(coalesce(amount, 0)) AS money
      FROM quality.quarantine WHERE statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5
    ) c USING (dataset, rule, currency, first_day, ready)
    WHERE s.rows IS DISTINCT FROM c.n OR s.amount IS DISTINCT FROM c.money`,
  'stock of causes equals a recount': `SELECT * FROM quality.cause_stock s FULL JOIN (
      SELECT coalesce(root_cause_id, cause_id) AS cause_id, dataset, coalesce(currency, '') AS currency,
        cause_id = coalesce(root_cause_id, cause_id) AS direct, count(*) AS n,
        count(*) FILTER (WHERE ready) AS n_ready, sum(coalesce(amount, 0)) AS money
      FROM quality.quarantine WHERE statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4
    ) c USING (cause_id, dataset, currency, direct)
    WHERE s.rows IS DISTINCT FROM c.n OR s.ready IS DISTINCT FROM c.n_ready OR s.amount IS DISTINCT FROM c.money`,
  'a row belongs to a cause of its rule': `SELECT q.id, q.rule, k.rule FROM quality.quarantine q
    LEFT JOIN quality.cause k ON k.id = q.cause_id WHERE q.statut <> 'SOLDEE'
      AND (k.dataset, k.rule) IS DISTINCT FROM (q.dataset, q.rule)`,
  'only live rows have references': `SELECT r.* FROM quality.quarantine_ref r
    LEFT JOIN quality.quarantine q ON q.id = r.quarantine_id WHERE q.statut = 'SOLDEE'`,
  'unmet counts what is missing': `SELECT q.id, q.unmet FROM quality.quarantine q WHERE q.statut <> 'SOLDEE'
    AND q.unmet <> (SELECT count(*) FROM quality.quarantine_ref r WHERE r.quarantine_id = q.id AND r.state IN (1, 2))`,
  'a payload for every row': `SELECT q.id FROM quality.quarantine q
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE p.quarantine_id IS NULL OR (p.raw IS NULL) = (p.bytes IS NULL)`,
}

const exclusive = (dataset: string): string => `SELECT q.id, q.key_text FROM quality.quarantine q
  WHERE q.dataset = '${dataset}' AND q.statut <> 'SOLDEE'
    AND EXISTS (SELECT FROM silver."${dataset}" s WHERE s.key_hash = q.key_hash)`

/**
 * Reference states of rows that wait for this parent, from scratch. A running replay leaves the rows
 * that it has yet to come to: it judges those itself.
 */
const states = (
  parent: string,
): string => `SELECT r.*, n.state AS expected FROM quality.quarantine_ref r
  LEFT JOIN LATERAL (SELECT CASE
    WHEN EXISTS (SELECT FROM silver."${parent}" s WHERE s.key_hash = r.parent_key) THEN 0
    WHEN r.parent_key IS NULL OR NOT EXISTS (SELECT FROM quality.quarantine p WHERE p.dataset = r.parent
      AND p.key_hash = r.parent_key AND p.statut <> 'SOLDEE') THEN 1
    WHEN EXISTS (SELECT FROM quality.quarantine p WHERE p.dataset = r.parent AND p.key_hash = r.parent_key
      AND (p.statut = 'CLASSEE' OR (p.statut = 'A_TRAITER' AND NOT p.ready))) THEN 2
    ELSE 3 END AS state) n ON true
  WHERE r.parent = '${parent}' AND r.state <> n.state
    AND NOT EXISTS (SELECT FROM quality.replay_item i LEFT JOIN quality.replay p ON p.id = i.replay_id
      WHERE i.quarantine_id = r.quarantine_id AND i.outcome IS NULL AND p.status = 'running')`

/**
 * Causes at the top of the chains, from scratch. Rows with nothing unmet, ready or closed, wait for
 * nobody: they stay with the cause that they had.
 */
const roots = (domain: Domain): string => {
  const waits = domain.datasets.flatMap((d) =>
    d.rules.flatMap((r) =>
      r.kind === 'reference' && r.quarantined
        ? [`('${d.name}', '${r.quarantined.code}', '${r.name}')`]
        : [],
    ),
  )
  if (waits.length === 0) return 'SELECT 1 AS id WHERE false'
  return `WITH RECURSIVE top AS (
    SELECT q.id, q.dataset, q.key_hash, q.occurrence, q.cause_id AS root FROM quality.quarantine q
    LEFT JOIN (VALUES ${waits.join(', ')}) v(dataset, code, ref) ON v.dataset = q.dataset AND v.code = q.rule
    LEFT JOIN quality.quarantine_ref f ON f.quarantine_id = q.id AND f.ref = v.ref
    WHERE q.statut <> 'SOLDEE' AND (f.state IS NULL OR f.state NOT IN (2, 3))
    UNION ALL
    SELECT c.id, c.dataset, c.key_hash, c.occurrence, t.root FROM top t
    JOIN quality.quarantine_ref f ON f.parent = t.dataset AND f.parent_key = t.key_hash AND f.state IN (2, 3)
    JOIN quality.quarantine c ON c.id = f.quarantine_id AND c.statut <> 'SOLDEE'
    JOIN (VALUES ${waits.join(', ')}) v(dataset, code, ref)
      ON v.dataset = c.dataset AND v.code = c.rule AND v.ref = f.ref
    WHERE t.occurrence = (SELECT min(o.occurrence) FROM quality.quarantine o
      WHERE o.dataset = t.dataset AND o.key_hash = t.key_hash AND o.statut <> 'SOLDEE')
  ) SELECT q.id, q.rule, q.root_cause_id, t.root FROM quality.quarantine q LEFT JOIN top t ON t.id = q.id
  WHERE q.statut <> 'SOLDEE' AND q.root_cause_id IS DISTINCT FROM t.root
    AND NOT (q.unmet = 0 AND (q.ready OR q.statut = 'CLASSEE'))`
}

/** What breaks the contract now, in words; empty when nothing does. */
export async function broken(db: Db, domain: Domain): Promise<string[]> {
  const lines: Record<string, string> = {
    ...LINES,
    'the top of the chain is the cause': roots(domain),
  }
  for (const { name } of domain.datasets) {
    lines[`${name}: in Silver or in quarantine`] = exclusive(name)
    lines[`${name}: its children know its state`] = states(name)
  }
  const found: string[] = []
  for (const [line, sql] of Object.entries(lines)) {
    const rows = await db.rows(sql)
    if (rows.length > 0) found.push(`${line}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}
