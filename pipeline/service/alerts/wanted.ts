/**
 * Which alerts should be open at a time: one SELECT per kind, each giving
 * `kind, domain, dataset, rule, subject, level, detail`. `$1` is the clock; days begin in the
 * workspace's time zone, so that a day of 23 or 25 hours is one day. A detail holds figures that
 * stay as they are while the state does: ages are worked out when they are shown.
 */
import { isoSql } from '@/lib/shared/db/sql'

/** Days without an exit after which a rule with stock is stalled; twice as many are critical. */
const STALLED_DAYS = 28
/** A surge is judged against so many days before today. */
const SURGE_DAYS = 28
/** A domain younger than this has no usual day yet. */
const SURGE_HISTORY_DAYS = 7
/** Fewer rows in a day are no surge, however unusual. */
const SURGE_ROWS = 20
/** Deviations above the mean, for a warning and for a critical alert. */
const SURGE_DEVIATIONS = 3
const SURGE_CRITICAL_DEVIATIONS = 6
/** Fewer rows in a day are no critical surge. */
const SURGE_CRITICAL_ROWS = 100
/** Where a domain says nothing else. */
const EXPECT_HOURS = 36
/** Groups that a broken ledger lists. */
const SAMPLE = 20

const iso = (time: string) => isoSql(time, 's')

const COMMON = `
clock AS MATERIALIZED (
  SELECT $1::timestamptz AS at, w.time_zone AS zone, ($1::timestamptz AT TIME ZONE w.time_zone) AS local,
    ($1::timestamptz AT TIME ZONE w.time_zone)::date AS today
  FROM quality.workspace w
),
setting AS (
  SELECT r.dataset, r.code, coalesce(r.warn_days_override, r.warn_days) AS warn,
    coalesce(r.critical_days_override, r.critical_days) AS critical
  FROM quality.rule r
)`

/**
 * A row is over a limit from the same local time so many days later. That is worked out forward
 * from the oldest row, so that an hour that comes twice opens no alert twice; the rows are first
 * narrowed down by a limit that is an hour or two too wide.
 */
const AGE = `
limits AS (
  SELECT s.dataset, s.rule, coalesce(t.warn, 7) AS warn, coalesce(t.critical, 21) AS critical,
    (c.local - make_interval(days => coalesce(t.warn, 7))) AT TIME ZONE c.zone AS warn_before
  FROM (SELECT dataset, rule, min(first_day) AS first_day FROM quality.stock GROUP BY 1, 2) s
  CROSS JOIN clock c
  LEFT JOIN setting t ON t.dataset = s.dataset AND t.code = s.rule
  WHERE s.first_day <= c.today - coalesce(t.warn, 7)
),
snoozed AS MATERIALIZED (
  SELECT k.id FROM quality.cause k, clock c WHERE k.snoozed_until > c.at
),
oldest AS (
  SELECT q.dataset, q.rule, min(q.first_seen) AS oldest, l.warn, l.critical,
    greatest(1, count(*) FILTER (WHERE q.first_seen <= l.warn_before)) AS rows
  FROM limits l
  JOIN quality.quarantine q ON q.dataset = l.dataset AND q.rule = l.rule AND q.statut = 'A_TRAITER'
    AND q.first_seen <= l.warn_before + interval '2 hours'
  WHERE NOT EXISTS (SELECT FROM snoozed n WHERE n.id = q.cause_id)
    AND NOT EXISTS (SELECT FROM snoozed n WHERE n.id = q.root_cause_id)
  GROUP BY q.dataset, q.rule, l.warn, l.critical
),
due AS (
  SELECT o.*, ((o.oldest AT TIME ZONE c.zone) + make_interval(days => o.warn)) AT TIME ZONE c.zone
      <= c.at AS warned,
    ((o.oldest AT TIME ZONE c.zone) + make_interval(days => o.critical)) AT TIME ZONE c.zone
      <= c.at AS critical_now
  FROM oldest o CROSS JOIN clock c
),
age AS (
  SELECT 'age' AS kind, s.domain, o.dataset, o.rule, o.dataset || '/' || o.rule AS subject,
    CASE WHEN o.critical_now THEN 'critical' ELSE 'warning' END AS level,
    jsonb_build_object('oldest', ${iso('o.oldest')}, 'rows', o.rows,
      'warn_days', o.warn, 'critical_days', o.critical) AS detail
  FROM due o LEFT JOIN quality.dataset_state s ON s.dataset = o.dataset WHERE o.warned
)`

/** Counted from the last exit, or from the day since which the rule has had stock. */
const STALLED = `
closing AS (
  SELECT f.dataset, f.rule, f.day, f.out_rows, sum(f.net) OVER (
    PARTITION BY f.dataset, f.rule ORDER BY f.day) AS closing
  FROM (
    SELECT dataset, rule, day, sum(out_rows) AS out_rows, sum(in_rows + reopened_rows + moved_in_rows
      + revalued_rows - out_rows - moved_out_rows) AS net
    FROM quality.flow_daily, clock c WHERE day <= c.today GROUP BY 1, 2, 3
  ) f
),
still AS (
  SELECT p.dataset, p.rule, c.today - max(p.day) FILTER (WHERE p.out_rows > 0 OR p.starts) AS days,
    max(p.day) FILTER (WHERE p.out_rows > 0 OR p.starts) AS since
  FROM (
    SELECT dataset, rule, day, out_rows, closing > 0 AND coalesce(lag(closing) OVER (
      PARTITION BY dataset, rule ORDER BY day), 0) = 0 AS starts FROM closing
  ) p CROSS JOIN clock c GROUP BY p.dataset, p.rule, c.today
),
open_stock AS (
  SELECT dataset, rule, sum(rows)::int AS rows FROM quality.stock GROUP BY 1, 2 HAVING sum(rows) > 0
),
stalled AS (
  SELECT 'stalled', d.domain, s.dataset, s.rule, s.dataset || '/' || s.rule,
    CASE WHEN s.days >= ${2 * STALLED_DAYS} THEN 'critical' ELSE 'warning' END,
    jsonb_build_object('since', s.since, 'rows', o.rows, 'limit_days', ${STALLED_DAYS})
  FROM still s
  JOIN open_stock o ON o.dataset = s.dataset AND o.rule = s.rule
  LEFT JOIN quality.dataset_state d ON d.dataset = s.dataset
  WHERE s.days >= ${STALLED_DAYS}
)`

/** Days before the domain's first run are not counted as quiet ones. */
const SURGE = `
known AS (
  SELECT r.domain, least(${SURGE_DAYS}, c.today - min((r.as_of AT TIME ZONE c.zone)::date)) AS days
  FROM quality.run r CROSS JOIN clock c WHERE r.status = 'committed' GROUP BY r.domain, c.today
),
usual AS (
  SELECT d.domain, f.dataset, f.rule, k.days,
    coalesce(sum(f.in_rows) FILTER (WHERE f.day = c.today), 0) AS today,
    coalesce(sum(f.in_rows) FILTER (WHERE f.day < c.today), 0) / k.days AS mean,
    coalesce(sum(f.in_rows ^ 2) FILTER (WHERE f.day < c.today), 0) / k.days AS square
  FROM (
    SELECT dataset, rule, day, sum(in_rows)::numeric AS in_rows FROM quality.flow_daily GROUP BY 1, 2, 3
  ) f CROSS JOIN clock c
  JOIN quality.dataset_state d ON d.dataset = f.dataset
  JOIN known k ON k.domain = d.domain AND k.days >= ${SURGE_HISTORY_DAYS}
  WHERE f.day BETWEEN c.today - k.days AND c.today GROUP BY 1, 2, 3, 4
),
surge AS (
  SELECT 'surge', u.domain, u.dataset, u.rule, u.dataset || '/' || u.rule,
    CASE WHEN u.today >= ${SURGE_CRITICAL_ROWS} AND u.today > u.mean + ${SURGE_CRITICAL_DEVIATIONS} * u.deviation
      THEN 'critical' ELSE 'warning' END,
    jsonb_build_object('day', c.today, 'rows', u.today::int, 'mean', round(u.mean, 1),
      'deviation', round(u.deviation, 1))
  FROM (SELECT *, sqrt(greatest(square - mean ^ 2, 0)) AS deviation FROM usual) u CROSS JOIN clock c
  WHERE u.today >= ${SURGE_ROWS} AND u.today > u.mean + ${SURGE_DEVIATIONS} * u.deviation
)`

const RUNS = `
last_run AS (
  SELECT DISTINCT ON (domain) domain, id, status, error, delivery FROM quality.run
  WHERE status <> 'running' ORDER BY domain, id DESC
),
broken_run AS (
  SELECT CASE status WHEN 'refused' THEN 'run_refused' ELSE 'run_failed' END, domain, NULL, NULL,
    domain, CASE status WHEN 'refused' THEN 'warning' ELSE 'critical' END,
    jsonb_build_object('run', id, 'status', status, 'delivery', delivery,
      'reason', error->>'reason', 'message', error->>'message')
  FROM last_run WHERE status IN ('failed', 'refused', 'interrupted')
),
missing_run AS (
  SELECT 'run_missing', r.domain, NULL, NULL, r.domain,
    CASE WHEN c.at - r.last > make_interval(hours => 2 * r.hours) THEN 'critical' ELSE 'warning' END,
    jsonb_build_object('last', ${iso('r.last')}, 'expect_hours', r.hours)
  FROM (
    SELECT r.domain, max(r.as_of) AS last, coalesce(max(d.expect_every_hours), ${EXPECT_HOURS}) AS hours
    FROM quality.run r LEFT JOIN quality.domain d ON d.name = r.domain
    WHERE r.status = 'committed' GROUP BY r.domain
  ) r CROSS JOIN clock c WHERE c.at - r.last > make_interval(hours => r.hours)
)`

/** The open rows are counted once; the stock and the ledger must say the same. */
const LEDGER = `
counted AS MATERIALIZED (
  SELECT q.dataset, q.rule, coalesce(q.currency, '') AS currency,
    (q.first_seen AT TIME ZONE c.zone)::date AS first_day, q.ready, count(*) AS rows,
    coalesce(sum(q.amount), 0) AS amount
  FROM quality.quarantine q CROSS JOIN clock c WHERE q.statut = 'A_TRAITER' GROUP BY 1, 2, 3, 4, 5
),
differs AS (
  SELECT dataset, 'stock' AS what, rule, currency FROM (
    SELECT dataset, rule, currency, first_day, ready, rows, amount FROM counted
    UNION ALL SELECT dataset, rule, currency, first_day, ready, -rows, -amount FROM quality.stock
  ) b GROUP BY dataset, rule, currency, first_day, ready HAVING sum(rows) <> 0 OR sum(amount) <> 0
  UNION
  SELECT dataset, 'ledger', rule, currency FROM (
    SELECT dataset, rule, currency, rows, amount FROM counted
    UNION ALL SELECT dataset, rule, currency,
      -(in_rows + reopened_rows + moved_in_rows + revalued_rows - out_rows - moved_out_rows),
      -(in_amount + reopened_amount + moved_in_amount + revalued_amount - out_amount - moved_out_amount)
    FROM quality.flow_daily
  ) b GROUP BY dataset, rule, currency HAVING sum(rows) <> 0 OR sum(amount) <> 0
),
ledger_broken AS (
  SELECT 'ledger_broken', s.domain, d.dataset, NULL, d.dataset, 'critical',
    jsonb_build_object('groups', count(*), 'sample',
      (array_agg(concat_ws(' ', d.what, d.rule, d.currency) ORDER BY d.what, d.rule, d.currency))[:${SAMPLE}])
  FROM differs d LEFT JOIN quality.dataset_state s ON s.dataset = d.dataset GROUP BY s.domain, d.dataset
)`

const CLAIMS = `
claim_refuted AS (
  SELECT 'claim_refuted', s.domain, k.dataset, k.rule, 'cause/' || k.id, 'warning',
    jsonb_build_object('cause', k.id, 'value', k.value, 'run', k.claim_run, 'claimed_by', k.claimed_by)
  FROM quality.cause k LEFT JOIN quality.dataset_state s ON s.dataset = k.dataset
  WHERE k.claim = 'refuted' AND EXISTS (SELECT FROM quality.quarantine q
    WHERE q.cause_id = k.id AND q.statut = 'A_TRAITER')
)`

const KINDS = [
  'age',
  'stalled',
  'surge',
  'broken_run',
  'missing_run',
  'ledger_broken',
  'claim_refuted',
]

/** The CTEs that end in `wanted`, to follow WITH. */
export const WANTED = `${[COMMON, AGE, STALLED, SURGE, RUNS, LEDGER, CLAIMS].join(',')},
found (kind, domain, dataset, rule, subject, level, detail) AS (
  ${KINDS.map((k) => `SELECT * FROM ${k}`).join(' UNION ALL ')}
),
wanted AS MATERIALIZED (
  SELECT kind, coalesce(domain, '') AS domain, dataset, rule, subject, level, detail FROM found
)`
