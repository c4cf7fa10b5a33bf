/** Each rule as an SQL condition that is true where the row FAILS; never NULL. */
import { stateSql, unmetSql } from '@/lib/shared/quarantine/reference-state'
import { braces } from '@/pipeline/engine/define/braces'
import type { RuleEntry } from '@/pipeline/engine/define/rules'
import type { Rule } from '@/pipeline/engine/define/schema'
import type { Dialect } from './dialect'
import { formatSql } from './formats'
import { anyOf, castsBehind, type DatasetPlan, over, type ReferencePlan } from './plan'

/** Column that says that a cast failed. */
export const badColumn = (column: string): string => `_bad_${column}`
/** State of a row's reference, met, missing or quarantined; NULL where the reference does not apply. */
export const stateColumn = (r: ReferencePlan): string => `_state_${r.reference.name}`
/** Key hash of the parent that a reference names. */
export const parentColumn = (r: ReferencePlan): string => `_parent_${r.reference.name}`
/** Whether a reference applies to a row. */
export const appliesColumn = (r: ReferencePlan): string => `_applies_${r.reference.name}`

/**
 * The failing condition of a rule over the rows of `t`, or undefined where it is not evaluated row
 * by row (malformed, ambiguous, unique).
 */
export function failSql(plan: DatasetPlan, entry: RuleEntry, t: string): string | undefined {
  const { rule } = entry
  const { id } = plan.dialect
  switch (entry.kind) {
    case 'incomplete_key':
      return anyOf(plan.dataset.key.map((k) => `${t}.${id(k)} IS NULL${notBad(plan, [k], t)}`))
    case 'cast':
      return `${t}.${badColumn(entry.column as string)}`
    case 'reference':
    case 'reference_quarantined': {
      const r = plan.references.find((x) => x.reference === rule) as ReferencePlan
      const state = `${t}.${stateColumn(r)}`
      if (entry.kind === 'reference_quarantined') {
        return `${state} IS NOT DISTINCT FROM ${stateSql('quarantined')}`
      }
      return r.quarantined
        ? `${state} IS NOT DISTINCT FROM ${stateSql('missing')}`
        : unmetSql(`coalesce(${state}, ${stateSql('met')})`)
    }
    case 'malformed':
    case 'ambiguous':
    case 'unique':
      return undefined
    default: {
      const condition = columnFailSql(plan, rule as Rule, t)
      const { when } = rule as Rule
      return when ? `(${over(plan, t, when)}) IS TRUE AND (${condition})` : condition
    }
  }
}

/** A rule is not evaluated on a value that did not convert: the cast rule already says so. */
function notBad(plan: DatasetPlan, names: readonly string[], t: string): string {
  return castsBehind(plan, names)
    .map((c) => ` AND NOT ${t}.${badColumn(c)}`)
    .join('')
}

function columnFailSql(plan: DatasetPlan, rule: Rule, t: string): string {
  if (rule.kind === 'sql') {
    return `(${over(plan, t, rule.sql)}) IS NOT TRUE${notBad(plan, braces(rule.sql), t)}`
  }
  if (!('column' in rule)) return 'false'
  const x = `${t}.${plan.dialect.id(rule.column)}`
  const missing = `${x} IS NULL${notBad(plan, [rule.column], t)}`
  if (rule.kind === 'required') return missing
  const wrong = `${x} IS NOT NULL AND (${valuePassSql(plan.dialect, rule, x)}) IS NOT TRUE`
  return rule.required ? anyOf([missing, wrong]) : wrong
}

function valuePassSql(
  dialect: Dialect,
  rule: Extract<Rule, { kind: 'range' | 'allowed' | 'format' }>,
  x: string,
): string {
  const { lit } = dialect
  if (rule.kind === 'allowed') return `${x}::text IN (${rule.values.map(lit).join(', ')})`
  if (rule.kind === 'format') return formatSql(dialect, rule.format, x)
  const bounds: [string, number | undefined][] = [
    ['>', rule.gt],
    ['>=', rule.gte],
    ['<', rule.lt],
    ['<=', rule.lte],
  ]
  const tests = bounds.filter(([, n]) => n !== undefined).map(([op, n]) => `${x} ${op} ${lit(n)}`)
  return tests.join(' AND ') || 'true'
}
