/**
 * Recognises failing rows: is this the row that already waits, or a new one? By dataset, business
 * key and occurrence; equal content first, then in order, so that clocks do not swap.
 */

import { concernsSql } from '@/pipeline/engine/compile/concerns'
import { stateColumn } from '@/pipeline/engine/compile/conditions'
import { codesOf, type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { id, lit, textArray } from '@/pipeline/engine/compile/sql'
import type { JudgeContext } from './context'

/**
 * Creates the `next` table: one row per failing record, with the quarantine id that it has or
 * gets, what the quarantine said before (`was_*`), and whether anything about it changes. New ids
 * follow the order of the delivery.
 * @returns how many of them are new or change.
 */
export async function matchQuarantine(ctx: JudgeContext, plan: Plan): Promise<number> {
  const { aside, next } = tempTables(plan)
  const name = id(`next_${plan.dataset.name}`)
  const codes = textArray(codesOf(plan))
  const unmet = plan.references.map((r) => `(coalesce(m.${stateColumn(r)}, 0) > 0)::int`)
  const keyText = plan.dataset.key.map((k) => `m.${id(k)}::text`).join(', ')
  const live = await liveRows(ctx, plan)
  // Nothing is known of the size of a part of a query, and one row was looked for in each of many:
  // what is joined here are temporary tables only, each read once.
  await ctx.db.exec('SET LOCAL enable_nestloop = off')
  await ctx.db.exec(`CREATE TEMP TABLE ${name} ON COMMIT DROP AS
WITH failing AS (
  SELECT m._run, m._n, m._key, m._content,
    row_number() OVER (PARTITION BY m._key, m._content ORDER BY m._run, m._n) AS copy
  FROM ${aside} m WHERE m._disp = 'Q'
), live AS (
  SELECT q.*, row_number() OVER (PARTITION BY q.key_hash, q.content_hash ORDER BY q.occurrence) AS copy
  FROM ${live} q
), same AS (
  SELECT f._run, f._n, f._key, l.id, l.occurrence
  FROM failing f
  LEFT JOIN live l ON l.key_hash = f._key AND l.content_hash = f._content AND l.copy = f.copy
), other AS (
  SELECT s._run, s._n, s._key, row_number() OVER (PARTITION BY s._key ORDER BY s._run, s._n) AS place
  FROM same s WHERE s.id IS NULL
), free AS (
  SELECT l.id, l.key_hash, l.occurrence,
    row_number() OVER (PARTITION BY l.key_hash ORDER BY l.occurrence) AS place
  FROM live l WHERE NOT EXISTS (SELECT FROM same s WHERE s.id = l.id)
), room AS (
  SELECT l.key_hash, max(l.occurrence) AS top, count(f.id) AS free
  FROM live l LEFT JOIN free f ON f.id = l.id GROUP BY l.key_hash
), placed AS (
  SELECT s._run, s._n, coalesce(s.id, f.id) AS live_id,
    coalesce(s.occurrence, f.occurrence,
      coalesce(r.top, 0) + o.place - coalesce(r.free, 0))::integer AS occurrence
  FROM same s
  LEFT JOIN other o ON o._run = s._run AND o._n = s._n
  LEFT JOIN free f ON f.key_hash = o._key AND f.place = o.place
  LEFT JOIN room r ON r.key_hash = o._key
)
SELECT coalesce(p.live_id, nextval('quality.quarantine_id_seq')) AS id, p.live_id IS NULL AS fresh,
  p.occurrence, m._run, m._n, m._at, m._key, m._content, m._src,
  (${codes})[m._fails[1]] AS rule,
  ARRAY(SELECT (${codes})[x] FROM unnest(m._fails[2:]) WITH ORDINALITY u(x, i) ORDER BY i) AS other_rules,
  ${concernsSql(plan)},
  nullif(concat_ws(' / ', ${keyText}), '') AS key_text,
  (${unmet.length > 0 ? unmet.join(' + ') : '0'})::smallint AS unmet,
  q.statut AS was_statut, q.rule AS was_rule, q.content_hash AS was_content,
  q.amount AS was_amount, q.currency AS was_currency, q.cause_id, q.root_cause_id, false AS changed
FROM placed p
LEFT JOIN ${aside} m ON m._run = p._run AND m._n = p._n
LEFT JOIN ${live} q ON q.id = p.live_id
ORDER BY p._run, p._n`)
  await ctx.db.exec('SET LOCAL enable_nestloop = on')
  await ctx.db.exec(`DROP TABLE ${live}`)
  await ctx.db.exec(`ANALYZE ${next} (id, _run, _n, _key, fresh)`)
  const changed = await ctx.db.exec(`UPDATE ${next} x SET changed = true
    FROM quality.quarantine q WHERE q.id = x.id AND (q.content_hash <> x._content OR q.ready
      OR (q.rule, q.other_rules, q.unmet, q.amount, q.currency, q.customer, q.invoice)
        IS DISTINCT FROM (x.rule, x.other_rules, x.unmet, x.amount, x.currency, x.customer, x.invoice))`)
  const { fresh } = await ctx.db.row<{ fresh: string }>(
    `SELECT count(*) AS fresh FROM ${next} x WHERE x.fresh`,
  )
  return changed + Number(fresh)
}

/** Live rows of the keys that fail, in a table of their own. @returns its name. */
async function liveRows({ db }: JudgeContext, plan: Plan): Promise<string> {
  const { name } = plan.dataset
  const table = id(`live_${name}`)
  await db.exec(`CREATE TEMP TABLE ${table} ON COMMIT DROP AS
    SELECT q.id, q.key_hash, q.content_hash, q.occurrence, q.statut, q.rule, q.amount, q.currency,
      q.cause_id, q.root_cause_id
    FROM quality.quarantine q
    WHERE q.dataset = ${lit(name)} AND q.statut <> 'SOLDEE' AND q.key_hash IN (
      SELECT m._key FROM ${tempTables(plan).aside} m WHERE m._disp = 'Q')`)
  await db.exec(`ANALYZE pg_temp.${table} (key_hash, content_hash)`)
  return `pg_temp.${table}`
}
