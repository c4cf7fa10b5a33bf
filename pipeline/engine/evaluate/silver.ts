/**
 * Silver is kept by difference: rows are inserted, replaced where their content changed, and
 * removed where they are withheld or withdrawn. Unchanged rows are not rewritten; readers never
 * wait and never see half a run.
 */
import { type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { id, silverTable } from '@/pipeline/engine/compile/sql'
import type { JudgeContext, Movements } from './context'
import { addPartitions } from './partitions'
import type { Divided } from './pass'

/** Keys that left Silver in this transaction, for the children that lean on them. */
export const goneTable = (dataset: string): string => `pg_temp.${id(`gone_${dataset}`)}`

/**
 * So many rows new in Silver, and a fifth of it, make the planner's figures worth mending: it hashed
 * 28,700 titles to look 800 customers up in them, because it knew nothing of those.
 */
const ANALYZE_FROM = 200

/**
 * Applies a mark to Silver. `full`: keys that did not come are withdrawn.
 * @param aside how the rows of the mark divide.
 */
export async function writeSilver(
  ctx: JudgeContext,
  plan: Plan,
  moves: Movements,
  full: boolean,
  { valid, failing, duplicates }: Divided,
): Promise<void> {
  const { db } = ctx
  const { mark, aside } = tempTables(plan)
  const silver = silverTable(plan.dataset.name)
  const gone = goneTable(plan.dataset.name)
  const remove = async (where: string) => {
    return db.exec(`WITH left_silver AS (DELETE FROM ${silver} s WHERE ${where} RETURNING s._chave)
      INSERT INTO ${gone} SELECT _chave FROM left_silver`)
  }
  const standing = () => moves.silverBefore + moves.entered - moves.withheld - moves.withdrawn
  if (standing() === 0) {
    moves.entered += await insertNew(ctx, plan, `${mark} m WHERE m._disp = 'S'`)
    return analyzeGrown(ctx, plan, moves.entered, 0)
  }
  if (failing > 0) {
    moves.withheld += await remove(`s._chave IN (SELECT _key FROM ${aside} m WHERE m._disp = 'Q')`)
  }
  const { fresh, changed } = await compare(ctx, plan)
  // Keys are unique on both sides: when as many are known as stand there, none is missing.
  if (full && standing() > valid - fresh) {
    moves.withdrawn += await remove(
      `NOT EXISTS (SELECT FROM ${mark} m WHERE m._key = s._chave AND m._disp = 'S')`,
    )
  } else if (!full && plan.dataset.dedupe && duplicates > 0) {
    // Every new image of the key lost to another key: the older image does not stand either.
    moves.withdrawn += await remove(
      `s._chave IN (SELECT _key FROM ${mark} GROUP BY _key HAVING bool_and(_disp = 'D'))`,
    )
  }
  const before = standing()
  if (changed > 0) moves.rewritten += await replaceChanged(ctx, plan)
  if (fresh > 0) {
    const entered = await insertNew(ctx, plan, `${differing(plan)} m WHERE m._fresh`)
    moves.entered += entered
    await analyzeGrown(ctx, plan, entered, before)
  }
  await db.exec(`DROP TABLE ${differing(plan)}`)
}

const storedColumns = (plan: Plan): string[] => [...plan.stored.map(id), '_flags']

/** Valid rows that Silver does not have as they are. */
const differing = (plan: Plan): string => `pg_temp.${id(`differing_${plan.dataset.name}`)}`

/**
 * Looks every valid row up in Silver once, and keeps the rows that differ. A second delivery of the
 * same content needs nothing else: the removing, the replacing and the inserting statement each did
 * this lookup for themselves before, 650 ms of 4.5 s.
 */
async function compare(
  { db, actor }: JudgeContext,
  plan: Plan,
): Promise<{ fresh: number; changed: number }> {
  const { name } = plan.dataset
  const columns = storedColumns(plan)
  // After a change of rules the same text may give other values: compare those too.
  const retyped =
    actor === 'rule'
      ? ` OR (${columns.map((c) => `s.${c}`).join(', ')}) IS DISTINCT FROM (${columns.map((c) => `m.${c}`).join(', ')})`
      : ''
  const rows = await db.exec(`CREATE TEMP TABLE ${id(`differing_${name}`)} ON COMMIT DROP AS
    SELECT m.*, s._chave IS NULL AS _fresh FROM ${tempTables(plan).mark} m
    LEFT JOIN ${silverTable(name)} s ON s._chave = m._key
    WHERE m._disp = 'S' AND (s._chave IS NULL OR s._conteudo <> m._content${retyped})`)
  if (rows === 0) return { fresh: 0, changed: 0 }
  const { fresh } = await db.row<{ fresh: string }>(
    `SELECT count(*) AS fresh FROM ${differing(plan)} m WHERE m._fresh`,
  )
  return { fresh: Number(fresh), changed: rows - Number(fresh) }
}

async function replaceChanged(ctx: JudgeContext, plan: Plan): Promise<number> {
  // A new value may belong elsewhere: PostgreSQL then moves the row to that partition.
  await addPartitions(ctx, plan, `${differing(plan)} m WHERE NOT m._fresh`)
  const set = storedColumns(plan)
    .map((c) => `${c} = m.${c}`)
    .join(', ')
  return ctx.db.exec(`UPDATE ${silverTable(plan.dataset.name)} s
    SET ${set}, _conteudo = m._content, _run = m._run, _n = m._n
    FROM ${differing(plan)} m WHERE s._chave = m._key AND NOT m._fresh`)
}

/**
 * In the order of the key, so that its index is filled page after page: 86,000 rows took 210 ms of
 * processor time, 300 ms as they came.
 */
async function insertNew(ctx: JudgeContext, plan: Plan, from: string): Promise<number> {
  await addPartitions(ctx, plan, from)
  const columns = storedColumns(plan)
  return ctx.db.exec(`INSERT INTO ${silverTable(plan.dataset.name)}
      (_chave, _conteudo, _run, _n, ${columns.join(', ')})
    SELECT m._key, m._content, m._run, m._n, ${columns.map((c) => `m.${c}`).join(', ')}
    FROM ${from} ORDER BY m._key`)
}

/**
 * Tells the planner what Silver holds now, as far as rows are looked up by it: without it the
 * post-conditions sorted both sides by text, 150 ms instead of 20 for 86,000 rows. Analysing named
 * columns leaves the count of changes alone, so that autovacuum still does the rest.
 */
async function analyzeGrown(
  { db }: JudgeContext,
  plan: Plan,
  entered: number,
  before: number,
): Promise<void> {
  if (entered < ANALYZE_FROM || entered * 5 < before) return
  const { key } = plan.dataset
  const columns = new Set(['_chave', '_conteudo', ...key, ...plan.references.flatMap((r) => r.own)])
  await db.exec(`ANALYZE ${silverTable(plan.dataset.name)} (${[...columns].map(id).join(', ')})`)
}
