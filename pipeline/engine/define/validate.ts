import { DeclarationError } from '@/lib/shared/errors'
import { braces } from './braces'
import { flagsOf } from './flags'
import { guardsOf } from './guards'
import { implicitRules, rulesOf } from './rules'
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
    if (!hasOrigin(dataset, column)) fail(field, `"${column}" is filled after the row is judged`)
  }
  const inSilver = (field: string, column: string) => {
    known(field, column)
    if (dataset.columns[column]?.hidden) fail(field, `"${column}" is hidden; it must be in Silver`)
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
  for (const [i, column] of dataset.key.entries()) inSilver(`key[${i}]`, column)
  for (const [i, order] of dataset.order.entries()) knownSql(`order[${i}].by`, order.by)
  for (const [i, column] of (dataset.partition?.by ?? []).entries()) {
    inSilver(`partition.by[${i}]`, column)
    const type = dataset.columns[column]?.type
    if (type !== 'integer') fail(`partition.by[${i}]`, `"${column}" is ${type}, not integer`)
  }
  for (const column of dataset.dedupe?.on ?? []) inSilver('dedupe.on', column)
  for (const order of dataset.dedupe?.order ?? []) knownSql('dedupe.order', order.by)
  const flags = flagsOf(dataset).map((flag) => flag.code)
  for (const [i, flag] of dataset.flags.entries()) {
    knownSql(`flags[${i}].when`, flag.when)
    if (flags.lastIndexOf(flag.code) !== i)
      fail(`flags[${i}].code`, `"${flag.code}" is there twice`)
  }
  for (const [i, rule] of dataset.rules.entries()) {
    checkRule(dataset, rule, `rules[${i}]`, { fail, known, knownSql, inSilver })
  }
  if (dataset.money) {
    known('money.amount', dataset.money.amount)
    if (!holdsMoney(dataset.columns[dataset.money.amount]?.type)) {
      fail('money.amount', `"${dataset.money.amount}" does not fit numeric(15,2)`)
    }
    own('money.currency', dataset.money.currency)
  }
  own('concerns.customer', dataset.concerns.customer)
  own('concerns.invoice', dataset.concerns.invoice)
  for (const [i, enrichment] of dataset.enrichments.entries()) {
    for (const column of Object.keys(enrichment.columns)) {
      const field = `enrichments[${i}].columns`
      if (!dataset.columns[column]) fail(field, `unknown column "${column}"`)
      if (hasOrigin(dataset, column)) fail(field, `"${column}" has a source`)
    }
    for (const column of Object.values(enrichment.on)) {
      if (typeof column === 'string') inSilver(`enrichments[${i}].on`, column)
    }
  }
  for (const [i, { where }] of dataset.postConditions.entries()) {
    for (const column of braces(where ?? '')) {
      const field = `postConditions[${i}].where`
      if (!dataset.columns[column]) fail(field, `unknown column "${column}"`)
      if (dataset.columns[column]?.hidden) fail(field, `"${column}" is hidden; it is not in Silver`)
    }
  }
  checkCodes(dataset, fail)
}

type Fail = (field: string, problem: string) => never
type KnownSql = (field: string, sql: string | undefined) => void
type Known = (field: string, column: string) => void

/** Amounts are kept as numeric(15,2). */
function holdsMoney(type: string | undefined): boolean {
  const [precision = 0, scale = 0] = (type?.match(/\d+/g) ?? []).map(Number)
  return type === 'integer' || (precision > 0 && scale <= 2 && precision - scale <= 13)
}

const hasOrigin = (dataset: Dataset, column: string) => {
  const c = dataset.columns[column]
  return c?.from !== undefined || c?.sql !== undefined || c?.perSource !== undefined
}

function checkSources(dataset: Dataset, fail: Fail): void {
  for (const [i, source] of dataset.sources.entries()) {
    const lower = source.columns.map((c) => c.toLowerCase())
    const twice = lower.find((c, at) => lower.indexOf(c) !== at)
    if (twice) fail(`sources[${i}].columns`, `"${twice}" is there twice`)
    for (const c of source.optional) {
      if (!source.columns.includes(c))
        fail(`sources[${i}].optional`, `unknown source column "${c}"`)
    }
    for (const c of Object.keys(source.labels ?? {})) {
      if (!source.columns.includes(c)) fail(`sources[${i}].labels`, `unknown source column "${c}"`)
    }
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
  on: { fail: Fail; known: Known; knownSql: KnownSql; inSilver: Known },
): void {
  const { fail, known, knownSql, inSilver } = on
  knownSql(`${field}.when`, rule.when)
  if ('column' in rule) {
    known(`${field}.column`, rule.column)
    const type = dataset.columns[rule.column]?.type ?? ''
    const wrong =
      (rule.kind === 'range' && !/^(integer|numeric)/.test(type)) ||
      (rule.kind === 'format' && type !== 'text')
    if (wrong) fail(`${field}.column`, `a ${rule.kind} rule cannot judge ${type} "${rule.column}"`)
  }
  if (rule.kind === 'unique') for (const c of rule.columns) inSilver(`${field}.columns`, c)
  if (rule.kind === 'reference') {
    for (const c of Object.values(rule.columns)) inSilver(`${field}.columns`, c)
    const same = referencesOf(dataset).filter((r) => r.name === rule.name)
    if (same.length > 1) fail(`${field}.name`, `several references are named "${rule.name}"`)
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
  const conditions = new Map<string, string>()
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
    for (const rule of rulesOf(d)) claim(codes, rule.code, rule.rule ? 'rules' : 'prefix')
    for (const guard of guardsOf(d)) claim(conditions, guard.code, 'postConditions')
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
  const stored = (other: Dataset, column: string, field: string) => {
    if (!other.columns[column]) fail(field, `unknown column "${column}" of ${other.name}`)
    if (other.columns[column]?.hidden) fail(field, `"${column}" of ${other.name} is hidden`)
  }
  // Keys are compared by their text, and 7 is not 007.
  const sameTypes = (other: Dataset, on: Record<string, unknown>, field: string) => {
    for (const [key, own] of Object.entries(on)) {
      const type = typeof own === 'string' ? dataset.columns[own]?.type : undefined
      const wanted = other.columns[key]?.type
      if (!type || type === wanted) continue
      fail(field, `"${own}" is ${type}; ${other.name}.${key} is ${wanted}`)
    }
  }
  dataset.rules.forEach((rule, i) => {
    if (rule.kind !== 'reference') return
    const parent = byName.get(rule.to) ?? fail(`rules[${i}].to`, `undeclared dataset "${rule.to}"`)
    const given = Object.keys(rule.columns).sort().join(', ')
    const key = [...parent.key].sort().join(', ')
    if (given !== key) {
      fail(`rules[${i}].columns`, `names ${given}; the key of ${parent.name} is ${key}`)
    }
    sameTypes(parent, rule.columns, `rules[${i}].columns`)
    const codes = rulesOf(parent).map((r) => r.code)
    const unknown = rule.quarantined?.exceptFor.find((code) => !codes.includes(code))
    if (unknown)
      fail(`rules[${i}].quarantined.exceptFor`, `${parent.name} has no rule "${unknown}"`)
  })
  dataset.enrichments.forEach((e, i) => {
    const other =
      byName.get(e.from) ?? fail(`enrichments[${i}].from`, `undeclared dataset "${e.from}"`)
    for (const c of Object.values(e.columns)) stored(other, c, `enrichments[${i}].columns`)
    if (Object.keys(e.on).sort().join() !== [...other.key].sort().join()) {
      fail(`enrichments[${i}].on`, `must name the whole key of ${e.from}: ${other.key.join(', ')}`)
    }
    sameTypes(other, e.on, `enrichments[${i}].on`)
  })
  // Where the parent waits in quarantine itself, the value is read from there.
  const vias = [
    ['money.currency', dataset.money?.currency, (d: Dataset) => d.money?.currency],
    ['concerns.customer', dataset.concerns.customer, (d: Dataset) => d.concerns.customer],
    ['concerns.invoice', dataset.concerns.invoice, (d: Dataset) => d.concerns.invoice],
  ] as const
  for (const [field, via, ofParent] of vias) {
    if (!via || typeof via === 'string') continue
    const reference = referencesOf(dataset).find((r) => r.name === via.via)
    const parent = byName.get(reference?.to ?? '') as Dataset
    stored(parent, via.column, field)
    if (ofParent(parent) !== via.column) {
      fail(field, `"${via.column}" is not the ${field} of ${parent.name}`)
    }
  }
}
