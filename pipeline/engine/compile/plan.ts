/** A dataset prepared for compilation: its rules in order, its columns by kind. */
import { braces, fillBraces } from '@/pipeline/engine/define/braces'
import { castColumns, type RuleEntry, rulesOf } from '@/pipeline/engine/define/rules'
import type { Column, Dataset, Domain, OwnOrVia, Reference } from '@/pipeline/engine/define/schema'
import { referencesOf } from '@/pipeline/engine/define/validate'
import type { Dialect } from './dialect'
import { type DatasetRelations, type Relation, relationsOf, removedKeys } from './relations'

export interface ReferencePlan {
  reference: Reference
  index: number
  parent: Dataset
  /** Own columns in the order of the parent's key. */
  own: string[]
  missing: RuleEntry
  quarantined?: RuleEntry
  /** Keys of the parent that left Silver in this transaction. */
  removed: Relation
}

export interface DatasetPlan {
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
  /** The engine that the statements are written for. */
  dialect: Dialect
  /** The temporary relations of an evaluation of this dataset. */
  relations: DatasetRelations
}

/** Prepares every dataset of a domain, in declared order. Done once per run and passed on. */
export const planDomain = (domain: Domain, dialect: Dialect): DatasetPlan[] =>
  domain.datasets.map((dataset) => planDataset(domain, dataset, dialect))

/** The plan of a dataset. @throws Error when there is none: the name is not of this domain. */
export function planNamed(plans: readonly DatasetPlan[], name: string): DatasetPlan {
  const plan = plans.find(({ dataset }) => dataset.name === name)
  if (!plan) throw new Error(`no dataset ${name}`)
  return plan
}

/** Prepares one dataset. @param off code of a rule that is not to be evaluated. */
export function planDataset(
  domain: Domain,
  dataset: Dataset,
  dialect: Dialect,
  off?: string,
): DatasetPlan {
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
      removed: removedKeys(dialect, parent.name),
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
    dialect,
    relations: relationsOf(dialect, dataset.name),
  }
}

/** An expression with its braces filled by the columns of `alias`. */
export const over = ({ dialect }: DatasetPlan, alias: string, sql: string): string =>
  fillBraces(sql, (name) => `${alias}.${dialect.id(name)}`)

/** Cast columns that an expression or column depends on, through derived columns too. */
export function castsBehind(plan: DatasetPlan, names: readonly string[]): string[] {
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
export function viaOf(plan: DatasetPlan, value: OwnOrVia | undefined): ReferencePlan | undefined {
  if (!value || typeof value === 'string') return undefined
  return plan.references.find((r) => r.reference.name === value.via)
}

/** SQL condition on quarantined parents: not those that count as missing. */
export function withoutMissing({ dialect: { lit } }: DatasetPlan, r: ReferencePlan): string {
  const codes = r.reference.quarantined?.exceptFor ?? []
  return codes.length > 0 ? ` AND rule NOT IN (${codes.map(lit).join(', ')})` : ''
}

/** Rule codes by position, as an SQL array to look positions up in. */
export const codesOf = (plan: DatasetPlan): string[] => plan.rules.map((r) => r.code)

/** Whether the rule at a position is evaluated: all are, but for one that is switched off. */
export const isEvaluated = (plan: DatasetPlan, position: number): boolean =>
  plan.off === undefined || plan.rules[position - 1]?.code !== plan.off

/** Conditions joined by OR; none of them: false. */
export const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : conditions.map((c) => `(${c})`).join(' OR ')

/** A row of an alias by the parts of its key, as people read them. */
export const keyTextSql = ({ dialect, dataset }: DatasetPlan, alias: string): string =>
  `concat_ws(' / ', ${dataset.key.map((k) => `${alias}.${dialect.id(k)}::text`).join(', ')})`
