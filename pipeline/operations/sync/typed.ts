/** `quality.typed_values`: what the run makes of a quarantined row's text, by the very same casts. */

import { badColumn } from '@/pipeline/engine/compile/conditions'
import { type DatasetPlan, planDomain } from '@/pipeline/engine/compile/plan'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { id, lit } from '@/pipeline/engine/compile/postgres/quoting'
import { typedSql } from '@/pipeline/engine/compile/typed'
import type { Domain } from '@/pipeline/engine/define/schema'

/** Arguments of a function, at most 100 in PostgreSQL. */
const ARGUMENTS = 50

/**
 * The function that gives, for the id of a quarantined row, one object per column of its dataset in
 * declared order: `column`, `field` (the source's name; null where derived), `type`, `value` (text
 * as PostgreSQL writes it; null: nothing, or not readable) and `bad` (something was there and does
 * not convert). NULL for malformed records and for datasets that nobody declares any more. Computed
 * when somebody looks: it costs a run nothing and cannot differ from what the rules saw.
 */
export function typedFunctionSql(domains: readonly Domain[]): string {
  const branches = domains.flatMap((domain) =>
    planDomain(domain, postgres).map(
      (plan) => `WHEN ${lit(plan.dataset.name)} THEN RETURN (SELECT ${valuesSql(plan)}
FROM (${typedSql(plan, { quarantined: 'SELECT row_id', repeats: false }, 'few')}) v);`,
    ),
  )
  const body = `BEGIN
CASE (SELECT q.dataset FROM quality.quarantine q WHERE q.id = row_id)
${branches.join('\n')}
ELSE RETURN NULL;
END CASE;
END`
  return `CREATE OR REPLACE FUNCTION quality.typed_values(row_id bigint) RETURNS jsonb
    LANGUAGE plpgsql STABLE AS ${lit(body)}`
}

function valuesSql(plan: DatasetPlan): string {
  const objects = plan.computed
    .filter(([, column]) => !column.hidden)
    .map(([name, column]) => {
      const bad = plan.casts.includes(name) ? `v.${badColumn(name)}` : 'false'
      const pairs = [
        ['column', lit(name)],
        ['field', `${column.from ? lit(column.from) : 'NULL'}::text`],
        ['type', lit(column.type)],
        ['value', `to_jsonb(v.${id(name)}) #>> '{}'`],
        ['bad', bad],
      ]
      return `jsonb_build_object(${pairs.map(([key, sql]) => `${lit(key)}, ${sql}`).join(', ')})`
    })
  const parts: string[] = []
  for (let i = 0; i < objects.length; i += ARGUMENTS)
    parts.push(`jsonb_build_array(${objects.slice(i, i + ARGUMENTS).join(', ')})`)
  return parts.join(' || ') || `'[]'::jsonb`
}
