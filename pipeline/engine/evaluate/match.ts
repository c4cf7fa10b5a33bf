/**
 * Recognises failing rows: is this the row that already waits, or a new one? By dataset, business
 * key and occurrence; equal content first, then in order, so that clocks do not swap.
 */

import { live } from '@/lib/shared/quarantine/live'
import { stateSql, unmetSql } from '@/lib/shared/quarantine/reference-state'
import { concernsSql } from '@/pipeline/engine/compile/concerns'
import { stateColumn } from '@/pipeline/engine/compile/conditions'
import { codesOf, type DatasetPlan, keyTextSql } from '@/pipeline/engine/compile/plan'
import { textArray } from '@/pipeline/engine/compile/postgres/quoting'
import type { EvaluationContext } from './context'
import { analyzeRelation, createRelation } from './temporary'

/**
 * Creates the relation `matched`: one row per failing record, with the quarantine id that it has or
 * gets, what the quarantine said before (`was_*`), and whether anything about it changes. New ids
 * follow the order of the delivery.
 * @returns how many of them are new or change.
 */
export async function matchQuarantine(ctx: EvaluationContext, plan: DatasetPlan): Promise<number> {
  const { rejected, matched } = plan.relations
  const { disposition, first, lit } = plan.dialect
  const codes = textArray(codesOf(plan))
  const unmet = plan.references.map(
    (r) => `(${unmetSql(`coalesce(m.${stateColumn(r)}, ${stateSql('met')})`)})::int`,
  )
  await createRelation(
    ctx.db,
    plan.dialect,
    matched,
    `WITH failing AS (
  SELECT m._run, m._n, m.key_hash, m.content_hash,
    row_number() OVER (PARTITION BY m.key_hash, m.content_hash ORDER BY m._run, m._n) AS copy
  FROM ${rejected} m WHERE m._disposition = ${disposition('quarantine')}
), live AS (
  SELECT q.id, q.key_hash, q.content_hash, q.occurrence,
    row_number() OVER (PARTITION BY q.key_hash, q.content_hash ORDER BY q.occurrence) AS copy
  FROM quality.quarantine q
  WHERE q.dataset = ${lit(plan.dataset.name)} AND ${live('q')}
    AND q.key_hash IN (SELECT key_hash FROM failing)
), same AS (
  SELECT f._run, f._n, f.key_hash, l.id, l.occurrence
  FROM failing f
  LEFT JOIN live l ON l.key_hash = f.key_hash AND l.content_hash = f.content_hash AND l.copy = f.copy
), other AS (
  SELECT s._run, s._n, s.key_hash, row_number() OVER (PARTITION BY s.key_hash ORDER BY s._run, s._n) AS place
  FROM same s WHERE s.id IS NULL
), free AS (
  SELECT l.id, l.key_hash, l.occurrence,
    row_number() OVER (PARTITION BY l.key_hash ORDER BY l.occurrence) AS place
  FROM live l WHERE NOT EXISTS (SELECT FROM same s WHERE s.id = l.id)
), room AS (
  SELECT l.key_hash, max(l.occurrence) AS top,
    (SELECT count(*) FROM free f WHERE f.key_hash = l.key_hash) AS free
  FROM live l GROUP BY l.key_hash
), placed AS (
  SELECT s._run, s._n, coalesce(s.id, f.id) AS live_id,
    coalesce(s.occurrence, f.occurrence,
      coalesce(r.top, 0) + o.place - coalesce(r.free, 0))::integer AS occurrence
  FROM same s
  LEFT JOIN other o ON o._run = s._run AND o._n = s._n
  LEFT JOIN free f ON f.key_hash = o.key_hash AND f.place = o.place
  LEFT JOIN room r ON r.key_hash = o.key_hash
)
SELECT coalesce(p.live_id, nextval('quality.quarantine_id_seq')) AS id, p.live_id IS NULL AS fresh,
  p.occurrence, m._run, m._n, m._at, m.key_hash, m.content_hash, m._src,
  (${codes})[${first('m._fails')}] AS rule,
  ARRAY(SELECT (${codes})[x] FROM unnest(m._fails[2:]) WITH ORDINALITY u(x, i) ORDER BY i) AS other_rules,
  ${concernsSql(plan)},
  nullif(${keyTextSql(plan, 'm')}, '') AS key_text,
  (${unmet.length > 0 ? unmet.join(' + ') : '0'})::smallint AS unmet,
  q.statut AS was_statut, q.rule AS was_rule, q.content_hash AS was_content,
  q.amount AS was_amount, q.currency AS was_currency, q.cause_id, q.root_cause_id, false AS changed
FROM placed p
LEFT JOIN ${rejected} m ON m._run = p._run AND m._n = p._n
LEFT JOIN quality.quarantine q ON q.id = p.live_id
ORDER BY p._run, p._n`,
  )
  const columns = ['id', '_run', '_n', 'key_hash', 'fresh']
  await analyzeRelation(ctx.db, plan.dialect, matched, columns)
  const changed = await ctx.db.exec(`-- Which known rows change
  UPDATE ${matched} x SET changed = true
    FROM quality.quarantine q WHERE q.id = x.id AND (q.content_hash <> x.content_hash OR q.ready
      OR (q.rule, q.other_rules, q.unmet, q.amount, q.currency, q.customer, q.invoice)
        IS DISTINCT FROM (x.rule, x.other_rules, x.unmet, x.amount, x.currency, x.customer, x.invoice))`)
  const { fresh } = await ctx.db.row<{ fresh: string }>(
    `-- How many rows are new
    SELECT count(*) AS fresh FROM ${matched} x WHERE x.fresh`,
  )
  return changed + Number(fresh)
}
