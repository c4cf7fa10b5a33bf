/** Alerts as the sweep (pipeline/service/alerts) keeps them. */
import { isoSql, type Reader } from '@/lib/shared/db/database'
import type { ALERT_KINDS } from '@/lib/shared/db/schema/triage'

export interface Alert {
  id: number
  kind: (typeof ALERT_KINDS)[number]
  domain: string
  dataset: string | null
  rule: string | null
  subject: string
  level: 'warning' | 'critical'
  openedAt: string
  /** When it last became critical. */
  escalatedAt: string | null
  acknowledgedAt: string | null
  acknowledgedBy: string | null
  closedAt: string | null
  /** Whole seconds that it has been, or was, open. */
  openSeconds: number
  /** Figures of its kind, for the sentence. */
  detail: Record<string, unknown>
}

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
  return db.rows<Alert>(
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

export interface AlertCounts {
  critical: number
  warning: number
  /** Of both, those that nobody has acknowledged. */
  unacknowledged: number
}

/** How many alerts are open at `at`, for the navigation and the wall. */
export async function countAlerts(
  db: Reader,
  domain: string | undefined,
  at: Date,
): Promise<AlertCounts> {
  const [counts] = await db.rows<AlertCounts>(
    `SELECT (count(*) FILTER (WHERE level = 'critical'))::int AS critical,
      (count(*) FILTER (WHERE level = 'warning'))::int AS warning,
      (count(*) FILTER (WHERE acknowledged_at IS NULL))::int AS unacknowledged
    FROM quality.alert WHERE opened_at <= $1::timestamptz
      AND (closed_at IS NULL OR closed_at > $1::timestamptz) AND ($2::text IS NULL OR domain = $2)`,
    [at.toISOString(), domain ?? null],
  )
  return counts ?? { critical: 0, warning: 0, unacknowledged: 0 }
}
