/** What earlier runs left: which deliveries make up a dataset, and what it was judged with. */

import type { Statements } from '@/lib/shared/db/connection'
import { lit } from '@/pipeline/engine/compile/postgres/quoting'
import { fingerprintOf } from '@/pipeline/engine/define/rules'
import type { Dataset, Domain } from '@/pipeline/engine/define/schema'
import type { DatasetMode } from './context'

export interface DatasetHistory {
  /** Committed deliveries since the dataset's last full one, that one included, oldest first. */
  runs: number[]
  /** Rules changed since the dataset was last judged. */
  rulesChanged: boolean
}

/** History of every dataset of a domain. */
export async function historyOf(
  db: Statements,
  domain: Domain,
): Promise<Map<string, DatasetHistory>> {
  const names = domain.datasets.map((d) => lit(d.name)).join(', ')
  const states = await db.rows<{ dataset: string; fingerprint: string; runs: number[] | null }>(
    `SELECT s.dataset, s.fingerprint, (
      SELECT array_agg(d.run_id ORDER BY d.run_id) FROM quality.run_dataset d
      LEFT JOIN quality.run r ON r.id = d.run_id
      WHERE d.dataset = s.dataset AND d.mode <> 'none' AND r.status = 'committed'
        AND r.kind = 'delivery' AND d.run_id >= coalesce(s.last_full_run, 0)
    ) AS runs FROM quality.dataset_state s WHERE s.dataset IN (${names})`,
  )
  return new Map(
    domain.datasets.map((dataset) => {
      const state = states.find((s) => s.dataset === dataset.name)
      const runs = state?.runs ?? []
      const rulesChanged =
        state !== undefined && runs.length > 0 && state.fingerprint !== fingerprintOf(dataset)
      return [dataset.name, { runs, rulesChanged }]
    }),
  )
}

/** Remembers what the datasets were judged with, and which delivery was their last full one. */
export async function rememberEvaluation(
  db: Statements,
  domain: Domain,
  runId: number,
  at: string,
  modeOf: (dataset: Dataset) => DatasetMode,
): Promise<void> {
  for (const dataset of domain.datasets) {
    const mode = modeOf(dataset)
    const full = mode === 'full'
    await db.exec(
      `INSERT INTO quality.dataset_state AS s
        (dataset, domain, fingerprint, last_run, last_full_run, last_full_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (dataset) DO UPDATE SET fingerprint = excluded.fingerprint,
        last_run = coalesce(excluded.last_run, s.last_run),
        last_full_run = coalesce(excluded.last_full_run, s.last_full_run),
        last_full_at = coalesce(excluded.last_full_at, s.last_full_at)`,
      [
        dataset.name,
        domain.name,
        fingerprintOf(dataset),
        mode === 'none' ? null : runId,
        full ? runId : null,
        full ? at : null,
      ],
    )
  }
}
