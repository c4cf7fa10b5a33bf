/** Alerts as the sweep (pipeline/service/alerts) keeps them. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { ALERT_KINDS } from '@/lib/shared/db/schema/triage'
import { typedRows } from '@/lib/shared/db/typed-rows'

export const Alert = z.object({
  id: z.number(),
  kind: z.enum(ALERT_KINDS),
  domain: z.string(),
  dataset: z.string().nullable(),
  rule: z.string().nullable(),
  subject: z.string(),
  level: z.enum(['warning', 'critical']),
  openedAt: z.string(),
  /** When it last became critical. */
  escalatedAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** Whole seconds that it has been, or was, open. */
  openSeconds: z.number(),
  /** Figures of its kind, for the sentence. */
  detail: z.record(z.string(), z.unknown()),
})
export type Alert = z.infer<typeof Alert>

export interface AlertQuery {
  domain?: string
  dataset?: string
  rule?: string
  /** Also those that closed in the last so many days before `at`. */
  closedDays?: number
  /** All of them where nothing is said: at most some per rule. */
  limit?: number
}

/** Alerts open at `at`: critical first, unacknowledged first, then the oldest; closed ones last. */
export function readAlerts(db: Reader, query: AlertQuery, at: Date): Promise<Alert[]> {
  const { domain = null, dataset = null, rule = null, closedDays = 0, limit = null } = query
  return typedRows(
    db,
    Alert,
    `SELECT id, kind, domain, dataset, rule, subject, level, ${isoSql('opened_at')} AS "openedAt",
      ${isoSql('escalated_at')} AS "escalatedAt", ${isoSql('acknowledged_at')} AS "acknowledgedAt",
      acknowledged_by AS "acknowledgedBy",
      CASE WHEN closed_at <= $1::timestamptz THEN ${isoSql('closed_at')} END AS "closedAt",
      greatest(0, floor(extract(epoch FROM least(closed_at, $1::timestamptz) - opened_at)))::int
        AS "openSeconds", detail
    FROM quality.alert
    WHERE opened_at <= $1::timestamptz AND ($2::text IS NULL OR domain = $2)
      AND ($3::text IS NULL OR dataset = $3) AND ($4::text IS NULL OR rule = $4)
      AND (closed_at IS NULL OR closed_at > $1::timestamptz - $5::int * interval '24 hours')
    ORDER BY closed_at <= $1::timestamptz NULLS FIRST, level, acknowledged_at NULLS FIRST, opened_at, id
    LIMIT $6::int`,
    [at.toISOString(), domain, dataset, rule, closedDays, limit],
  )
}

export const AlertCounts = z.object({
  critical: z.number(),
  warning: z.number(),
  /** Of both, those that nobody has acknowledged. */
  unacknowledged: z.number(),
})
export type AlertCounts = z.infer<typeof AlertCounts>

/** How many alerts are open at `at`, for the navigation and the wall. */
export async function countAlerts(
  db: Reader,
  domain: string | undefined,
  at: Date,
): Promise<AlertCounts> {
  const [counts] = await typedRows(
    db,
    AlertCounts,
    `SELECT (count(*) FILTER (WHERE level = 'critical'))::int AS critical,
      (count(*) FILTER (WHERE level = 'warning'))::int AS warning,
      (count(*) FILTER (WHERE acknowledged_at IS NULL))::int AS unacknowledged
    FROM quality.alert WHERE opened_at <= $1::timestamptz
      AND (closed_at IS NULL OR closed_at > $1::timestamptz) AND ($2::text IS NULL OR domain = $2)`,
    [at.toISOString(), domain ?? null],
  )
  return counts ?? { critical: 0, warning: 0, unacknowledged: 0 }
}
