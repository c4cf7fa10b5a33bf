/**
 * Marking: one pass over the delivered rows that casts, derives, looks parents up and notes every
 * rule that fails. Nothing is filtered and no join is inner: all outputs derive from the marks.
 */

import { fillBraces } from '../declare/braces'
import { trimFlag } from '../declare/flags'
import { MALFORMED } from '../declare/rules'
import type { OwnOrVia } from '../declare/schema'
import { castSql, emptySql, trimmedSql } from './casts'
import { CARRIED, carried } from './concerns'
import { badColumn, failSql, parentColumn, stateColumn } from './conditions'
import { bytesKeySql, contentHashSql, contentKeySql, keyHashSql } from './hash'
import {
  judges,
  leansOn,
  over,
  type Plan,
  type ReferencePlan,
  tempTables,
  viaOf,
  withoutMissing,
} from './plan'
import { anyOf, bronzeTable, id, lit, rawColumn, silverTable } from './sql'

/**
 * Which records are judged: `runs` (those deliveries whole), `rows` (a query that gives `_run, _n`
 * of single Bronze records) or `quarantined` (a query that gives ids of quarantined rows; their
 * text comes from the payload).
 */
export type Input = { runs: readonly number[] } | { rows: string } | { quarantined: string }

/**
 * Keeps a subquery apart, so that what it computes is computed once. The zero is quoted because
 * PostgreSQL takes the number 0 for an expression here and then runs nothing above it in parallel:
 * marking 86,000 rows of VBRP on two idle cores took 600 ms that way, 300 ms this way.
 */
const FENCE = "OFFSET '0'"

/**
 * The statement that creates the mark of a dataset: one row per judged record, with its typed
 * columns, `_at` (its place in Bronze), `_key`, `_content`, `_fails` (positions of failing rules, NULL when none), `_flags`,
 * `_disp` (S to Silver, Q to quarantine, D duplicate), of a duplicate the winner and why (filled in
 * later) and, per reference, parent and state.
 * @param snapshot the input is a whole dataset: parents are looked up by their key columns.
 */
export function markSql(plan: Plan, input: Input, snapshot = false): string {
  const { mark } = tempTables(plan)
  const lookup = 'quarantined' in input ? 'few' : snapshot ? 'all' : 'some'
  return `CREATE TEMP TABLE ${id(mark.slice('pg_temp.'.length).replaceAll('"', ''))} ON COMMIT DROP AS
SELECT f._key, f._content, f._run, f._n, CASE WHEN f._fails IS NULL THEN 'S' ELSE 'Q' END::"char" AS _disp,
  ${keptColumns(plan)
    .map((c) => `f.${c}`)
    .join(', ')},
  NULL::integer AS _winner_run, NULL::integer AS _winner_n, NULL::text AS _why
FROM (
  SELECT m.*, ${failsSql(plan)} AS _fails
  FROM (
    SELECT t.*${plan.references.map((r) => lookedUpSql(plan, r, lookup)).join('')}
    FROM (${typedSql(plan, input, lookup)}) t
    ${plan.references.map((r) => joinSql(plan, r, lookup)).join('\n    ')}
    ${FENCE}
  ) m
  ${FENCE}
) f`
}

/**
 * What the statements after the mark read. Those read all of it, most of them for its first columns
 * alone: of fixed width and in front, they took 30 ms to group 86,000 rows by key instead of 50.
 */
function keptColumns(plan: Plan): string[] {
  const { computed, dataset, references } = plan
  const flags = dataset.flags.map((f) => f.code).filter((code) => dataset.columns[code])
  return [
    ...['_at', '_fails', '_src', '_flags'],
    ...references.flatMap((r) => [parentColumn(r), stateColumn(r)]),
    ...[...computed.map(([name]) => name), ...flags].map(id),
    ...carried(plan),
  ]
}

/** Malformed records of the input, marked; they have bytes instead of columns. */
export function markMalformedSql(plan: Plan, runs: readonly number[]): string {
  const key = bytesKeySql('m.bytes')
  return `INSERT INTO ${tempTables(plan).mark} (_run, _n, _src, _key, _content, _fails, _disp)
SELECT m._run, m._n, m.source, ${key}, ${key}, ARRAY[${MALFORMED}]::smallint[], 'Q'
FROM bronze.malformed m
WHERE m.dataset = ${lit(plan.dataset.name)} AND m._run IN (${runs.join(', ')})`
}

/** Delivered text, one branch per source file. */
export function rawSql(plan: Plan, input: Input): string {
  if ('quarantined' in input) {
    const texts = plan.used.map((c) => `, p.raw->>${lit(c)} AS ${rawColumn(c)}`).join('')
    return `SELECT q.run_id AS _run, q.n AS _n, NULL::tid AS _at, p.source AS _src${texts}
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
 * itself the hash, a tenth of the mark of VBRP.
 */
type Lookup = 'few' | 'some' | 'all'

/** Live quarantined rows with a payload, typed: `_run`, `_n` and the columns that a mark computes. */
export const waitingSql = (plan: Plan): string =>
  typedSql(
    plan,
    {
      quarantined: `SELECT id FROM quality.quarantine
      WHERE dataset = ${lit(plan.dataset.name)} AND statut <> 'SOLDEE'`,
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
  const layer1 = `SELECT r._run, r._n, r._at, r._src, ${[
    ...plan.used.map((c) => `r.${rawColumn(c)}`),
    ...casts,
    `${contentHashSql(
      'r._src',
      plan.used.map((c) => `r.${rawColumn(c)}`),
    )} AS _content`,
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

function parentHashSql(plan: Plan, r: ReferencePlan, t: string): string {
  const parts = r.own.map((c) => `${t}.${id(c)}`)
  const present = parts.map((p) => `${p} IS NOT NULL`).join(' AND ')
  return `CASE WHEN ${judgedSql(plan, r, t)} AND ${present} THEN ${keyHashSql(parts)} END`
}

/**
 * Left joins: the parent in Silver and, only where it is not there, its live quarantined row.
 */
function joinSql(plan: Plan, r: ReferencePlan, lookup: Lookup): string {
  const p = `p${r.index}`
  const q = `q${r.index}`
  // Of the same type, so that they are equal exactly when the text that is hashed is.
  const parts = r.parent.key.map((k, i) => `${p}.${id(k)} = t.${id(r.own[i] as string)}`)
  const found =
    lookup === 'all'
      ? `t.${id(`_judged_${r.index}`)} AND ${parts.join(' AND ')}`
      : `${p}._chave = t.${parentColumn(r)}`
  const silver = `LEFT JOIN ${silverTable(r.parent.name)} ${p} ON ${found}`
  const hash = lookup === 'all' ? parentHashSql(plan, r, 't') : `t.${parentColumn(r)}`
  const key = `CASE WHEN ${p}._chave IS NULL THEN ${hash} END`
  const live = `quality.quarantine WHERE dataset = ${lit(r.parent.name)} AND statut <> 'SOLDEE'${withoutMissing(r)}`
  if (lookup === 'few') {
    return `${silver}
    LEFT JOIN LATERAL (SELECT key_hash, customer, invoice, currency FROM ${live}
      AND key_hash = ${key} ORDER BY occurrence LIMIT 1) ${q} ON true`
  }
  return `${silver}
    LEFT JOIN (SELECT DISTINCT ON (key_hash) key_hash, customer, invoice, currency
      FROM ${live} ORDER BY key_hash, occurrence) ${q}
      ON ${q}.key_hash = ${key}`
}

function lookedUpSql(plan: Plan, r: ReferencePlan, lookup: Lookup): string {
  const p = `p${r.index}`
  const q = `q${r.index}`
  const { money, concerns } = plan.dataset
  const via = (value: OwnOrVia | undefined, name: keyof typeof CARRIED) =>
    value && typeof value !== 'string' && viaOf(plan, value) === r
      ? `, coalesce(${p}.${id(value.column)}::text, ${q}.${name}) AS ${CARRIED[name]}`
      : ''
  const parent =
    lookup === 'all'
      ? `, coalesce(${p}._chave, ${parentHashSql(plan, r, 't')}) AS ${parentColumn(r)}`
      : ''
  return `${parent}, CASE WHEN NOT t.${id(`_judged_${r.index}`)} THEN NULL
      WHEN ${p}._chave IS NOT NULL THEN 0 WHEN ${q}.key_hash IS NOT NULL THEN 2 ELSE 1
    END::smallint AS ${stateColumn(r)}${via(money?.currency, 'currency')}${via(
      concerns.customer,
      'customer',
    )}${via(concerns.invoice, 'invoice')}`
}

/** Positions of all failing rules in order, or NULL. */
function failsSql(plan: Plan): string {
  const judged = plan.rules.flatMap((entry) => {
    const sql = judges(plan, entry.position) ? failSql(plan, entry, 'm') : undefined
    return sql ? [{ position: entry.position, sql }] : []
  })
  const list = judged.map((j) => `CASE WHEN ${j.sql} THEN ${j.position} END`)
  return `CASE WHEN ${anyOf(judged.map((j) => j.sql))} THEN
    array_remove(ARRAY[${list.join(', ')}]::smallint[], NULL) END`
}
