/** Losing rows are documented: which one won, and why. */
import { type Plan, tempTables } from '@/pipeline/engine/compile/plan'
import { bronzeTable, id, lit } from '@/pipeline/engine/compile/sql'
import type { JudgeContext } from './context'

/** Writes the duplicates of a mark; a row judged before keeps one entry. */
export async function writeDuplicates(ctx: JudgeContext, plan: Plan): Promise<void> {
  const { mark, aside } = tempTables(plan)
  const dataset = lit(plan.dataset.name)
  const keyText = plan.dataset.key.map((k) => `m.${id(k)}::text`).join(', ')
  if (ctx.actor === 'rule') {
    await ctx.db.exec(`DELETE FROM quality.duplicate d
      WHERE d.dataset = ${dataset} AND EXISTS (SELECT FROM ${mark} m WHERE m._run = d.run_id
        AND m._n = d.n AND m._disp <> 'D')`)
  }
  if (ctx.actor === 'replay') return writeReplayed(ctx, plan, keyText)
  const selects = plan.dataset.sources.map(
    (s) => `SELECT m._run, ${dataset}, m._n, b._arquivo_origem, b._linha,
      nullif(concat_ws(' / ', ${keyText}), ''), m._winner_run, m._winner_n, m._why,
      ${lit(ctx.at)}::timestamptz
    FROM ${aside} m LEFT JOIN ${bronzeTable(s.file)} b ON b.ctid = m._at
    WHERE m._disp = 'D' AND m._src = ${lit(s.file)}`,
  )
  await ctx.db.exec(`INSERT INTO quality.duplicate AS d (run_id, dataset, n, file, line, key_text,
      winner_run, winner_n, reason, at) ${selects.join(' UNION ALL ')}
    ON CONFLICT (dataset, run_id, n) DO UPDATE SET winner_run = excluded.winner_run,
      winner_n = excluded.winner_n, reason = excluded.reason`)
}

/** A replayed row that turns out to be a copy of a row in Silver; its place is in the payload. */
async function writeReplayed(ctx: JudgeContext, plan: Plan, keyText: string): Promise<void> {
  const { aside } = tempTables(plan)
  await ctx.db.exec(`INSERT INTO quality.duplicate (run_id, dataset, n, file, line, key_text,
      winner_run, winner_n, reason, at)
    SELECT m._run, ${lit(plan.dataset.name)}, m._n, p.file, p.line,
      nullif(concat_ws(' / ', ${keyText}), ''), m._winner_run, m._winner_n, m._why,
      ${lit(ctx.at)}::timestamptz
    FROM ${aside} m
    LEFT JOIN quality.quarantine q ON q.dataset = ${lit(plan.dataset.name)} AND q.run_id = m._run AND q.n = m._n
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE m._disp = 'D' AND p.quarantine_id IS NOT NULL
    ON CONFLICT (dataset, run_id, n) DO NOTHING`)
}
