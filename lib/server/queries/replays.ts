/** Replays as the screens show them; also while they run. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'

/** Language → sentence. */
const Texts = z.record(z.string(), z.string())

export const ReplayLine = z.object({
  id: z.number(),
  domain: z.string(),
  kind: z.enum(['replay', 'preview']),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Name of the person, or what asked (schedule, terminal). */
  actor: z.string(),
  actorId: z.string(),
  requestedAt: z.string(),
  finishedAt: z.string().nullable(),
  total: z.number(),
  requested: z.number(),
  cascaded: z.number(),
  settled: z.number(),
  stillFailing: z.number(),
  skipped: z.number(),
  cancelRequested: z.boolean(),
  previewId: z.number().nullable(),
  referencesRun: z.number().nullable(),
  error: z
    .object({
      message: z.string(),
    })
    .nullable(),
})
export type ReplayLine = z.infer<typeof ReplayLine>

export interface ReplayDetail extends z.infer<typeof ReplayRecord> {
  /** By the rule that the rows failed when it was asked for, with what that rule means. */
  byRule: z.infer<typeof OutcomeByRule>[]
  /** Rule that still fails → rows, for those that left their rule. */
  nextBlockers: z.infer<typeof NextBlocker>[]
  skippedWhy: Record<string, number>
  /** Rows that came out otherwise than in the preview that was executed. */
  changedSincePreview: number | null
}

const LINE = `p.id, p.domain, p.kind, p.status, auth.name_at(p.actor, p.requested_at) AS actor, p.actor AS "actorId",
  ${isoSql('p.requested_at')} AS "requestedAt", ${isoSql('p.finished_at')} AS "finishedAt",
  p.requested + p.cascaded AS total, p.requested, p.cascaded, c.settled, c.still_failing AS "stillFailing",
  c.skipped, p.cancel_requested AS "cancelRequested", p.preview_id AS "previewId",
  p.references_run AS "referencesRun", p.error`

/** Counted from the rows while it runs, from the record once it has ended. */
const COUNTS = `CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE outcome = 'settled')::int AS settled,
      count(*) FILTER (WHERE outcome = 'still_failing')::int AS still_failing,
      count(*) FILTER (WHERE outcome = 'skipped')::int AS skipped
    FROM quality.replay_item i WHERE i.replay_id = p.id AND p.status IN ('queued', 'running')
    HAVING p.status IN ('queued', 'running')
    UNION ALL SELECT p.settled, p.still_failing, p.skipped WHERE p.status NOT IN ('queued', 'running')
  ) c`

const ReplayRecord = ReplayLine.extend({
  /** The replay that executed this preview. */
  executedAs: z.number().nullable(),
})

const OutcomeByRule = z.object({
  rule: z.string(),
  means: Texts.nullable(),
  settled: z.number(),
  stillFailing: z.number(),
  skipped: z.number(),
  open: z.number(),
})

const NextBlocker = z.object({ rule: z.string(), means: Texts.nullable(), rows: z.number() })

const Skipped = z.object({
  detail: z.string(),
  n: z.number(),
})

/** The newest replays of a domain, or of all of them; previews left out. */
export function readReplays(
  db: Reader,
  domain: string | undefined,
  limit = 50,
): Promise<ReplayLine[]> {
  return typedRows(
    db,
    ReplayLine,
    `SELECT ${LINE} FROM quality.replay p ${COUNTS} WHERE p.kind = 'replay'
      AND ($2::text IS NULL OR p.domain = $2) ORDER BY p.id DESC LIMIT $1::int`,
    [limit, domain ?? null],
  )
}

/** One replay or preview; undefined when there is none. */
export async function readReplay(db: Reader, id: number): Promise<ReplayDetail | undefined> {
  const [line] = await typedRows(
    db,
    ReplayRecord,
    `SELECT ${LINE}, (SELECT min(x.id) FROM quality.replay x WHERE x.preview_id = p.id) AS "executedAs"
    FROM quality.replay p ${COUNTS} WHERE p.id = $1`,
    [id],
  )
  if (!line) return undefined
  const byRule = await typedRows(
    db,
    OutcomeByRule,
    `SELECT i.rule, max(r.texts->>'means')::jsonb AS means,
      count(*) FILTER (WHERE outcome = 'settled')::int AS settled,
      count(*) FILTER (WHERE outcome = 'still_failing')::int AS "stillFailing",
      count(*) FILTER (WHERE outcome = 'skipped')::int AS skipped,
      count(*) FILTER (WHERE outcome IS NULL)::int AS open
    FROM quality.replay_item i LEFT JOIN quality.rule r ON r.dataset = i.dataset AND r.code = i.rule
    WHERE i.replay_id = $1 GROUP BY i.rule ORDER BY count(*) DESC, i.rule`,
    [id],
  )
  const nextBlockers = await typedRows(
    db,
    NextBlocker,
    `SELECT i.detail AS rule, max(r.texts->>'means')::jsonb AS means, count(*)::int AS rows
    FROM quality.replay_item i LEFT JOIN quality.rule r ON r.dataset = i.dataset AND r.code = i.detail
    WHERE i.replay_id = $1 AND i.outcome = 'still_failing' AND i.detail <> i.rule
    GROUP BY i.detail ORDER BY 3 DESC`,
    [id],
  )
  const why = await typedRows(
    db,
    Skipped,
    `SELECT coalesce(detail, '') AS detail, count(*)::int AS n FROM quality.replay_item
    WHERE replay_id = $1 AND outcome = 'skipped' GROUP BY 1 ORDER BY 1`,
    [id],
  )
  const [changed] = await typedRows(
    db,
    Count,
    `SELECT count(*)::int AS n FROM quality.replay_item i
    LEFT JOIN quality.replay_item p ON p.replay_id = $2 AND p.quarantine_id = i.quarantine_id
    WHERE i.replay_id = $1 AND i.outcome IS NOT NULL
      AND (i.outcome, i.detail) IS DISTINCT FROM (p.outcome, p.detail)`,
    [id, line.previewId],
  )
  return {
    ...line,
    byRule,
    nextBlockers,
    skippedWhy: Object.fromEntries(why.map(({ detail, n }) => [detail, n])),
    changedSincePreview: line.previewId === null ? null : (changed?.n ?? 0),
  }
}
