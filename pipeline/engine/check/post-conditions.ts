/** Contract 3: queries over the written Silver that look for rows that should not be there. */

import type { Db } from '@/lib/shared/db/connection'
import { emptySql, hitsSql } from '@/pipeline/engine/compile/guards'
import { over } from '@/pipeline/engine/compile/plan'
import { silverTable } from '@/pipeline/engine/compile/sql'
import { type Guard, guardsOf } from '@/pipeline/engine/define/guards'
import type { Dataset } from '@/pipeline/engine/define/schema'
import { type CheckOutcome, check } from './outcome'

/** What is looked at. */
export interface GuardScope {
  /** The whole delivery is a snapshot: completeness is due, too. */
  full: boolean
  /**
   * Deliveries whose rows are held against what arrived; none for a replay, whose rows were marked
   * from the same text before, and which the next run judges again if the rules have changed.
   */
  runs?: readonly number[]
}

/** The post-conditions of a dataset that are due. */
export function dueGuards(dataset: Dataset, { full, runs = [] }: GuardScope): Guard[] {
  return guardsOf(dataset).filter(
    ({ when, kind }) => (full || when !== 'full') && (kind !== 'lost' || runs.length > 0),
  )
}

/** Runs the post-conditions of a dataset; one hit is a failure. */
export async function postConditionChecks(
  db: Db,
  dataset: Dataset,
  scope: GuardScope,
): Promise<CheckOutcome[]> {
  const due = dueGuards(dataset, scope)
  const runs = scope.runs ?? []
  const clean = await cleanRows(db, dataset, due, runs)
  const outcomes: CheckOutcome[] = []
  for (const guard of due) {
    const { n, sample } = clean.has(guard.code)
      ? { n: '0', sample: [] }
      : await hits(db, guard, hitsSql(dataset, guard, runs))
    outcomes.push(check(`post.${guard.code}`, dataset.name, 0, n, sample))
  }
  return outcomes
}

/**
 * Codes of the conditions that no row of Silver by itself can meet: one scan tells for all of them.
 */
async function cleanRows(
  db: Db,
  dataset: Dataset,
  guards: readonly Guard[],
  runs: readonly number[],
): Promise<ReadonlySet<string>> {
  const rows = guards.filter((guard) => guard.kind !== 'query')
  if (rows.length === 0) return new Set()
  const suspect = (guard: Guard) =>
    guard.kind === 'lost' ? emptySql(dataset, runs) : over('s', guard.sql)
  const any = rows.map((guard, i) => `coalesce(bool_or(${suspect(guard)}), false) AS g${i}`)
  const found = await db.row<Record<string, boolean>>(
    `SELECT ${any.join(', ')} FROM ${silverTable(dataset.name)} s`,
  )
  return new Set(rows.filter((_, i) => !found[`g${i}`]).map((guard) => guard.code))
}

async function hits(db: Db, guard: Guard, sql: string): Promise<{ n: string; sample: string[] }> {
  // No statistics tell how many values this transaction left empty: looking their records up one by
  // one took 37 s for 3,352 open titles, hashing them 30 ms.
  const lookup = (state: 'on' | 'off') => db.exec(`SET LOCAL enable_nestloop = ${state}`)
  if (guard.kind === 'lost') await lookup('off')
  const { n } = await db.row<{ n: string }>(`SELECT count(*) AS n FROM (${sql}) hits`)
  // Keys are asked for only where there are any.
  const sample =
    n === '0'
      ? []
      : await db.rows<{ key: string }>(`SELECT key FROM (${sql}) hits ORDER BY key LIMIT 1000`)
  if (guard.kind === 'lost') await lookup('on')
  return { n, sample: sample.map((row) => row.key) }
}
