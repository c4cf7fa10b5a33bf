/** Delivered text as typed values: the layers below a mark, each cast and each hash computed once. */
import { fillBraces } from '@/pipeline/engine/define/braces'
import { trimFlag } from '@/pipeline/engine/define/flags'
import { castSql, emptySql, trimmedSql } from './casts'
import { badColumn, parentColumn } from './conditions'
import { contentHashSql, contentKeySql, keyHashSql } from './hash'
import { leansOn, over, type Plan, type ReferencePlan } from './plan'
import { anyOf, bronzeTable, id, lit, rawColumn } from './sql'

/**
 * Which records are judged: `runs` (those deliveries whole), `rows` (a query that gives `_run, _n`
 * of single Bronze records) or `quarantined` (a query that gives ids of quarantined rows; their
 * text comes from the payload; `repeats`: some of them failed because of other rows).
 */
export type Input =
  | { runs: readonly number[] }
  | { rows: string }
  | { quarantined: string; repeats: boolean }

/**
 * Keeps a subquery apart, so that what it computes is computed once. The zero is quoted because
 * PostgreSQL takes the number 0 for an expression here and then runs nothing above it in parallel:
 * marking 86,000 rows of billed items on two idle cores took 600 ms that way, 300 ms this way.
 */
export const FENCE = "OFFSET '0'"

/** Delivered text, one branch per source file. */
function rawSql(plan: Plan, input: Input): string {
  if ('quarantined' in input) {
    const texts = plan.used.map((c) => `, p.raw->>${lit(c)} AS ${rawColumn(c)}`).join('')
    return `SELECT q.run_id AS _run, q.n AS _n, NULL::tid AS _at, p.source AS _src, q.content_hash AS _hash${texts}
      FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
      WHERE q.id IN (${input.quarantined}) AND p.raw IS NOT NULL`
  }
  const columns = plan.used.map((c) => `, b.${id(c.toLowerCase())} AS ${rawColumn(c)}`).join('')
  return plan.dataset.sources
    .map((source) => {
      const select = `SELECT b._run, b._n, b.ctid AS _at, ${lit(source.file)}::text AS _src${columns}`
      const table = bronzeTable(source.file)
      if ('runs' in input) {
        return `${select} FROM ${table} b WHERE b._run IN (${input.runs.join(', ')})`
      }
      return `${select} FROM ${table} b WHERE (b._run, b._n) IN (${input.rows})`
    })
    .join('\n UNION ALL ')
}

/**
 * How parents are found: few rows look theirs up one by one; some go by the hash of the key, which
 * has an index; a snapshot reads all of them anyway, so it compares the parts of the key and spares
 * itself the hash, a tenth of the mark of billed items.
 */
export type Lookup = 'few' | 'some' | 'all'

/** Live quarantined rows with a payload, typed: `_run`, `_n` and the columns that a mark computes. */
export const waitingSql = (plan: Plan): string =>
  typedSql(
    plan,
    {
      quarantined: `SELECT id FROM quality.quarantine
      WHERE dataset = ${lit(plan.dataset.name)} AND statut <> 'SOLDEE'`,
      repeats: false,
    },
    'few',
  )

/** Text and types of the input, in layers behind optimiser fences: each cast is computed once. */
export function typedSql(plan: Plan, input: Input, lookup: Lookup): string {
  const { dataset } = plan
  const plain = plan.computed.filter(([, c]) => !c.sql)
  const casts = plain.map(([name, c]) => {
    const value = c.perSource
      ? `CASE r._src ${Object.entries(c.perSource)
          .map(([file, text]) => `WHEN ${lit(file)} THEN ${lit(text)}`)
          .join(' ')} END::${c.type}`
      : castSql(c, `r.${rawColumn(c.from as string)}`)
    return `${value} AS ${id(name)}`
  })
  // The text of a waiting row is the text that it was set aside with, and so is its hash.
  const content =
    'quarantined' in input
      ? 'r._hash'
      : contentHashSql(
          'r._src',
          plan.used.map((c) => `r.${rawColumn(c)}`),
        )
  const layer1 = `SELECT r._run, r._n, r._at, r._src, ${[
    ...plan.used.map((c) => `r.${rawColumn(c)}`),
    ...casts,
    `${content} AS _content`,
  ].join(',\n ')}
FROM (${rawSql(plan, input)}) r ${FENCE}`
  const bads = plan.casts.map((name) => {
    const column = dataset.columns[name]
    if (!column?.from) throw new Error(`${name} has no source`)
    const raw = `c.${rawColumn(column.from)}`
    return `(c.${id(name)} IS NULL AND NOT ${emptySql(column, raw)}) AS ${badColumn(name)}`
  })
  const final = (name: string) => {
    const c = dataset.columns[name]
    return c?.then ? `(${over('c', c.then)})::${c.type}` : `c.${id(name)}`
  }
  const values = plan.computed.map(([name, c]) => {
    const value = c.sql ? `(${fillBraces(c.sql, final)})::${c.type}` : final(name)
    return `${value} AS ${id(name)}`
  })
  const layer2 = `SELECT c._run, c._n, c._at, c._src, c._content, ${[
    ...trimFlags(plan).map(([code, column]) => `${trimmedSql(`c.${column}`)} AS ${id(`_${code}`)}`),
    ...values,
    ...bads,
  ].join(',\n ')}
FROM (${layer1}) c ${FENCE}`
  return `SELECT v.*, ${[
    `${rowKeySql(plan, 'v')} AS _key`,
    `${flagsSql(plan)} AS _flags`,
    ...dataset.flags
      .filter((f) => dataset.columns[f.code])
      .map((f) => `(${over('v', f.when)}) IS TRUE AS ${id(f.code)}`),
    ...plan.references
      .filter(() => lookup !== 'all')
      .map((r) => `${parentHashSql(plan, r, 'v')} AS ${parentColumn(r)}`),
    ...plan.references.map((r) => `${judgedSql(plan, r, 'v')} AS ${id(`_judged_${r.index}`)}`),
  ].join(',\n ')}
FROM (${layer2}) v ${FENCE}`
}

/** Identity of a row: its key, or its content where a part of the key is missing or unreadable. */
function rowKeySql(plan: Plan, t: string): string {
  const { key, nullableKey } = plan.dataset
  const parts = key.map((k) => `${t}.${id(k)}`)
  const unknown = nullableKey
    ? leansOn(plan, key).map((c) => `${t}.${badColumn(c)}`)
    : parts.map((p) => `${p} IS NULL`)
  return `CASE WHEN ${anyOf(unknown)} THEN ${contentKeySql(`${t}._content`)}
    ELSE ${keyHashSql(parts, nullableKey)} END`
}

const trimFlags = (plan: Plan): [string, string][] =>
  plan.computed
    .filter(([, c]) => c.trim && c.from)
    .map(([name, c]) => [trimFlag(name), rawColumn(c.from as string)])

function flagsSql(plan: Plan): string {
  const codes: [string, string][] = [
    ...plan.dataset.flags.map((f): [string, string] => [f.code, over('v', f.when)]),
    ...trimFlags(plan).map(([code]): [string, string] => [code, `v.${id(`_${code}`)}`]),
  ]
  if (codes.length === 0) return 'NULL::text[]'
  const list = codes.map(([code, when]) => `CASE WHEN ${when} THEN ${lit(code)} END`)
  return `nullif(array_remove(ARRAY[${list.join(', ')}]::text[], NULL), '{}')`
}

/** Whether a reference is to hold for a row: its condition, and whether it may name no parent. */
function judgedSql(plan: Plan, r: ReferencePlan, t: string): string {
  const tests = leansOn(plan, r.own).map((c) => `NOT ${t}.${badColumn(c)}`)
  if (r.reference.when) tests.push(`(${over(t, r.reference.when)}) IS TRUE`)
  if (r.reference.optional) tests.push(r.own.map((c) => `${t}.${id(c)} IS NOT NULL`).join(' AND '))
  return tests.length > 0 ? `(${tests.join(' AND ')})` : 'true'
}

/** Key hash of the parent that a row of `t` names; NULL where it is not to hold or names none. */
export function parentHashSql(plan: Plan, r: ReferencePlan, t: string): string {
  const parts = r.own.map((c) => `${t}.${id(c)}`)
  const present = parts.map((p) => `${p} IS NOT NULL`).join(' AND ')
  return `CASE WHEN ${judgedSql(plan, r, t)} AND ${present} THEN ${keyHashSql(parts)} END`
}
