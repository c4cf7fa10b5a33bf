/** How recent the parents (holders) are for which rows wait, against all of them. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** Upper ends of the bands in days; the last band has none. */
export const BANDS = [7, 30, 90, 365] as const

export interface RecencyBand {
  /** Days from, and to where the band ends. */
  from: number
  to: number | null
  all: number
  /** Those of them with at least one row that waits for them. */
  waiting: number
}

export interface Recency {
  bands: RecencyBand[]
  all: number
  waiting: number
  /** Days; null where there is nobody. */
  medianAll: number | null
  medianWaiting: number | null
}

const Counted = z.object({
  band: z.number(),
  all: z.number(),
  waiting: z.number(),
  medianAll: z.number().nullable(),
  medianWaiting: z.number().nullable(),
})

/**
 * Parents by age, counted on the server.
 * @param view of the schema gold, as declared; @param asOf the day to count back from, ISO 8601.
 */
export async function readRecency(db: Reader, view: string, asOf: string): Promise<Recency> {
  if (!/^[a-z][a-z0-9_]*$/.test(view)) throw new Error(`not a view: ${view}`)
  const rows = await typedRows(
    db,
    Counted,
    `WITH aged AS (
      SELECT greatest(0, (($1::timestamptz AT TIME ZONE w.time_zone)::date - v.premiere_date)) AS days,
        v.lignes_en_quarantaine > 0 AS waits
      FROM gold."${view}" v CROSS JOIN quality.workspace w
    )
    SELECT a.band, count(*)::int AS all, (count(*) FILTER (WHERE waits))::int AS waiting,
      max(m.every)::int AS "medianAll", max(m.held)::int AS "medianWaiting"
    FROM (SELECT width_bucket(days - 1, $2::int[]) AS band, days, waits FROM aged) a
    CROSS JOIN (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY days) AS every,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY days) FILTER (WHERE waits) AS held FROM aged) m
    GROUP BY a.band ORDER BY a.band`,
    [asOf, `{${BANDS.join(',')}}`],
  )
  const bands = [0, ...BANDS].map((end, i): RecencyBand => {
    const found = rows.find((r) => r.band === i)
    return {
      from: i === 0 ? 0 : end + 1,
      to: BANDS[i] ?? null,
      all: found?.all ?? 0,
      waiting: found?.waiting ?? 0,
    }
  })
  const total = (key: 'all' | 'waiting') => bands.reduce((sum, band) => sum + band[key], 0)
  return {
    bands,
    all: total('all'),
    waiting: total('waiting'),
    medianAll: rows[0]?.medianAll ?? null,
    medianWaiting: rows[0]?.medianWaiting ?? null,
  }
}
