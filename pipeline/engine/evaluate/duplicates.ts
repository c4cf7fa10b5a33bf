/** Losing rows are documented: which one won, and why. */
import { type DatasetPlan, keyTextSql } from '@/pipeline/engine/compile/plan'
import { titled } from '@/pipeline/engine/compile/relations'
import type { EvaluationContext } from './context'

/** Writes the duplicates among the marked records; a row evaluated before keeps one entry. */
export async function writeDuplicates(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const { marked, rejected } = plan.relations
  const { atPlace, bronzeTable, disposition, lit } = plan.dialect
  const dataset = lit(plan.dataset.name)
  if (ctx.actor === 'rule') {
    await ctx.db.exec(
      titled(
        'Forget duplicates that are none under the changed rules',
        `DELETE FROM quality.duplicate d
      WHERE d.dataset = ${dataset} AND EXISTS (SELECT FROM ${marked} m WHERE m._run = d.run_id
        AND m._n = d.n AND m._disposition <> ${disposition('duplicate')})`,
      ),
    )
  }
  if (ctx.actor === 'replay') return writeReplayed(ctx, plan)
  const selects = plan.dataset.sources.map(
    (s) => `SELECT m._run, ${dataset}, m._n, b._arquivo_origem, b._linha,
      nullif(${keyTextSql(plan, 'm')}, ''), m._winner_run, m._winner_n, m._why,
      ${lit(ctx.at)}::timestamptz
    FROM ${rejected} m LEFT JOIN ${bronzeTable(s.file)} b ON ${atPlace('b', 'm._at')}
    WHERE m._disposition = ${disposition('duplicate')} AND m._src = ${lit(s.file)}`,
  )
  await ctx.db.exec(
    titled(
      'Document the duplicates',
      `INSERT INTO quality.duplicate AS d (run_id, dataset, n, file, line, key_text,
      winner_run, winner_n, reason, at) ${selects.join(' UNION ALL ')}
    ON CONFLICT (dataset, run_id, n) DO UPDATE SET winner_run = excluded.winner_run,
      winner_n = excluded.winner_n, reason = excluded.reason`,
    ),
  )
}

/** A replayed row that turns out to be a copy of a row in Silver; its place is in the payload. */
async function writeReplayed(ctx: EvaluationContext, plan: DatasetPlan): Promise<void> {
  const { disposition, lit } = plan.dialect
  await ctx.db.exec(
    titled(
      'Document the replayed rows that are duplicates',
      `INSERT INTO quality.duplicate (run_id, dataset, n, file, line, key_text,
      winner_run, winner_n, reason, at)
    SELECT m._run, ${lit(plan.dataset.name)}, m._n, p.file, p.line,
      nullif(${keyTextSql(plan, 'm')}, ''), m._winner_run, m._winner_n, m._why,
      ${lit(ctx.at)}::timestamptz
    FROM ${plan.relations.rejected} m
    LEFT JOIN quality.quarantine q ON q.dataset = ${lit(plan.dataset.name)} AND q.run_id = m._run AND q.n = m._n
    LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE m._disposition = ${disposition('duplicate')} AND p.quarantine_id IS NOT NULL
    ON CONFLICT (dataset, run_id, n) DO NOTHING`,
    ),
  )
}
