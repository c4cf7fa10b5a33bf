/**
 * Silver is kept by difference: rows are inserted, replaced where their content changed, and
 * removed where they are withheld or withdrawn. Unchanged rows are not rewritten; readers never
 * wait and never see half a run.
 */
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import type { EvaluationContext, Movements } from './context'
import { addPartitions } from './partitions'
import type { Divided } from './pass'
import { createRelation, dropRelations } from './temporary'

/**
 * From so many new rows on, when they are a fifth of Silver, the planner's statistics are renewed: it
 * hashed 28,700 titles to look 800 customers up in them, because it knew nothing of those.
 */
const MIN_ROWS_TO_ANALYZE = 200

/**
 * Applies the marked records to Silver.
 * @param full keys that did not come are withdrawn.
 * @param divided how the marked records divide.
 */
export async function writeSilver(
  ctx: EvaluationContext,
  plan: DatasetPlan,
  moves: Movements,
  full: boolean,
  { valid, failing, duplicates }: Divided,
): Promise<void> {
  const { db } = ctx
  const { marked, rejected, removed, differing } = plan.relations
  const { disposition, silverTable } = plan.dialect
  const silver = silverTable(plan.dataset.name)
  const remove = async (why: string, where: string) => {
    return db.exec(`-- ${why}
    WITH left_silver AS (DELETE FROM ${silver} s WHERE ${where} RETURNING s.key_hash)
      INSERT INTO ${removed} SELECT key_hash FROM left_silver`)
  }
  const standing = () => moves.silverBefore + moves.entered - moves.withheld - moves.withdrawn
  if (standing() === 0) {
    moves.entered += await insertNew(
      ctx,
      plan,
      `${marked} m WHERE m._disposition = ${disposition('silver')}`,
    )
    return analyzeGrown(ctx, plan, moves.entered, 0)
  }
  if (failing > 0) {
    moves.withheld += await remove(
      'Withhold rows of which a newer version fails',
      `s.key_hash IN (SELECT key_hash FROM ${rejected} m WHERE m._disposition = ${disposition('quarantine')})`,
    )
  }
  const { fresh, changed } = await compare(ctx, plan)
  // Keys are unique on both sides: when as many are known as stand there, none is missing.
  if (full && standing() > valid - fresh) {
    moves.withdrawn += await remove(
      'Withdraw rows that no longer come',
      `NOT EXISTS (SELECT FROM ${marked} m WHERE m.key_hash = s.key_hash AND m._disposition = ${disposition('silver')})`,
    )
  } else if (!full && plan.dataset.dedupe && duplicates > 0) {
    // Every new image of the key lost to another key: the older image does not stand either.
    moves.withdrawn += await remove(
      'Withdraw rows of which every new image lost to another key',
      `s.key_hash IN (SELECT key_hash FROM ${marked} GROUP BY key_hash HAVING bool_and(_disposition = ${disposition('duplicate')}))`,
    )
  }
  const before = standing()
  if (changed > 0) moves.rewritten += await replaceChanged(ctx, plan)
  if (fresh > 0) {
    const entered = await insertNew(ctx, plan, `${differing} m WHERE m._fresh`)
    moves.entered += entered
    await analyzeGrown(ctx, plan, entered, before)
  }
  await dropRelations(db, plan.dialect, differing)
}

const storedColumns = ({ dialect, stored }: DatasetPlan): string[] => [
  ...stored.map(dialect.id),
  '_flags',
]

/**
 * Looks every valid row up in Silver once, and keeps the rows that differ. A second delivery of the
 * same content needs nothing else: the removing, the replacing and the inserting statement each did
 * this lookup for themselves before, 650 ms of 4.5 s.
 */
async function compare(
  { db, actor }: EvaluationContext,
  plan: DatasetPlan,
): Promise<{ fresh: number; changed: number }> {
  const { name } = plan.dataset
  const { marked, differing } = plan.relations
  const { disposition, silverTable } = plan.dialect
  const columns = storedColumns(plan)
  // After a change of rules the same text may give other values: compare those too.
  const retyped =
    actor === 'rule'
      ? ` OR (${columns.map((c) => `s.${c}`).join(', ')}) IS DISTINCT FROM (${columns.map((c) => `m.${c}`).join(', ')})`
      : ''
  const rows = await createRelation(
    db,
    plan.dialect,
    differing,
    `SELECT m.*, s.key_hash IS NULL AS _fresh FROM ${marked} m
    LEFT JOIN ${silverTable(name)} s ON s.key_hash = m.key_hash
    WHERE m._disposition = ${disposition('silver')} AND (s.key_hash IS NULL OR s.content_hash <> m.content_hash${retyped})`,
  )
  if (rows === 0) return { fresh: 0, changed: 0 }
  const { fresh } = await db.row<{ fresh: string }>(
    `-- How many keys are new
    SELECT count(*) AS fresh FROM ${differing} m WHERE m._fresh`,
  )
  return { fresh: Number(fresh), changed: rows - Number(fresh) }
}

async function replaceChanged(ctx: EvaluationContext, plan: DatasetPlan): Promise<number> {
  const { differing } = plan.relations
  // A new value may belong elsewhere: PostgreSQL then moves the row to that partition.
  await addPartitions(ctx, plan, `${differing} m WHERE NOT m._fresh`)
  const set = storedColumns(plan)
    .map((c) => `${c} = m.${c}`)
    .join(', ')
  return ctx.db.exec(`-- Replace the rows whose content changed
  UPDATE ${plan.dialect.silverTable(plan.dataset.name)} s
    SET ${set}, content_hash = m.content_hash, _run = m._run, _n = m._n
    FROM ${differing} m WHERE s.key_hash = m.key_hash AND NOT m._fresh`)
}

/**
 * In the order of the key, so that its index is filled page after page: 86,000 rows took 210 ms of
 * processor time, 300 ms as they came.
 */
async function insertNew(ctx: EvaluationContext, plan: DatasetPlan, from: string): Promise<number> {
  await addPartitions(ctx, plan, from)
  const columns = storedColumns(plan)
  return ctx.db.exec(`-- Insert the new rows
  INSERT INTO ${plan.dialect.silverTable(plan.dataset.name)}
      (key_hash, content_hash, _run, _n, ${columns.join(', ')})
    SELECT m.key_hash, m.content_hash, m._run, m._n, ${columns.map((c) => `m.${c}`).join(', ')}
    FROM ${from} ORDER BY m.key_hash`)
}

/**
 * Tells the planner what Silver holds now, as far as rows are looked up by it: without it the
 * post-conditions sorted both sides by text, 150 ms instead of 20 for 86,000 rows. Analysing named
 * columns leaves the count of changes alone, so that autovacuum still does the rest.
 */
async function analyzeGrown(
  { db }: EvaluationContext,
  plan: DatasetPlan,
  entered: number,
  before: number,
): Promise<void> {
  if (entered < MIN_ROWS_TO_ANALYZE || entered * 5 < before) return
  const { key, name } = plan.dataset
  const { analyze, id, silverTable } = plan.dialect
  const columns = new Set([
    'key_hash',
    'content_hash',
    ...key,
    ...plan.references.flatMap((r) => r.own),
  ])
  await db.exec(`-- Statistics of the grown table
  ${analyze(silverTable(name), [...columns].map(id))}`)
}
