import { DeclarationError } from '@/lib/errors'
import { braces } from './braces'
import { implicitRules } from './rules'
import type { Dataset, OwnOrVia, Reference, Rule } from './schema'

/** References of a dataset, in declared order. */
export const referencesOf = (dataset: Dataset): Reference[] =>
  dataset.rules.filter((rule) => rule.kind === 'reference')

/** Everything about one dataset that can be checked without knowing the others. */
export function validateDataset(dataset: Dataset): void {
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(dataset.file, field, problem)
  }
  const known = (field: string, column: string) => {
    if (!dataset.columns[column]) fail(field, `unknown column "${column}"`)
  }
  const knownSql = (field: string, sql: string | undefined) => {
    for (const column of braces(sql ?? '')) known(field, column)
  }
  const own = (field: string, value: OwnOrVia | undefined) => {
    if (typeof value === 'string') known(field, value)
    else if (value && !referencesOf(dataset).some((r) => r.name === value.via)) {
      fail(field, `no reference is named "${value.via}"`)
    }
  }
  checkSources(dataset, fail)
  checkColumns(dataset, fail, knownSql)
  for (const [i, column] of dataset.key.entries()) {
    known(`key[${i}]`, column)
    if (dataset.columns[column]?.hidden) fail(`key[${i}]`, `"${column}" is hidden`)
  }
  for (const [i, order] of dataset.order.entries()) knownSql(`order[${i}].by`, order.by)
  for (const column of dataset.dedupe?.on ?? []) known('dedupe.on', column)
  for (const order of dataset.dedupe?.order ?? []) knownSql('dedupe.order', order.by)
  for (const [i, flag] of dataset.flags.entries()) knownSql(`flags[${i}].when`, flag.when)
  for (const [i, rule] of dataset.rules.entries())
    checkRule(dataset, rule, `rules[${i}]`, fail, known, knownSql)
  if (dataset.money) {
    known('money.amount', dataset.money.amount)
    own('money.currency', dataset.money.currency)
  }
  own('concerns.customer', dataset.concerns.customer)
  own('concerns.invoice', dataset.concerns.invoice)
  for (const [i, enrichment] of dataset.enrichments.entries()) {
    for (const column of Object.keys(enrichment.columns)) {
      known(`enrichments[${i}].columns`, column)
      if (hasOrigin(dataset, column)) fail(`enrichments[${i}].columns`, `"${column}" has a source`)
    }
  }
  checkCodes(dataset, fail)
}

type Fail = (field: string, problem: string) => never
type KnownSql = (field: string, sql: string | undefined) => void

const hasOrigin = (dataset: Dataset, column: string) => {
  const c = dataset.columns[column]
  return c?.from !== undefined || c?.sql !== undefined || c?.perSource !== undefined
}

function checkSources(dataset: Dataset, fail: Fail): void {
  for (const [i, source] of dataset.sources.entries()) {
    const lower = source.columns.map((c) => c.toLowerCase())
    const twice = lower.find((c, at) => lower.indexOf(c) !== at)
    if (twice) fail(`sources[${i}].columns`, `"${twice}" is there twice`)
    if (source.columns.join() !== dataset.sources[0]?.columns.join()) {
      fail(`sources[${i}].columns`, 'all sources of a dataset have the same columns')
    }
  }
}

function checkColumns(dataset: Dataset, fail: Fail, knownSql: KnownSql): void {
  const enriched = new Set(dataset.enrichments.flatMap((e) => Object.keys(e.columns)))
  const flags = new Set(dataset.flags.map((f) => f.code))
  for (const [name, column] of Object.entries(dataset.columns)) {
    const field = `columns.${name}`
    if (column.from && !dataset.sources[0]?.columns.includes(column.from)) {
      fail(`${field}.from`, `unknown source column "${column.from}"`)
    }
    knownSql(`${field}.sql`, column.sql)
    knownSql(`${field}.then`, column.then)
    if (column.then && !column.from) fail(`${field}.then`, 'it goes with a source column')
    for (const other of braces(column.sql ?? '')) {
      const c = dataset.columns[other]
      if (c?.sql && c !== column) fail(`${field}.sql`, `"${other}" is itself derived`)
      if (c === column) fail(`${field}.sql`, 'it refers to itself')
    }
    for (const source of dataset.sources) {
      if (column.perSource && column.perSource[source.file] === undefined) {
        fail(`${field}.perSource`, `no value for ${source.file}`)
      }
    }
    if (!hasOrigin(dataset, name) && !enriched.has(name) && !flags.has(name)) {
      fail(field, 'it has no source, expression, flag or enrichment')
    }
  }
}

function checkRule(
  dataset: Dataset,
  rule: Rule,
  field: string,
  fail: Fail,
  known: (field: string, column: string) => void,
  knownSql: KnownSql,
): void {
  knownSql(`${field}.when`, rule.when)
  if ('column' in rule) known(`${field}.column`, rule.column)
  if (rule.kind === 'unique') for (const c of rule.columns) known(`${field}.columns`, c)
  if (rule.kind === 'reference') {
    for (const c of Object.values(rule.columns)) known(`${field}.columns`, c)
    const hidden = Object.values(rule.columns).find((c) => dataset.columns[c]?.hidden)
    if (hidden) fail(`${field}.columns`, `"${hidden}" is hidden; a reference must be in Silver`)
  }
  if (rule.kind === 'sql') knownSql(`${field}.sql`, rule.sql)
}

function checkCodes(dataset: Dataset, fail: Fail): void {
  const seen = new Set(implicitRules(dataset).map((rule) => rule.code))
  for (const [i, rule] of dataset.rules.entries()) {
    const codes = [rule.code]
    if (rule.kind === 'reference' && rule.quarantined) codes.push(rule.quarantined.code)
    for (const code of codes) {
      if (seen.has(code)) fail(`rules[${i}].code`, `duplicate rule code "${code}"`)
      seen.add(code)
    }
  }
}

/**
 * Orders datasets so that parents come before their children.
 * @throws DeclarationError on duplicate names or codes, undeclared parents, keys that do not fit,
 *   cycles of references.
 */
export function parentsFirst(file: string, datasets: Dataset[]): Dataset[] {
  const byName = new Map<string, Dataset>()
  const codes = new Map<string, string>()
  const sources = new Map<string, string>()
  for (const d of datasets) {
    const claim = (taken: Map<string, string>, what: string, field: string) => {
      const other = taken.get(what)
      if (other) throw new DeclarationError(d.file, field, `"${what}" is also in ${other}`)
      taken.set(what, d.file)
    }
    if (byName.has(d.name)) throw new DeclarationError(d.file, 'name', `"${d.name}" is there twice`)
    byName.set(d.name, d)
    for (const s of d.sources) claim(sources, s.file.toUpperCase(), 'sources')
    for (const rule of d.rules) claim(codes, rule.code, 'rules')
  }
  for (const d of datasets) checkLinks(d, byName)
  const ordered: Dataset[] = []
  const visit = (d: Dataset, path: Dataset[]) => {
    if (ordered.includes(d)) return
    if (path.includes(d)) {
      const cycle = [...path.slice(path.indexOf(d)), d].map((x) => x.name).join(' → ')
      throw new DeclarationError(file, 'datasets', `cycle of references: ${cycle}`)
    }
    for (const r of referencesOf(d)) visit(byName.get(r.to) as Dataset, [...path, d])
    ordered.push(d)
  }
  for (const d of datasets) visit(d, [])
  return ordered
}

function checkLinks(dataset: Dataset, byName: Map<string, Dataset>): void {
  const fail = (field: string, problem: string): never => {
    throw new DeclarationError(dataset.file, field, problem)
  }
  dataset.rules.forEach((rule, i) => {
    if (rule.kind !== 'reference') return
    const parent = byName.get(rule.to) ?? fail(`rules[${i}].to`, `undeclared dataset "${rule.to}"`)
    const given = Object.keys(rule.columns).sort().join(', ')
    const key = [...parent.key].sort().join(', ')
    if (given !== key) {
      fail(`rules[${i}].columns`, `names ${given}; the key of ${parent.name} is ${key}`)
    }
  })
  dataset.enrichments.forEach((e, i) => {
    const other =
      byName.get(e.from) ?? fail(`enrichments[${i}].from`, `undeclared dataset "${e.from}"`)
    for (const c of Object.values(e.columns)) {
      if (!other.columns[c]) fail(`enrichments[${i}].columns`, `unknown column "${c}" of ${e.from}`)
    }
    if (Object.keys(e.on).sort().join() !== [...other.key].sort().join()) {
      fail(`enrichments[${i}].on`, `must name the whole key of ${e.from}: ${other.key.join(', ')}`)
    }
  })
  const vias = [dataset.money?.currency, dataset.concerns.customer, dataset.concerns.invoice]
  for (const via of vias) {
    if (!via || typeof via === 'string') continue
    const reference = referencesOf(dataset).find((r) => r.name === via.via)
    const parent = byName.get(reference?.to ?? '')
    if (!parent?.columns[via.column])
      fail('via', `unknown column "${via.column}" of ${reference?.to}`)
  }
}
