/**
 * Silver is kept by difference: rows are inserted, replaced where their content changed, and
 * removed where they are withheld or withdrawn. Unchanged rows are not rewritten; readers never
 * wait and never see half a run.
 */
import { type Plan, tempTables } from '../compile/plan'
import { id, silverTable } from '../compile/sql'
import type { JudgeContext, Movements } from './context'

/** Keys that left Silver in this transaction, for the children that lean on them. */
export const goneTable = (dataset: string): string => `pg_temp.${id(`gone_${dataset}`)}`

/** Applies a mark to Silver. `full`: keys that did not come are withdrawn. */
export async function writeSilver(
  ctx: JudgeContext,
  plan: Plan,
  moves: Movements,
  full: boolean,
): Promise<void> {
  const { db } = ctx
  const { mark } = tempTables(plan)
  const silver = silverTable(plan.dataset.name)
  const gone = goneTable(plan.dataset.name)
  const remove = async (where: string) => {
    return db.exec(`WITH left_silver AS (DELETE FROM ${silver} s WHERE ${where} RETURNING s._chave)
      INSERT INTO ${gone} SELECT _chave FROM left_silver`)
  }
  moves.withheld += await remove(`s._chave IN (SELECT _key FROM ${mark} m WHERE m._disp = 'Q')`)
  if (full) {
    moves.withdrawn += await remove(
      `NOT EXISTS (SELECT FROM ${mark} m WHERE m._key = s._chave AND m._disp = 'S')`,
    )
  } else if (plan.dataset.dedupe) {
    // Every new image of the key lost to another key: the older image does not stand either.
    moves.withdrawn += await remove(
      `s._chave IN (SELECT _key FROM ${mark} GROUP BY _key HAVING bool_and(_disp = 'D'))`,
    )
  }
  moves.rewritten += await replaceChanged(ctx, plan)
  moves.entered += await insertNew(ctx, plan)
}

const storedColumns = (plan: Plan): string[] => [...plan.stored.map(id), '_flags']

function replaceChanged(ctx: JudgeContext, plan: Plan): Promise<number> {
  const columns = storedColumns(plan)
  const set = columns.map((c) => `${c} = m.${c}`).join(', ')
  // After a change of rules the same text may give other values: compare those too.
  const retyped =
    ctx.actor === 'rule'
      ? ` OR (${columns.map((c) => `s.${c}`).join(', ')}) IS DISTINCT FROM (${columns.map((c) => `m.${c}`).join(', ')})`
      : ''
  return ctx.db.exec(`UPDATE ${silverTable(plan.dataset.name)} s
    SET ${set}, _conteudo = m._content, _run = m._run, _n = m._n
    FROM ${tempTables(plan).mark} m
    WHERE m._disp = 'S' AND s._chave = m._key AND (s._conteudo <> m._content${retyped})`)
}

function insertNew(ctx: JudgeContext, plan: Plan): Promise<number> {
  const columns = storedColumns(plan)
  return ctx.db.exec(`INSERT INTO ${silverTable(plan.dataset.name)}
      (_chave, _conteudo, _run, _n, ${columns.join(', ')})
    SELECT m._key, m._content, m._run, m._n, ${columns.map((c) => `m.${c}`).join(', ')}
    FROM ${tempTables(plan).mark} m
    LEFT JOIN ${silverTable(plan.dataset.name)} s ON s._chave = m._key
    WHERE m._disp = 'S' AND s._chave IS NULL`)
}
