/** Runs as the screens show them: what came in, where every row is, what was checked. */
import { isoSql, type Reader } from '@/lib/shared/db/database'

export interface RunLine {
  id: number
  domain: string
  kind: 'delivery' | 'rebuild'
  mode: 'full' | 'delta'
  status: 'running' | 'committed' | 'refused' | 'failed' | 'interrupted'
  delivery: string | null
  asOf: string
  startedAt: string
  seconds: number | null
  received: number
  quarantined: number
  failedChecks: number
  error: { reason: string; message: string; hint?: string } | null
}

export interface RunDetail extends RunLine {
  notes: string[]
  timings: Record<string, number>
  datasets: {
    dataset: string
    mode: 'full' | 'delta' | 'none'
    received: number
    malformed: number
    silver: number
    quarantined: number
    duplicates: number
    flagged: number
    entered: number
    withheld: number
    withdrawn: number
    silverAfter: number
    rules: Record<string, number>
  }[]
  checks: { name: string; ok: boolean; expected: string; found: string; sample: string[] | null }[]
  files: {
    file: string
    received: number
    malformed: number
    bytes: number
    encoding: string
    delimiter: string
    sha256: string
    extraColumns: string[]
    notes: string[]
  }[]
}

const LINE = `r.id, r.domain, r.kind, r.mode, r.status, r.delivery, ${isoSql('r.as_of')} AS "asOf",
  ${isoSql('r.started_at')} AS "startedAt",
  round(extract(epoch FROM r.finished_at - r.started_at)::numeric, 1)::float8 AS seconds, r.error,
  (SELECT coalesce(sum(d.received), 0)::int FROM quality.run_dataset d WHERE d.run_id = r.id) AS received,
  (SELECT coalesce(sum(d.quarantined), 0)::int FROM quality.run_dataset d WHERE d.run_id = r.id) AS quarantined,
  (SELECT count(*)::int FROM quality.check_result c WHERE c.run_id = r.id AND NOT c.ok) AS "failedChecks"`

/**
 * Runs, newest first, older than `before` and of one domain where these are given.
 * @param stopped only those that did not commit: refused, failed, interrupted.
 */
export function readRuns(
  db: Reader,
  before?: number,
  limit = 50,
  domain?: string,
  stopped = false,
): Promise<RunLine[]> {
  return db.rows<RunLine>(
    `SELECT ${LINE} FROM quality.run r WHERE ($1::int IS NULL OR r.id < $1)
      AND ($3::text IS NULL OR r.domain = $3)
      AND (NOT $4::boolean OR r.status NOT IN ('committed', 'running')) ORDER BY r.id DESC LIMIT $2::int`,
    [before ?? null, limit, domain ?? null, stopped],
  )
}

/** One run with all that is known of it; undefined when there is none. */
export async function readRun(db: Reader, id: number): Promise<RunDetail | undefined> {
  const [line] = await db.rows<RunLine & Pick<RunDetail, 'notes' | 'timings'>>(
    `SELECT ${LINE}, coalesce(r.notes, '[]') AS notes, coalesce(r.timings, '{}') AS timings
    FROM quality.run r WHERE r.id = $1`,
    [id],
  )
  if (!line) return undefined
  return {
    ...line,
    datasets: await db.rows<RunDetail['datasets'][number]>(
      `SELECT dataset, mode, received, malformed, silver, quarantined, duplicates, flagged, entered,
        withheld, withdrawn, silver_after AS "silverAfter", rules
      FROM quality.run_dataset WHERE run_id = $1 ORDER BY dataset`,
      [id],
    ),
    checks: await db.rows<RunDetail['checks'][number]>(
      'SELECT name, ok, expected, found, sample FROM quality.check_result WHERE run_id = $1 ORDER BY ok, name',
      [id],
    ),
    files: await db.rows<RunDetail['files'][number]>(
      `SELECT file, received, malformed, bytes::float8 AS bytes, encoding, delimiter, sha256,
        extra_columns AS "extraColumns", notes FROM quality.run_file WHERE run_id = $1 ORDER BY file`,
      [id],
    ),
  }
}
