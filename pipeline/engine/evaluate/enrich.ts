/** Fills columns from another dataset once both are judged. Never rejects a row. */
import type { DatasetPlan } from '@/pipeline/engine/compile/plan'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { EvaluationContext } from './context'

/** Applies the enrichments of a dataset; rows that already say so are not rewritten. */
export async function enrich(
  ctx: EvaluationContext,
  domain: Domain,
  plan: DatasetPlan,
): Promise<void> {
  const { id, keyHash, lit, silverTable } = plan.dialect
  const table = silverTable(plan.dataset.name)
  for (const enrichment of plan.dataset.enrichments) {
    const other = domain.datasets.find((d) => d.name === enrichment.from)
    const key = (other?.key ?? []).map((k) => {
      const on = enrichment.on[k]
      return typeof on === 'string' ? `t.${id(on)}` : lit(on?.value)
    })
    const columns = Object.entries(enrichment.columns)
    const now = columns.map(([, c]) => `e.${id(c)}`).join(', ')
    const was = columns.map(([c]) => `t.${id(c)}`).join(', ')
    await ctx.db.exec(`-- Fill columns of ${plan.dataset.name} from ${enrichment.from}
    UPDATE ${table} s SET ${columns.map(([c]) => `${id(c)} = n.${id(c)}`).join(', ')}
      FROM (
        SELECT t.key_hash, ${columns.map(([c, from]) => `e.${id(from)} AS ${id(c)}`).join(', ')}
        FROM ${table} t LEFT JOIN ${silverTable(enrichment.from)} e ON e.key_hash = ${keyHash(key)}
        WHERE (${now}) IS DISTINCT FROM (${was})
      ) n WHERE n.key_hash = s.key_hash`)
  }
}
