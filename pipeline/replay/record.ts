import { LazaretError } from '@/lib/errors'
import type { Db } from '../judge/db'
import type { RunError } from '../run/types'

export interface ReplayRow {
  id: number
  domain: string
  kind: 'replay' | 'preview'
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  as_of: Date | null
}

/** @throws LazaretError when there is none with this id. */
export async function readReplay(db: Db, id: number): Promise<ReplayRow> {
  const [row] = await db.rows<ReplayRow>(
    'SELECT id, domain, kind, status, as_of FROM quality.replay WHERE id = $1',
    [id],
  )
  if (!row) throw new LazaretError(`There is no replay ${id}`)
  return row
}

/** Closes a replay; its totals are counted from its rows. */
export async function finishReplay(
  db: Db,
  replay: ReplayRow,
  status: 'done' | 'failed' | 'cancelled',
  at: string,
  error?: RunError,
): Promise<void> {
  await db.exec(
    `UPDATE quality.replay p SET status = $2, finished_at = $3, error = $4,
      settled = c.settled, still_failing = c.still_failing, skipped = c.skipped
    FROM (SELECT count(*) FILTER (WHERE outcome = 'settled') AS settled,
        count(*) FILTER (WHERE outcome = 'still_failing') AS still_failing,
        count(*) FILTER (WHERE outcome = 'skipped') AS skipped
      FROM quality.replay_item WHERE replay_id = $1) c
    WHERE p.id = $1`,
    [replay.id, status, at, error ? JSON.stringify(error) : null],
  )
}

/** What a replay came to; the JSON of the command line. */
export interface ReplayReport {
  replay: number
  kind: 'replay' | 'preview'
  status: ReplayRow['status']
  scope: unknown
  total: number
  requested: number
  cascaded: number
  settled: number
  still_failing: number
  skipped: number
  /** By the rule that each row failed when the replay was asked for. */
  by_rule: Record<string, { settled: number; still_failing: number; skipped: number }>
  /** Rule that still fails → rows, for those that left their rule only to hit another. */
  next_blockers: Record<string, number>
  /** Rows whose outcome differs from the preview that was executed. */
  changed_since_preview?: number
  error?: RunError
}

/** Reads what a replay has come to so far. */
export async function replayReport(db: Db, id: number): Promise<ReplayReport> {
  const row = await db.row<{
    kind: 'replay' | 'preview'
    status: ReplayRow['status']
    scope: unknown
    requested: number
    cascaded: number
    preview_id: number | null
    error: RunError | null
  }>(
    'SELECT kind, status, scope, requested, cascaded, preview_id, error FROM quality.replay WHERE id = $1',
    [id],
  )
  const groups = await db.rows<{
    rule: string
    outcome: string | null
    detail: string | null
    n: string
  }>(
    `SELECT rule, outcome, CASE WHEN outcome = 'still_failing' AND detail <> rule THEN detail END AS detail,
      count(*) AS n FROM quality.replay_item WHERE replay_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [id],
  )
  const report: ReplayReport = {
    replay: id,
    kind: row.kind,
    status: row.status,
    scope: row.scope,
    total: row.requested + row.cascaded,
    requested: row.requested,
    cascaded: row.cascaded,
    settled: 0,
    still_failing: 0,
    skipped: 0,
    by_rule: {},
    next_blockers: {},
    ...(row.error ? { error: row.error } : {}),
  }
  for (const { rule, outcome, detail, n } of groups) {
    report.by_rule[rule] ??= { settled: 0, still_failing: 0, skipped: 0 }
    const counts = report.by_rule[rule]
    if (outcome === 'settled' || outcome === 'still_failing' || outcome === 'skipped') {
      counts[outcome] += Number(n)
      report[outcome] += Number(n)
    }
    if (detail) report.next_blockers[detail] = (report.next_blockers[detail] ?? 0) + Number(n)
  }
  if (row.preview_id !== null) {
    const { changed } = await db.row<{ changed: string }>(
      `SELECT count(*) AS changed FROM quality.replay_item i
      LEFT JOIN quality.replay_item p ON p.replay_id = $2 AND p.quarantine_id = i.quarantine_id
      WHERE i.replay_id = $1 AND (i.outcome, i.detail) IS DISTINCT FROM (p.outcome, p.detail)`,
      [id, row.preview_id],
    )
    report.changed_since_preview = Number(changed)
  }
  return report
}
