/**
 * The daily digest: written at a channel's hour on the workspace's clock, once a day. A worker that
 * was away at that hour writes it later on the same day; days on which none ran are left out. An
 * hour that a change of clocks skips comes when the clock has jumped; one that comes twice, once.
 */
import type { Db } from '@/lib/shared/db/connection'
import { addJob, NOTIFY_JOB } from '@/lib/shared/queue/job'
import { takesSql } from './outbox'

/** Channels whose digest is due are marked, so that nobody else writes it. `$1`: the clock. */
const DUE = `UPDATE quality.channel c SET digest_day = l.today
  FROM (SELECT w.time_zone AS zone, ($1::timestamptz AT TIME ZONE w.time_zone)::date AS today,
    ($1::timestamptz AT TIME ZONE w.time_zone)::time AS time FROM quality.workspace w) l
  WHERE c.enabled AND c.digest AND l.time >= make_time(c.digest_hour, 0, 0)
    AND (c.digest_day IS NULL OR c.digest_day < l.today)
  RETURNING c.id`

const WRITE = `WITH clock AS (
  SELECT w.time_zone AS zone, ($1::timestamptz AT TIME ZONE w.time_zone)::date AS today FROM quality.workspace w
),
c AS (SELECT * FROM quality.channel WHERE id = $2),
open AS (
  SELECT dataset, rule, sum(rows)::int AS rows, coalesce(sum(rows) FILTER (WHERE ready), 0)::int AS ready
  FROM quality.stock GROUP BY 1, 2 HAVING sum(rows) > 0
),
moved AS (
  SELECT f.dataset, f.rule, f.day = k.today AS is_today, sum(f.in_rows + f.reopened_rows)::int AS n_in,
    sum(f.out_rows)::int AS n_out
  FROM quality.flow_daily f, clock k WHERE f.day IN (k.today, k.today - 1) GROUP BY 1, 2, 3
),
line AS (
  SELECT x.dataset, x.rule, coalesce(r.domain, d.domain) AS domain, r.owner,
    coalesce(o.rows, 0) AS rows, coalesce(o.ready, 0) AS ready,
    (SELECT q.first_seen FROM quality.quarantine q WHERE q.dataset = x.dataset AND q.rule = x.rule
      AND q.statut = 'A_TRAITER' ORDER BY q.first_seen LIMIT 1) AS oldest,
    jsonb_build_object('in', coalesce(y.n_in, 0), 'out', coalesce(y.n_out, 0)) AS yesterday,
    jsonb_build_object('in', coalesce(n.n_in, 0), 'out', coalesce(n.n_out, 0)) AS today,
    jsonb_build_object('dataset', t.title, 'rule', r.texts->'means') AS titles
  FROM (SELECT dataset, rule FROM open UNION SELECT dataset, rule FROM moved) x
  LEFT JOIN open o ON o.dataset = x.dataset AND o.rule = x.rule
  LEFT JOIN moved y ON y.dataset = x.dataset AND y.rule = x.rule AND NOT y.is_today
  LEFT JOIN moved n ON n.dataset = x.dataset AND n.rule = x.rule AND n.is_today
  LEFT JOIN quality.rule r ON r.dataset = x.dataset AND r.code = x.rule
  LEFT JOIN quality.dataset_state d ON d.dataset = x.dataset
  LEFT JOIN quality.dataset t ON t.name = x.dataset
),
rules AS (
  SELECT l.* FROM line l JOIN c ON ${takesSql('c', 'l.domain', 'l.owner', "(l.dataset || '/' || l.rule)")}
),
alerts AS (
  SELECT a.*, coalesce(k.owner, r.owner) AS owner,
    jsonb_build_object('domain', m.title, 'dataset', t.title, 'rule', r.texts->'means') AS titles
  FROM quality.alert a
  LEFT JOIN quality.rule r ON r.dataset = a.dataset AND r.code = a.rule
  LEFT JOIN quality.cause k ON a.kind = 'claim_refuted' AND k.id = (a.detail->>'cause')::bigint
  LEFT JOIN quality.domain m ON m.name = a.domain
  LEFT JOIN quality.dataset t ON t.name = a.dataset
  JOIN c ON (c.levels = '{}' OR a.level = ANY (c.levels))
    AND ${takesSql('c', 'a.domain', 'coalesce(k.owner, r.owner)', "(a.dataset || '/' || a.rule)")}
  WHERE a.closed_at IS NULL AND a.opened_at <= $1::timestamptz
)
INSERT INTO quality.notification (channel_id, kind, key, payload, created_at, next_at)
SELECT c.id, 'digest', 'digest/' || k.today, jsonb_build_object('at', $1::timestamptz, 'day', k.today,
  'rules', (SELECT coalesce(jsonb_agg(jsonb_build_object('domain', coalesce(l.domain, ''),
    'dataset', l.dataset, 'rule', l.rule, 'owner', l.owner, 'rows', l.rows, 'ready', l.ready,
    'oldest', l.oldest, 'yesterday', l.yesterday, 'today', l.today, 'titles', l.titles)
    ORDER BY l.owner NULLS LAST, l.rows DESC, l.dataset, l.rule), '[]') FROM rules l),
  'alerts', (SELECT coalesce(jsonb_agg(jsonb_build_object('alert', a.id, 'kind', a.kind,
    'level', a.level, 'domain', a.domain, 'dataset', a.dataset, 'rule', a.rule, 'owner', a.owner,
    'opened_at', a.opened_at, 'detail', a.detail, 'titles', a.titles)
    ORDER BY a.level, a.opened_at, a.id), '[]') FROM alerts a)),
  $1::timestamptz, $1::timestamptz
FROM c CROSS JOIN clock k
ON CONFLICT (channel_id, key) DO NOTHING`

/**
 * Writes the digests that are due at a time into the outbox.
 * @returns how many.
 */
export async function writeDigests(db: Db, at: Date): Promise<number> {
  return db.transaction(async () => {
    const due = await db.rows<{ id: number }>(DUE, [at.toISOString()])
    for (const { id } of due) await db.exec(WRITE, [at.toISOString(), id])
    if (due.length > 0) await addJob(db, NOTIFY_JOB)
    return due.length
  })
}
