/** The run's own record: opened with T1, completed in T2, closed in T3. */

import type { Db } from '@/lib/shared/db/connection'
import { LazaretError } from '@/lib/shared/errors'
import type { CheckOutcome } from '@/pipeline/engine/check/outcome'
import type { JudgedDataset } from './evaluate'
import type { LoadedFile } from './loaded'
import type { Mode, RunError } from './types'

export interface RunRow {
  id: number
  domain: string
  kind: 'delivery' | 'rebuild'
  mode: Mode
  delivery: string | null
  sequence: number | null
  at: string
  /** Key date of Gold; set when Gold is computed, where none was asked for. */
  keyDate: string | null
  startedAt: string
  acceptShrink: boolean
}

/** A fresh run id; ids of runs that leave no record are not used again. */
export async function nextRunId(db: Db): Promise<number> {
  const { id } = await db.row<{ id: string }>(`SELECT nextval('quality.run_id_seq') AS id`)
  return Number(id)
}

/**
 * Marks runs of the domain whose process died: nobody else holds the domain's lock now.
 * @returns their ids.
 */
export async function markInterrupted(db: Db, domain: string): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `UPDATE quality.run SET status = 'interrupted', finished_at = now()
    WHERE domain = $1 AND status = 'running' RETURNING id`,
    [domain],
  )
  return rows.map(({ id }) => id)
}

/** Writes the run's row, or brings it to a new status. */
export async function writeRun(
  db: Db,
  row: RunRow,
  status: 'running' | 'committed' | 'refused' | 'failed',
  error?: RunError,
): Promise<void> {
  await db.exec(
    `INSERT INTO quality.run (id, domain, kind, mode, status, delivery, sequence, as_of, key_date,
      started_at, accept_shrink, error)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, error = excluded.error,
      key_date = excluded.key_date`,
    [
      row.id,
      row.domain,
      row.kind,
      row.mode,
      status,
      row.delivery,
      row.sequence,
      row.at,
      row.keyDate,
      row.startedAt,
      row.acceptShrink,
      error ? storedJson(error) : null,
    ],
  )
}

/** What the reader saw of each file. */
export async function writeFiles(
  db: Db,
  runId: number,
  files: readonly LoadedFile[],
): Promise<void> {
  for (const { source, dataset, extract } of files) {
    await db.exec(
      `INSERT INTO quality.run_file (run_id, source, file, dataset, received, malformed, bytes, sha256,
        encoding, delimiter, extra_columns, notes)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        runId,
        source,
        extract.file,
        dataset,
        extract.received,
        extract.malformed,
        extract.bytes,
        extract.sha256,
        extract.encoding,
        extract.delimiter,
        extract.extraColumns,
        extract.notes,
      ],
    )
  }
}

/** The counts of the contract. */
export async function writeCounts(
  db: Db,
  runId: number,
  datasets: readonly JudgedDataset[],
): Promise<void> {
  for (const { dataset, mode, counts, work, silverAfter } of datasets) {
    const { moves } = work
    await db.exec(
      `INSERT INTO quality.run_dataset (run_id, dataset, mode, received, malformed, silver, quarantined,
        duplicates, flagged, silver_before, entered, withheld, withdrawn, silver_after, rewritten, rules)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        runId,
        dataset.name,
        mode,
        counts.received,
        counts.malformed,
        counts.silver,
        counts.quarantined,
        counts.duplicates,
        counts.flagged,
        moves.silverBefore,
        moves.entered,
        moves.withheld,
        moves.withdrawn,
        silverAfter,
        moves.rewritten,
        JSON.stringify(counts.rules),
      ],
    )
  }
}

/** Checks with their sample keys. */
export async function writeChecks(
  db: Db,
  runId: number,
  checks: readonly CheckOutcome[],
): Promise<void> {
  // In one statement: a hundred of them took 25 ms.
  await db.exec(
    `INSERT INTO quality.check_result (run_id, name, dataset, ok, expected, found, sample)
    SELECT $1, x.* FROM jsonb_to_recordset($2::jsonb) AS x(name text, dataset text, ok boolean,
      expected text, found text, sample jsonb)`,
    [runId, JSON.stringify(checks)],
  )
}

/** T3: when it ended, how long each phase took, what was noteworthy. */
export async function closeRun(
  db: Db,
  runId: number,
  timings: Record<string, number>,
  notes: readonly string[],
): Promise<void> {
  await db.exec(
    'UPDATE quality.run SET finished_at = now(), timings = $2, notes = $3 WHERE id = $1',
    [runId, JSON.stringify(timings), storedJson(notes)],
  )
}

/** JSON that PostgreSQL takes: what a file holds may come up in a message, NUL bytes included. */
const storedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'string'
      ? part.replaceAll('\0', String.raw`\u0000`).replaceAll(/\p{Surrogate}/gu, '\ufffd')
      : part,
  )

/** An error as it is kept and printed. */
export function runErrorOf(error: unknown): RunError {
  if (!(error instanceof LazaretError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { reason: 'internal', message }
  }
  const reason = 'reason' in error ? String(error.reason) : 'usage'
  return {
    reason,
    message: error.message,
    ...error.place,
    ...(error.hint ? { hint: error.hint } : {}),
  }
}
