/** What a replay came to, read from its rows; also while it runs. */
import type { Db } from '@/lib/shared/db/connection'
import type { RunError } from '@/pipeline/operations/run/types'
import type { ReplayRow } from './record'

/** The JSON of the command line. */
export interface ReplayReport {
  replay: number
  kind: 'replay' | 'preview'
  status: ReplayRow['status']
  /** In a word; `nothing` is not a success: no reference that the rows wait for has changed. */
  settled_what: 'all' | 'some' | 'nothing' | 'no_rows'
  scope: unknown
  /** As of when the references are: the last delivery that was judged before it began. */
  references: { run: number; as_of: string } | null
  total: number
  requested: number
  cascaded: number
  settled: number
  still_failing: number
  skipped: number
  /** Rows that it has not come to yet. */
  open: number
  /** Why rows were skipped: closed, superseded, cancelled, failed. */
  skipped_why: Record<string, number>
  /** By the rule that each row failed when the replay was asked for. */
  by_rule: Record<string, { settled: number; still_failing: number; skipped: number }>
  /** Rule that still fails → rows, for those that left their rule only to hit another. */
  next_blockers: Record<string, number>
  /** Rows whose outcome differs from the preview that was executed, and how. */
  changed_since_preview?: number
  changes?: { previewed: string; now: string; rows: number }[]
  error?: RunError
}

interface Row {
  kind: 'replay' | 'preview'
  status: ReplayRow['status']
  scope: unknown
  requested: number
  cascaded: number
  preview_id: number | null
  error: RunError | null
  run: number | null
  run_at: Date | null
}

/** Reads what a replay has come to so far. */
export async function replayReport(db: Db, id: number): Promise<ReplayReport> {
  const row = await db.row<Row>(
    `SELECT p.kind, p.status, p.scope, p.requested, p.cascaded, p.preview_id, p.error,
      r.id AS run, r.as_of AS run_at
    FROM quality.replay p LEFT JOIN quality.run r ON r.id = p.references_run WHERE p.id = $1`,
    [id],
  )
  const report: ReplayReport = {
    replay: id,
    kind: row.kind,
    status: row.status,
    settled_what: 'no_rows',
    scope: row.scope,
    references: row.run && row.run_at ? { run: row.run, as_of: row.run_at.toISOString() } : null,
    total: row.requested + row.cascaded,
    requested: row.requested,
    cascaded: row.cascaded,
    settled: 0,
    still_failing: 0,
    skipped: 0,
    open: 0,
    skipped_why: {},
    by_rule: {},
    next_blockers: {},
  }
  await addOutcomes(db, report)
  if (report.total > 0) {
    report.settled_what =
      report.settled === 0 ? 'nothing' : report.settled === report.total ? 'all' : 'some'
  }
  if (row.preview_id !== null) await compare(db, report, row.preview_id)
  if (row.error) report.error = row.error
  return report
}

async function addOutcomes(db: Db, report: ReplayReport): Promise<void> {
  const groups = await db.rows<{ rule: string; outcome: string | null; detail: string; n: string }>(
    `SELECT rule, outcome, CASE WHEN outcome <> 'settled' THEN detail END AS detail, count(*) AS n
    FROM quality.replay_item WHERE replay_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [report.replay],
  )
  const add = (to: Record<string, number>, key: string, n: number) => {
    to[key] = (to[key] ?? 0) + n
  }
  for (const { rule, outcome, detail, n } of groups) {
    const counts = report.by_rule[rule] ?? { settled: 0, still_failing: 0, skipped: 0 }
    report.by_rule[rule] = counts
    const rows = Number(n)
    if (outcome === 'settled' || outcome === 'still_failing' || outcome === 'skipped') {
      counts[outcome] += rows
      report[outcome] += rows
    } else report.open += rows
    if (outcome === 'skipped') add(report.skipped_why, detail, rows)
    if (outcome === 'still_failing' && detail !== rule) add(report.next_blockers, detail, rows)
  }
}

/** Rows whose outcome is another than their preview said, counted by both outcomes. */
async function compare(db: Db, report: ReplayReport, previewId: number): Promise<void> {
  const outcomeSql = (i: string) =>
    `CASE ${i}.outcome WHEN 'settled' THEN 'settled' ELSE concat_ws(' ', ${i}.outcome, ${i}.detail) END`
  const groups = await db.rows<{ previewed: string; now: string; n: string }>(
    `SELECT ${outcomeSql('p')} AS previewed, ${outcomeSql('i')} AS now, count(*) AS n
    FROM quality.replay_item i
    LEFT JOIN quality.replay_item p ON p.replay_id = $2 AND p.quarantine_id = i.quarantine_id
    WHERE i.replay_id = $1 AND i.outcome IS NOT NULL AND ${outcomeSql('i')} <> ${outcomeSql('p')}
    GROUP BY 1, 2 ORDER BY 1, 2`,
    [report.replay, previewId],
  )
  report.changes = groups.map(({ previewed, now, n }) => ({ previewed, now, rows: Number(n) }))
  report.changed_since_preview = report.changes.reduce((sum, c) => sum + c.rows, 0)
}
