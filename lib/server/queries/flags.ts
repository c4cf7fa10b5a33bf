/**
 * Flags: what is said of rows that are in Silver. Figures come from `flag_history`, which each run
 * and replay keeps in its own transaction; they are no part of the stock of the quarantine.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { neverNull, typedRows } from '@/lib/shared/db/typed-rows'

export const FlagLine = z.object({
  domain: z.string(),
  dataset: z.string(),
  code: z.string(),
  /** Language → sentence. */
  means: neverNull(z.record(z.string(), z.string()), 'every declared flag has texts'),
  owner: z.string(),
  retired: z.boolean(),
  /** Rows of Silver with the flag; null before the first run that counted. */
  rows: z.number().nullable(),
  /** All rows of the dataset in Silver, counted together with `rows`. */
  silver: z.number().nullable(),
  /** When rows carried it first, and when its figure changed last; ISO 8601. */
  firstSeen: z.string().nullable(),
  changedAt: z.string().nullable(),
  /** Rows at the end of each day, oldest first, the last one now; null before it was counted. */
  trend: neverNull(z.array(z.number().nullable()), 'there is always a day'),
})
export type FlagLine = z.infer<typeof FlagLine>

export interface FlagQuery {
  domain?: string
  dataset?: string
  flag?: string
}

/** Days of the trend: eight weeks, and today. */
export const TREND_DAYS = 57

/**
 * Reads flags at `at`, those of one dataset together. A retired flag is there as long as rows carry
 * it; asked for by name it always is.
 */
export async function readFlags(db: Reader, query: FlagQuery, at: Date): Promise<FlagLine[]> {
  const named = query.flag !== undefined
  return typedRows(
    db,
    FlagLine,
    `SELECT f.domain, f.dataset, f.code, f.texts->'means' AS means, f.owner,
      f.retired_at IS NOT NULL AS retired, l.rows, l.silver,
      (SELECT ${isoSql('min(h.at)')} FROM quality.flag_history h
        WHERE h.dataset = f.dataset AND h.flag = f.code AND h.rows > 0) AS "firstSeen",
      ${isoSql('c.at')} AS "changedAt", t.trend
    FROM quality.flag f
    LEFT JOIN quality.dataset d ON d.name = f.dataset
    LEFT JOIN LATERAL (SELECT h.rows, h.silver FROM quality.flag_history h
      WHERE h.dataset = f.dataset AND h.flag = f.code ORDER BY h.id DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (SELECT max(x.at) AS at FROM (
      SELECT h.at, h.rows IS DISTINCT FROM lag(h.rows) OVER (ORDER BY h.id) AS changed
      FROM quality.flag_history h WHERE h.dataset = f.dataset AND h.flag = f.code) x
      WHERE x.changed) c ON true
    CROSS JOIN LATERAL (SELECT jsonb_agg((SELECT h.rows FROM quality.flag_history h
        WHERE h.dataset = f.dataset AND h.flag = f.code
          AND h.at < (d.day + 1)::timestamp AT TIME ZONE w.time_zone ORDER BY h.id DESC LIMIT 1)
        ORDER BY d.day) AS trend
      FROM quality.workspace w CROSS JOIN LATERAL (
        SELECT ($4::timestamptz AT TIME ZONE w.time_zone)::date - i AS day
        FROM generate_series(0, ${TREND_DAYS - 1}) i) d) t
    WHERE ($1::text IS NULL OR f.domain = $1) AND ($2::text IS NULL OR f.dataset = $2)
      AND ($3::text IS NULL OR f.code = $3)
      ${named ? '' : 'AND (f.retired_at IS NULL OR l.rows > 0)'}
    ORDER BY f.domain, d.position, f.dataset, f.position, f.code`,
    [query.domain ?? null, query.dataset ?? null, query.flag ?? null, at.toISOString()],
  )
}

/** Rows more or fewer than so many days ago; null when nobody counted then. */
export function changeOver({ trend }: Pick<FlagLine, 'trend'>, days: number): number | null {
  const now = trend.at(-1) ?? null
  const then = trend.at(-1 - days) ?? null
  return now === null || then === null ? null : now - then
}
