/** Fills columns from another dataset once both are judged. Never rejects a row. */
import { keyHashSql } from '@/pipeline/engine/compile/hash'
import type { Plan } from '@/pipeline/engine/compile/plan'
import { id, lit, silverTable } from '@/pipeline/engine/compile/sql'
import type { Domain } from '@/pipeline/engine/define/schema'
import type { JudgeContext } from './context'

/** Applies the enrichments of a dataset; rows that already say so are not rewritten. */
export async function enrich(ctx: JudgeContext, domain: Domain, plan: Plan): Promise<void> {
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
    await ctx.db.exec(`UPDATE ${table} s SET ${columns.map(([c]) => `${id(c)} = n.${id(c)}`).join(', ')}
      FROM (
        SELECT t._chave, ${columns.map(([c, from]) => `e.${id(from)} AS ${id(c)}`).join(', ')}
        FROM ${table} t LEFT JOIN ${silverTable(enrichment.from)} e ON e._chave = ${keyHashSql(key)}
        WHERE (${now}) IS DISTINCT FROM (${was})
      ) n WHERE n._chave = s._chave`)
  }
}
