/**
 * What a sweep tells, and whom. Each change of an alert is logged once; each channel that takes any
 * of them gets one message with all that it takes, however many there are.
 */

/** SQL condition: the channel takes what has these domain, owner and dataset/rule (expressions). */
export const takesSql = (channel: string, domain: string, owner: string, rule: string): string =>
  `(${channel}.domains = '{}' OR ${domain} = ANY (${channel}.domains))
    AND (${channel}.owners = '{}' OR ${owner} = ANY (${channel}.owners))
    AND (${channel}.rules = '{}' OR ${rule} = ANY (${channel}.rules))`

/**
 * The CTEs `logged`, `facts` and `told`, to follow `opened`, `changed` and `closed` of the sweep.
 * A channel that takes critical alerts only also hears that such an alert is lowered or closed,
 * though it is none any more.
 */
export const OUTBOX = `
altered AS (
  SELECT id, kind, domain, dataset, rule, level, opened_at, detail, 'opened' AS change FROM opened
  UNION ALL SELECT id, kind, domain, dataset, rule, level, opened_at, detail, 'closed' FROM closed
  UNION ALL SELECT id, kind, domain, dataset, rule, level, opened_at, detail,
    CASE after WHEN 'critical' THEN 'escalated' ELSE 'lowered' END FROM changed WHERE before <> after
),
logged AS (
  INSERT INTO quality.alert_change (alert_id, change, level, at)
  SELECT id, change, level, $1::timestamptz FROM altered ORDER BY id RETURNING id, alert_id, level, change
),
facts AS (
  SELECT l.id, l.change, a.domain, coalesce(k.owner, r.owner) AS owner, a.dataset || '/' || a.rule AS rule,
    (SELECT array_agg(p.level) || l.level FROM quality.alert_change p
      WHERE p.alert_id = a.id AND l.change IN ('lowered', 'closed')) || l.level AS levels,
    jsonb_build_object('change', l.change, 'alert', a.id, 'kind', a.kind, 'level', l.level,
      'domain', a.domain, 'dataset', a.dataset, 'rule', a.rule, 'owner', coalesce(k.owner, r.owner),
      'opened_at', a.opened_at, 'detail', a.detail, 'titles', jsonb_build_object(
        'domain', m.title, 'dataset', t.title, 'rule', r.texts->'means')) AS fact
  FROM logged l JOIN altered a ON a.id = l.alert_id
  LEFT JOIN quality.rule r ON r.dataset = a.dataset AND r.code = a.rule
  LEFT JOIN quality.cause k ON a.kind = 'claim_refuted' AND k.id = (a.detail->>'cause')::bigint
  LEFT JOIN quality.domain m ON m.name = a.domain
  LEFT JOIN quality.dataset t ON t.name = a.dataset
),
told AS (
  INSERT INTO quality.notification (channel_id, kind, key, payload, created_at, next_at)
  SELECT c.id, 'alerts', 'change/' || min(f.id), jsonb_build_object('at', $1::timestamptz,
    'changes', jsonb_agg(f.fact ORDER BY array_position(ARRAY['opened', 'escalated', 'lowered', 'closed'],
      f.change), f.fact->>'level', f.id)), $1::timestamptz, $1::timestamptz
  FROM facts f JOIN quality.channel c ON c.enabled AND c.alerts
    AND (c.levels = '{}' OR c.levels && f.levels) AND ${takesSql('c', 'f.domain', 'f.owner', 'f.rule')}
  GROUP BY c.id RETURNING id
)`
