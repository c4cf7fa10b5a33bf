/** Contract 3: queries over the written Silver that look for rows that should not be there. */
import type { Dataset } from '../declare/schema'
import type { Db } from '../judge/db'
import type { CheckOutcome } from '../run/types'

/** Runs the post-conditions of a dataset; one hit is a failure. */
export async function postConditionChecks(
  db: Db,
  dataset: Dataset,
  full: boolean,
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const condition of dataset.postConditions) {
    if (condition.when === 'full' && !full) continue
    const { n, sample } = await db.row<{ n: string; sample: string[] | null }>(
      `WITH hits AS MATERIALIZED (${condition.sql})
      SELECT count(*) AS n, (SELECT array_agg(key) FROM (SELECT key FROM hits ORDER BY key LIMIT 1000) s) AS sample
      FROM hits`,
    )
    outcomes.push({
      name: `post.${condition.code}`,
      dataset: dataset.name,
      ok: n === '0',
      expected: '0',
      found: n,
      ...(sample ? { sample } : {}),
    })
  }
  return outcomes
}
