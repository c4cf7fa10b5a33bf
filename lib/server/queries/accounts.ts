import { isoSql, type Reader } from '@/lib/shared/db/database'

export interface AccountLine {
  id: string
  name: string
  email: string
  role: 'viewer' | 'analyst' | 'steward' | 'administrator'
  createdAt: string
  /** Start of the latest session that still holds; null: not signed in. */
  signedInAt: string | null
}

/** Everybody who can sign in, administrators first. */
export function readAccounts(db: Reader): Promise<AccountLine[]> {
  return db.rows<AccountLine>(
    `SELECT u.id, u.name, u.email, u.role, ${isoSql('u.created_at')} AS "createdAt",
      (SELECT ${isoSql('max(s.created_at)')} FROM auth.session s
        WHERE s.user_id = u.id AND s.expires_at > now()) AS "signedInAt"
    FROM auth."user" u
    ORDER BY array_position(ARRAY['administrator', 'steward', 'analyst', 'viewer'], u.role), u.email`,
  )
}

export interface DeviceLine {
  id: number
  name: string
  createdBy: string
  createdAt: string
  lastSeenAt: string | null
  revokedAt: string | null
}

/** Screens on walls, the ones that work first. */
export function readDevices(db: Reader): Promise<DeviceLine[]> {
  return db.rows<DeviceLine>(
    `SELECT id, name, created_by AS "createdBy", ${isoSql('created_at')} AS "createdAt",
      ${isoSql('last_seen_at')} AS "lastSeenAt", ${isoSql('revoked_at')} AS "revokedAt"
    FROM auth.device ORDER BY revoked_at NULLS FIRST, id DESC LIMIT 200`,
  )
}

export interface ThresholdLine {
  domain: string
  dataset: string
  rule: string
  means: string
  declared: { warnDays: number; criticalDays: number; replay: string }
  /** What an administrator has set; null: as declared. */
  warnDays: number | null
  criticalDays: number | null
  replay: 'nightly' | 'after_run' | 'manual' | null
}

/** Every declared rule with its thresholds, in the order in which they are declared. */
export function readThresholds(db: Reader, locale: string): Promise<ThresholdLine[]> {
  return db.rows<ThresholdLine>(
    `SELECT domain, dataset, code AS rule, coalesce(texts->'means'->>$1, code) AS means,
      jsonb_build_object('warnDays', warn_days, 'criticalDays', critical_days, 'replay', replay) AS declared,
      warn_days_override AS "warnDays", critical_days_override AS "criticalDays",
      replay_override AS replay
    FROM quality.rule WHERE retired_at IS NULL ORDER BY domain, dataset, position, code`,
    [locale],
  )
}
