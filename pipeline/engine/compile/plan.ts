/** A dataset prepared for compilation: its rules in order, its columns by kind. */
import { braces, fillBraces } from '@/pipeline/engine/define/braces'
import { castColumns, type RuleEntry, rulesOf } from '@/pipeline/engine/define/rules'
import type { Column, Dataset, Domain, OwnOrVia, Reference } from '@/pipeline/engine/define/schema'
import { referencesOf } from '@/pipeline/engine/define/validate'
import { id, lit } from './sql'

export interface ReferencePlan {
  reference: Reference
  index: number
  parent: Dataset
  /** Own columns in the order of the parent's key. */
  own: string[]
  missing: RuleEntry
  quarantined?: RuleEntry
}

export interface Plan {
  dataset: Dataset
  rules: RuleEntry[]
  references: ReferencePlan[]
  /** Distinct source columns that the dataset uses, in the order of the extract. */
  used: string[]
  /** Columns that the mark computes: with a source, per source, or derived. */
  computed: [string, Column][]
  /** Columns written to Silver from the mark (flags included, enriched ones not). */
  stored: string[]
  /** Columns that a cast may leave empty although something was there. */
  casts: string[]
  ordered: boolean
  /** Code of the rule that is switched off, to prove that something else notices. */
  off?: string
}

/** Prepares a dataset of a domain. @param off code of a rule that is not to be judged. */
export function planOf(domain: Domain, dataset: Dataset, off?: string): Plan {
  const rules = rulesOf(dataset)
  const parents = new Map(domain.datasets.map((d) => [d.name, d]))
  const references = referencesOf(dataset).map((reference, index): ReferencePlan => {
    const parent = parents.get(reference.to) as Dataset
    const entry = (kind: RuleEntry['kind']) =>
      rules.find((r) => r.rule === reference && r.kind === kind)
    return {
      reference,
      index,
      parent,
      own: parent.key.map((column) => reference.columns[column] as string),
      missing: entry('reference') as RuleEntry,
      quarantined: entry('reference_quarantined'),
    }
  })
  const columns = Object.entries(dataset.columns)
  const computed = columns.filter(([, c]) => c.from || c.sql || c.perSource)
  const flags = new Set(dataset.flags.map((f) => f.code))
  const sources = new Set(columns.flatMap(([, c]) => (c.from ? [c.from] : [])))
  return {
    dataset,
    rules,
    references,
    used: (dataset.sources[0]?.columns ?? []).filter((c) => sources.has(c)),
    computed,
    stored: [
      ...computed.filter(([, c]) => !c.hidden).map(([name]) => name),
      ...columns.filter(([name]) => flags.has(name)).map(([name]) => name),
    ],
    casts: castColumns(dataset),
    ordered: dataset.order.length > 0 || dataset.lastWins,
    off,
  }
}

/** An expression with its braces filled by the columns of `alias`. */
export const over = (alias: string, sql: string): string =>
  fillBraces(sql, (name) => `${alias}.${id(name)}`)

/** Casts that an expression or column leans on, through derived columns too. */
export function leansOn(plan: Plan, names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (plan.casts.includes(name)) found.add(name)
    const column = plan.dataset.columns[name]
    for (const other of braces(`${column?.sql ?? ''} ${column?.then ?? ''}`)) {
      if (other !== name) visit(other)
    }
  }
  for (const name of names) visit(name)
  return [...found]
}

/** The reference that a `via` goes through. */
export function viaOf(plan: Plan, value: OwnOrVia | undefined): ReferencePlan | undefined {
  if (!value || typeof value === 'string') return undefined
  return plan.references.find((r) => r.reference.name === value.via)
}

/** SQL condition on quarantined parents: not those that count as missing. */
export function withoutMissing(r: ReferencePlan): string {
  const codes = r.reference.quarantined?.exceptFor ?? []
  return codes.length > 0 ? ` AND rule NOT IN (${codes.map(lit).join(', ')})` : ''
}

/** Names of the temporary tables of a dataset in the running transaction. */
export const tempTables = (plan: Plan) => ({
  /** Judged rows. */
  mark: `pg_temp.${id(`mark_${plan.dataset.name}`)}`,
  /** The judged rows that do not go to Silver: failing ones and duplicates. */
  aside: `pg_temp.${id(`aside_${plan.dataset.name}`)}`,
  /** Failing rows matched with the quarantine. */
  next: `pg_temp.${id(`next_${plan.dataset.name}`)}`,
})

/** Rule codes by position, as an SQL array to look positions up in. */
export const codesOf = (plan: Plan): string[] => plan.rules.map((r) => r.code)

/** Whether the rule at a position is judged: all are, but for one that is switched off. */
export const judges = (plan: Plan, position: number): boolean =>
  plan.off === undefined || plan.rules[position - 1]?.code !== plan.off
