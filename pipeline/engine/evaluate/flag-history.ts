/** The trend of flags: counted from Silver after the last write, in the transaction of the writes. */
import { lit, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import type { Dataset } from '@/pipeline/engine/define/schema'
import type { EvaluationContext } from './context'

/**
 * Notes how many rows carry each flag now, where that or the dataset's size is another than noted
 * last. A flag that was never counted is noted with nought; a retired one that rows no longer carry
 * too. The clock of the line is never before that of the line before, so that days stay in order.
 */
export async function noteFlags(
  { db, at, runId, replayId }: Pick<EvaluationContext, 'db' | 'at' | 'runId' | 'replayId'>,
  datasets: readonly Dataset[],
): Promise<void> {
  const known = await db.rows<{ dataset: string }>('SELECT DISTINCT dataset FROM quality.flag')
  for (const { name } of datasets) {
    if (!known.some(({ dataset }) => dataset === name)) continue
    const silver = silverTable(name)
    await db.exec(`INSERT INTO quality.flag_history (dataset, flag, at, run_id, replay_id, rows, silver)
      SELECT ${lit(name)}, f.code, greatest(l.at, ${lit(at)}::timestamptz), ${runId ?? 'NULL'}::integer,
        ${replayId ?? 'NULL'}::integer, coalesce(n.rows, 0), s.silver
      FROM quality.flag f
      CROSS JOIN (SELECT count(*)::integer AS silver FROM ${silver}) s
      LEFT JOIN (SELECT u.code, count(*)::integer AS rows FROM ${silver} r
        CROSS JOIN LATERAL unnest(r._flags) AS u(code) WHERE r._flags IS NOT NULL GROUP BY 1) n
        ON n.code = f.code
      LEFT JOIN LATERAL (SELECT h.at, h.rows, h.silver FROM quality.flag_history h
        WHERE h.dataset = f.dataset AND h.flag = f.code ORDER BY h.id DESC LIMIT 1) l ON true
      WHERE f.dataset = ${lit(name)} AND (l.rows, l.silver) IS DISTINCT FROM (coalesce(n.rows, 0), s.silver)`)
  }
}
