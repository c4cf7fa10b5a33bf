/** Delivered text as typed values: the layers below the marked rows, each cast and each hash computed once. */

import { live } from '@/lib/shared/quarantine/live'
import { fillBraces } from '@/pipeline/engine/define/braces'
import { trimFlag } from '@/pipeline/engine/define/flags'
import { appliesColumn, badColumn, parentColumn } from './conditions'
import { anyOf, castsBehind, type DatasetPlan, over, type ReferencePlan } from './plan'

/** Raw text of a source column inside the compiled statements. */
const rawColumn = (source: string): string => `_r_${source.toLowerCase()}`

/**
 * Which records are evaluated: `runs` (those deliveries whole), `rows` (a query that gives `_run, _n`
 * of single Bronze records) or `quarantined` (a query that gives ids of quarantined rows; their
 * text comes from the payload; `repeats`: some of them failed because of other rows).
 */
export type Input =
  | { runs: readonly number[] }
  | { rows: string }
  | { quarantined: string; repeats: boolean }

/** Delivered text, one branch per source file. */
function rawSql(plan: DatasetPlan, input: Input): string {
  const { bronzeTable, id, lit, noPlace, place } = plan.dialect
  if ('quarantined' in input) {
    const texts = plan.used.map((c) => `, p.raw->>${lit(c)} AS ${rawColumn(c)}`).join('')
    return `SELECT q.run_id AS _run, q.n AS _n, ${noPlace} AS _at, p.source AS _src, q.content_hash AS _hash${texts}
      FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
      WHERE q.id IN (${input.quarantined}) AND p.raw IS NOT NULL`
  }
  const columns = plan.used.map((c) => `, b.${id(c.toLowerCase())} AS ${rawColumn(c)}`).join('')
  return plan.dataset.sources
    .map((source) => {
      const select = `SELECT b._run, b._n, ${place('b')} AS _at, ${lit(source.file)}::text AS _src${columns}`
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
 * itself the hash, a tenth of the mark of VBRP.
 */
export type Lookup = 'few' | 'some' | 'all'

/** Live quarantined rows with a payload, typed: `_run`, `_n` and the columns that a mark computes. */
export const waitingSql = (plan: DatasetPlan): string =>
  typedSql(
    plan,
    {
      quarantined: `SELECT id FROM quality.quarantine
      WHERE dataset = ${plan.dialect.lit(plan.dataset.name)} AND ${live()}`,
      repeats: false,
    },
    'few',
  )

/** Text and types of the input, in layers behind optimiser fences: each cast is computed once. */
export function typedSql(plan: DatasetPlan, input: Input, lookup: Lookup): string {
  const { dataset, dialect } = plan
  const { id, lit, fence, typed } = dialect
  const plain = plan.computed.filter(([, c]) => !c.sql)
  const casts = plain.map(([name, c]) => {
    const value = c.perSource
      ? typed(
          `CASE r._src ${Object.entries(c.perSource)
            .map(([file, text]) => `WHEN ${lit(file)} THEN ${lit(text)}`)
            .join(' ')} END`,
          c.type,
        )
      : dialect.cast(c, `r.${rawColumn(c.from as string)}`)
    return `${value} AS ${id(name)}`
  })
  // The text of a waiting row is the text that it was set aside with, and so is its hash.
  const content =
    'quarantined' in input
      ? 'r._hash'
      : dialect.contentHash(
          'r._src',
          plan.used.map((c) => `r.${rawColumn(c)}`),
        )
  const layer1 = `SELECT r._run, r._n, r._at, r._src, ${[
    ...plan.used.map((c) => `r.${rawColumn(c)}`),
    ...casts,
    `${content} AS content_hash`,
  ].join(',\n ')}
FROM (${rawSql(plan, input)}) r ${fence}`
  const bads = plan.casts.map((name) => {
    const column = dataset.columns[name]
    if (!column?.from) throw new Error(`${name} has no source`)
    const raw = `c.${rawColumn(column.from)}`
    return `(c.${id(name)} IS NULL AND NOT ${dialect.isEmpty(column, raw)}) AS ${badColumn(name)}`
  })
  const final = (name: string) => {
    const c = dataset.columns[name]
    return c?.then ? typed(over(plan, 'c', c.then), c.type) : `c.${id(name)}`
  }
  const values = plan.computed.map(([name, c]) => {
    const value = c.sql ? typed(fillBraces(c.sql, final), c.type) : final(name)
    return `${value} AS ${id(name)}`
  })
  const layer2 = `SELECT c._run, c._n, c._at, c._src, c.content_hash, ${[
    ...trimFlags(plan).map(
      ([code, column]) => `${dialect.isTrimmed(`c.${column}`)} AS ${id(`_${code}`)}`,
    ),
    ...values,
    ...bads,
  ].join(',\n ')}
FROM (${layer1}) c ${fence}`
  return `SELECT v.*, ${[
    `${rowKeySql(plan, 'v')} AS key_hash`,
    `${flagsSql(plan)} AS _flags`,
    ...dataset.flags
      .filter((f) => dataset.columns[f.code])
      .map((f) => `(${over(plan, 'v', f.when)}) IS TRUE AS ${id(f.code)}`),
    ...plan.references
      .filter(() => lookup !== 'all')
      .map((r) => `${parentHashSql(plan, r, 'v')} AS ${parentColumn(r)}`),
    ...plan.references.map((r) => `${appliesSql(plan, r, 'v')} AS ${appliesColumn(r)}`),
  ].join(',\n ')}
FROM (${layer2}) v ${fence}`
}

/** Identity of a row: its key, or its content where a part of the key is missing or unreadable. */
function rowKeySql(plan: DatasetPlan, t: string): string {
  const { key, nullableKey } = plan.dataset
  const { contentKey, id, keyHash } = plan.dialect
  const parts = key.map((k) => `${t}.${id(k)}`)
  const unknown = nullableKey
    ? castsBehind(plan, key).map((c) => `${t}.${badColumn(c)}`)
    : parts.map((p) => `${p} IS NULL`)
  return `CASE WHEN ${anyOf(unknown)} THEN ${contentKey(`${t}.content_hash`)}
    ELSE ${keyHash(parts, nullableKey)} END`
}

const trimFlags = (plan: DatasetPlan): [string, string][] =>
  plan.computed
    .filter(([, c]) => c.trim && c.from)
    .map(([name, c]) => [trimFlag(name), rawColumn(c.from as string)])

function flagsSql(plan: DatasetPlan): string {
  const { id, lit, texts } = plan.dialect
  const codes: [string, string][] = [
    ...plan.dataset.flags.map((f): [string, string] => [f.code, over(plan, 'v', f.when)]),
    ...trimFlags(plan).map(([code]): [string, string] => [code, `v.${id(`_${code}`)}`]),
  ]
  return texts(codes.map(([code, when]) => `CASE WHEN ${when} THEN ${lit(code)} END`))
}

/** Whether a reference applies to a row: its condition, and whether it may name no parent. */
function appliesSql(plan: DatasetPlan, r: ReferencePlan, t: string): string {
  const tests = castsBehind(plan, r.own).map((c) => `NOT ${t}.${badColumn(c)}`)
  if (r.reference.when) tests.push(`(${over(plan, t, r.reference.when)}) IS TRUE`)
  if (r.reference.optional)
    tests.push(r.own.map((c) => `${t}.${plan.dialect.id(c)} IS NOT NULL`).join(' AND '))
  return tests.length > 0 ? `(${tests.join(' AND ')})` : 'true'
}

/** Key hash of the parent that a row of `t` names; NULL where it does not apply or names none. */
export function parentHashSql(plan: DatasetPlan, r: ReferencePlan, t: string): string {
  const { id, keyHash } = plan.dialect
  const parts = r.own.map((c) => `${t}.${id(c)}`)
  const present = parts.map((p) => `${p} IS NOT NULL`).join(' AND ')
  return `CASE WHEN ${appliesSql(plan, r, t)} AND ${present} THEN ${keyHash(parts)} END`
}
