/**
 * Bronze is kept as long as somebody may need it: always since a dataset's last full delivery, and
 * always the records that a Silver row was made from, so that every row leads back to its file.
 */

import type { Db } from '@/lib/shared/db/connection'
import { readSettings } from '@/lib/shared/env'
import { bronzeTable, lit, silverTable } from '@/pipeline/engine/compile/sql'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'

/**
 * Drops Bronze of deliveries that are older than the retention and older than the last full one.
 * @param at the clock, ISO 8601.
 * @returns records dropped.
 */
export async function retain(db: Db, domain: Domain, at: string): Promise<number> {
  const days = readSettings().LAZARET_BRONZE_DAYS
  const old = `r.domain = $1 AND r.id < s.last_full_run AND r.status <> 'running'
    AND r.as_of < $2::timestamptz - make_interval(days => $3)`
  // Asked once for all datasets: mostly no run is old enough, and no Bronze needs to be looked at.
  const due = await db.rows<{ dataset: string }>(
    `SELECT DISTINCT s.dataset FROM quality.run r, quality.dataset_state s WHERE ${old}`,
    [domain.name, at, days],
  )
  let dropped = 0
  for (const dataset of domain.datasets) {
    if (!due.some((d) => d.dataset === dataset.name)) continue
    const standing = dataset.sources
      .map((s) => `EXISTS (SELECT FROM ${bronzeTable(s.file)} b WHERE b._run = r.id)`)
      .join(' OR ')
    const runs = await db.rows<{ id: number }>(
      `SELECT r.id FROM quality.run r, quality.dataset_state s
      WHERE ${old} AND s.dataset = $4
        AND (EXISTS (SELECT FROM bronze.malformed m WHERE m.dataset = $4 AND m._run = r.id) OR ${standing})`,
      [domain.name, at, days, dataset.name],
    )
    if (runs.length === 0) continue
    const list = runs.map((r) => r.id).join(', ')
    dropped += await db.transaction(() => dropRuns(db, dataset, list))
  }
  return dropped
}

/**
 * Drops Bronze of runs that did not commit: nothing reads it, and each retry on a full disk would
 * fill it more.
 * @returns records dropped.
 */
export async function dropUncommitted(
  db: Db,
  domain: Domain,
  runs: readonly number[],
): Promise<number> {
  if (runs.length === 0) return 0
  return db.transaction(async () => {
    let dropped = 0
    for (const dataset of domain.datasets) dropped += await dropRuns(db, dataset, runs.join(', '))
    return dropped
  })
}

/** @param runs ids, as the list of an SQL IN. @returns records dropped. */
async function dropRuns(db: Db, dataset: Dataset, runs: string): Promise<number> {
  const name = lit(dataset.name)
  let dropped = 0
  for (const source of dataset.sources) {
    dropped += await db.exec(`DELETE FROM ${bronzeTable(source.file)} b WHERE b._run IN (${runs})
      AND NOT EXISTS (SELECT FROM ${silverTable(dataset.name)} s WHERE s._run = b._run AND s._n = b._n)
      AND NOT EXISTS (SELECT FROM quality.quarantine q WHERE q.dataset = ${name}
        AND q.statut <> 'SOLDEE' AND q.run_id = b._run AND q.n = b._n)`)
  }
  const malformed = `DELETE FROM bronze.malformed WHERE dataset = ${name} AND _run IN (${runs})`
  return dropped + (await db.exec(malformed))
}
