/** Runs as the screens show them: what came in, where every row is, what was checked. */
import { z } from 'zod'
import { Counts, SilverChanges } from '@/lib/shared/counts'
import { isoSql, type Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

export const RunLine = z.object({
  id: z.number(),
  domain: z.string(),
  kind: z.enum(['delivery', 'rebuild']),
  mode: z.enum(['full', 'delta']),
  status: z.enum(['running', 'committed', 'refused', 'failed', 'interrupted']),
  delivery: z.string().nullable(),
  asOf: z.string(),
  startedAt: z.string(),
  seconds: z.number().nullable(),
  received: z.number(),
  quarantined: z.number(),
  failedChecks: z.number(),
  error: z
    .object({
      reason: z.string(),
      message: z.string(),
      hint: z.string().optional(),
    })
    .nullable(),
})
export type RunLine = z.infer<typeof RunLine>

export interface RunDetail extends z.infer<typeof RunRecord> {
  datasets: z.infer<typeof RunDataset>[]
  checks: z.infer<typeof RunCheck>[]
  files: z.infer<typeof RunFile>[]
}

const LINE = `r.id, r.domain, r.kind, r.mode, r.status, r.delivery, ${isoSql('r.as_of')} AS "asOf",
  ${isoSql('r.started_at')} AS "startedAt",
  round(extract(epoch FROM r.finished_at - r.started_at)::numeric, 1)::float8 AS seconds, r.error,
  (SELECT coalesce(sum(d.received), 0)::int FROM quality.run_dataset d WHERE d.run_id = r.id) AS received,
  (SELECT coalesce(sum(d.quarantined), 0)::int FROM quality.run_dataset d WHERE d.run_id = r.id) AS quarantined,
  (SELECT count(*)::int FROM quality.check_result c WHERE c.run_id = r.id AND NOT c.ok) AS "failedChecks"`

const RunRecord = RunLine.extend({
  notes: z.array(z.string()),
  timings: z.record(z.string(), z.number()),
})

const RunDataset = Counts.extend({
  dataset: z.string(),
  mode: z.enum(['full', 'delta', 'none']),
  ...SilverChanges.shape,
  silverAfter: z.number(),
})

const RunCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  expected: z.string(),
  found: z.string(),
  sample: z.array(z.string()).nullable(),
})

const RunFile = z.object({
  file: z.string(),
  received: z.number(),
  malformed: z.number(),
  bytes: z.number(),
  encoding: z.string(),
  delimiter: z.string(),
  sha256: z.string(),
  extraColumns: z.array(z.string()),
  notes: z.array(z.string()),
})

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
  return typedRows(
    db,
    RunLine,
    `SELECT ${LINE} FROM quality.run r WHERE ($1::int IS NULL OR r.id < $1)
      AND ($3::text IS NULL OR r.domain = $3)
      AND (NOT $4::boolean OR r.status NOT IN ('committed', 'running')) ORDER BY r.id DESC LIMIT $2::int`,
    [before ?? null, limit, domain ?? null, stopped],
  )
}

/** One run with all that is known of it; undefined when there is none. */
export async function readRun(db: Reader, id: number): Promise<RunDetail | undefined> {
  const [line] = await typedRows(
    db,
    RunRecord,
    `SELECT ${LINE}, coalesce(r.notes, '[]') AS notes, coalesce(r.timings, '{}') AS timings
    FROM quality.run r WHERE r.id = $1`,
    [id],
  )
  if (!line) return undefined
  return {
    ...line,
    datasets: await typedRows(
      db,
      RunDataset,
      `SELECT dataset, mode, received, malformed, silver, quarantined, duplicates, flagged, entered,
        withheld, withdrawn, silver_after AS "silverAfter", rules
      FROM quality.run_dataset WHERE run_id = $1 ORDER BY dataset`,
      [id],
    ),
    checks: await typedRows(
      db,
      RunCheck,
      'SELECT name, ok, expected, found, sample FROM quality.check_result WHERE run_id = $1 ORDER BY ok, name',
      [id],
    ),
    files: await typedRows(
      db,
      RunFile,
      `SELECT file, received, malformed, bytes::float8 AS bytes, encoding, delimiter, sha256,
        extra_columns AS "extraColumns", notes FROM quality.run_file WHERE run_id = $1 ORDER BY file`,
      [id],
    ),
  }
}
