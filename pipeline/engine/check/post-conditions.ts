/** Contract 3: queries over the written Silver that look for rows that should not be there. */

import type { Statements } from '@/lib/shared/db/connection'
import { type DatasetPlan, over } from '@/pipeline/engine/compile/plan'
import { hitsSql, lostSuspectSql } from '@/pipeline/engine/compile/post-conditions'
import { titled } from '@/pipeline/engine/compile/relations'
import { type PostConditionEntry, postConditionsOf } from '@/pipeline/engine/define/post-conditions'
import type { Dataset } from '@/pipeline/engine/define/schema'
import { type CheckOutcome, check } from './outcome'

/** What is looked at. */
export interface PostConditionScope {
  /** The whole delivery is a snapshot: completeness is due, too. */
  full: boolean
  /**
   * Deliveries whose rows are held against what arrived; none for a replay, whose rows were marked
   * from the same text before, and which the next run judges again if the rules have changed.
   */
  runs?: readonly number[]
}

/** The post-conditions of a dataset that are due. */
export function duePostConditions(
  dataset: Dataset,
  { full, runs = [] }: PostConditionScope,
): PostConditionEntry[] {
  return postConditionsOf(dataset).filter(
    ({ when, kind }) => (full || when !== 'full') && (kind !== 'lost' || runs.length > 0),
  )
}

/** Runs the post-conditions of a dataset; one hit is a failure. */
export async function postConditionChecks(
  db: Statements,
  plan: DatasetPlan,
  scope: PostConditionScope,
): Promise<CheckOutcome[]> {
  const { dataset } = plan
  const due = duePostConditions(dataset, scope)
  const runs = scope.runs ?? []
  const clean = await cleanRows(db, plan, due, runs)
  const outcomes: CheckOutcome[] = []
  for (const entry of due) {
    const { n, sample } = clean.has(entry.code)
      ? { n: '0', sample: [] }
      : await hits(db, plan, entry, hitsSql(plan, entry, runs))
    outcomes.push(check(`post.${entry.code}`, dataset.name, 0, n, sample))
  }
  return outcomes
}

/**
 * Codes of the conditions that no row of Silver by itself can meet: one scan tells for all of them.
 */
async function cleanRows(
  db: Statements,
  plan: DatasetPlan,
  entries: readonly PostConditionEntry[],
  runs: readonly number[],
): Promise<ReadonlySet<string>> {
  const { name } = plan.dataset
  const rows = entries.filter((entry) => entry.kind !== 'query')
  if (rows.length === 0) return new Set()
  const suspect = (entry: PostConditionEntry) =>
    entry.kind === 'lost' ? lostSuspectSql(plan, runs) : over(plan, 's', entry.sql)
  const any = rows.map((entry, i) => `coalesce(bool_or(${suspect(entry)}), false) AS g${i}`)
  const found = await db.row<Record<string, boolean>>(
    `-- ${name}: post-conditions that a row by itself may not meet, in one scan
    SELECT ${any.join(', ')} FROM ${plan.dialect.silverTable(name)} s`,
  )
  return new Set(rows.filter((_, i) => !found[`g${i}`]).map((entry) => entry.code))
}

async function hits(
  db: Statements,
  { dialect }: DatasetPlan,
  entry: PostConditionEntry,
  sql: string,
): Promise<{ n: string; sample: string[] }> {
  // No statistics tell how many values this transaction left empty: looking their records up one by
  // one took 37 s for 3,352 open titles, hashing them 30 ms.
  if (entry.kind === 'lost') await db.exec(titled('Hash all joins', dialect.hashJoinsOnly(true)))
  const { n } = await db.row<{ n: string }>(`-- Post-condition ${entry.code}
    SELECT count(*) AS n FROM (${sql}) hits`)
  // Keys are asked for only where there are any.
  const sample =
    n === '0'
      ? []
      : await db.rows<{ key: string }>(`-- Keys that do not meet ${entry.code}
        SELECT key FROM (${sql}) hits ORDER BY key LIMIT 1000`)
  if (entry.kind === 'lost') await db.exec(titled('Joins as usual', dialect.hashJoinsOnly(false)))
  return { n, sample: sample.map((row) => row.key) }
}
