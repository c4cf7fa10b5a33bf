/** Each rule as an SQL condition that is true where the row FAILS; never NULL. */
import { braces } from '@/pipeline/engine/define/braces'
import type { RuleEntry } from '@/pipeline/engine/define/rules'
import type { Rule } from '@/pipeline/engine/define/schema'
import { formatSql } from './formats'
import { leansOn, over, type Plan, type ReferencePlan } from './plan'
import { anyOf, id, lit } from './sql'

/** Column that says that a cast failed. */
export const badColumn = (column: string): string => id(`_bad_${column}`)
/** State of reference i of a row: NULL not judged, 0 holds, 1 missing, 2 parent in quarantine. */
export const stateColumn = (r: ReferencePlan): string => id(`_state_${r.index}`)
/** Key hash of the parent that reference i names. */
export const parentColumn = (r: ReferencePlan): string => id(`_parent_${r.index}`)

/**
 * The failing condition of a rule over the rows of `t`, or undefined where it is not judged row by
 * row (malformed, ambiguous, unique).
 */
export function failSql(plan: Plan, entry: RuleEntry, t: string): string | undefined {
  const { rule } = entry
  switch (entry.kind) {
    case 'incomplete_key':
      return anyOf(plan.dataset.key.map((k) => `${t}.${id(k)} IS NULL${notBad(plan, [k], t)}`))
    case 'cast':
      return `${t}.${badColumn(entry.column as string)}`
    case 'reference':
    case 'reference_quarantined': {
      const r = plan.references.find((x) => x.reference === rule) as ReferencePlan
      const state = `${t}.${stateColumn(r)}`
      if (entry.kind === 'reference_quarantined') return `${state} IS NOT DISTINCT FROM 2`
      return r.quarantined ? `${state} IS NOT DISTINCT FROM 1` : `coalesce(${state}, 0) > 0`
    }
    case 'malformed':
    case 'ambiguous':
    case 'unique':
      return undefined
    default: {
      const condition = columnFailSql(plan, rule as Rule, t)
      const { when } = rule as Rule
      return when ? `(${over(t, when)}) IS TRUE AND (${condition})` : condition
    }
  }
}

/** A rule is not judged on a value that did not convert: the cast rule already says so. */
function notBad(plan: Plan, names: readonly string[], t: string): string {
  return leansOn(plan, names)
    .map((c) => ` AND NOT ${t}.${badColumn(c)}`)
    .join('')
}

function columnFailSql(plan: Plan, rule: Rule, t: string): string {
  if (rule.kind === 'sql') {
    return `(${over(t, rule.sql)}) IS NOT TRUE${notBad(plan, braces(rule.sql), t)}`
  }
  if (!('column' in rule)) return 'false'
  const x = `${t}.${id(rule.column)}`
  const missing = `${x} IS NULL${notBad(plan, [rule.column], t)}`
  if (rule.kind === 'required') return missing
  const wrong = `${x} IS NOT NULL AND (${valuePassSql(rule, x)}) IS NOT TRUE`
  return rule.required ? anyOf([missing, wrong]) : wrong
}

function valuePassSql(
  rule: Extract<Rule, { kind: 'range' | 'allowed' | 'format' }>,
  x: string,
): string {
  if (rule.kind === 'allowed') return `${x}::text IN (${rule.values.map(lit).join(', ')})`
  if (rule.kind === 'format') return formatSql(rule.format, x)
  const bounds: [string, number | undefined][] = [
    ['>', rule.gt],
    ['>=', rule.gte],
    ['<', rule.lt],
    ['<=', rule.lte],
  ]
  const tests = bounds.filter(([, n]) => n !== undefined).map(([op, n]) => `${x} ${op} ${lit(n)}`)
  return tests.join(' AND ') || 'true'
}
