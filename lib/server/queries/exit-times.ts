/** How long rows stayed, and the days that ranges are made of. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { neverNull, typedRows } from '@/lib/shared/db/typed-rows'
import type { FlowQuery } from './flow'

export const ExitTime = z.object({
  dataset: z.string(),
  rule: neverNull(z.string(), 'a row leaves from a rule'),
  /** Exits from the open stock in the range. */
  exits: z.number(),
  /** Seconds from first seen to the exit, half and nine tenths of the rows at most. */
  medianSeconds: z.number(),
  p90Seconds: z.number(),
})
export type ExitTime = z.infer<typeof ExitTime>

/** Time to exit by the rule that the rows left, over their exits in a range of days. */
export function readExitTimes(db: Reader, query: FlowQuery): Promise<ExitTime[]> {
  return typedRows(
    db,
    ExitTime,
    `SELECT e.dataset, e.rule_from AS rule, count(*)::int AS exits,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM e.at - q.first_seen))::float8
        AS "medianSeconds",
      percentile_disc(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM e.at - q.first_seen))::float8
        AS "p90Seconds"
    FROM quality.quarantine_event e JOIN quality.quarantine q ON q.id = e.quarantine_id
    WHERE e.kind = 'EXITED' AND e.open_from
      AND e.dataset IN (SELECT s.dataset FROM quality.dataset_state s WHERE s.domain = $1)
      AND ($2::text IS NULL OR e.dataset = $2) AND ($3::text IS NULL OR e.rule_from = $3)
      AND e.at >= $4::date::timestamp AT TIME ZONE (SELECT time_zone FROM quality.workspace)
      AND e.at < ($5::date + 1)::timestamp AT TIME ZONE (SELECT time_zone FROM quality.workspace)
    GROUP BY 1, 2 ORDER BY 1, 2`,
    [query.domain, query.dataset ?? null, query.rule ?? null, query.from, query.to],
  )
}

export const Today = z.object({
  timeZone: z.string(),
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Monday of its ISO week, and the week's name. */
  monday: z.string(),
  week: z.string(),
})
export type Today = z.infer<typeof Today>

/** Which day it is in the workspace at a time. */
export async function readToday(db: Reader, at: Date): Promise<Today> {
  const [today] = await typedRows(
    db,
    Today,
    `SELECT w.time_zone AS "timeZone", d.day::text, date_trunc('week', d.day)::date::text AS monday,
      to_char(d.day, 'IYYY-"W"IW') AS week
    FROM quality.workspace w
    CROSS JOIN LATERAL (SELECT ($1::timestamptz AT TIME ZONE w.time_zone)::date AS day) d`,
    [at.toISOString()],
  )
  if (!today) throw new Error('the workspace has no settings')
  return today
}
