import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { typedRows } from '@/lib/shared/db/typed-rows'

export const AccountLine = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['viewer', 'analyst', 'steward', 'administrator']),
  createdAt: z.string(),
  /** Start of the latest session that still holds; null: not signed in. */
  signedInAt: z.string().nullable(),
})
export type AccountLine = z.infer<typeof AccountLine>

/** Everybody who can sign in, administrators first. */
export function readAccounts(db: Reader): Promise<AccountLine[]> {
  return typedRows(
    db,
    AccountLine,
    `SELECT u.id, u.name, u.email, u.role, ${isoSql('u.created_at')} AS "createdAt",
      (SELECT ${isoSql('max(s.created_at)')} FROM auth.session s
        WHERE s.user_id = u.id AND s.expires_at > now()) AS "signedInAt"
    FROM auth."user" u
    ORDER BY array_position(ARRAY['administrator', 'steward', 'analyst', 'viewer'], u.role), u.email`,
  )
}

const SessionLine = z.object({
  /** Not the token. */
  id: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
})
export type SessionLine = z.infer<typeof SessionLine>

/** Sessions of one account that hold, the one that was used last first. */
export function readSessions(db: Reader, account: string): Promise<SessionLine[]> {
  return typedRows(
    db,
    SessionLine,
    `SELECT id, ${isoSql('created_at')} AS "createdAt", ${isoSql('seen_at')} AS "seenAt",
      ip_address AS address, left(user_agent, 200) AS browser
    FROM auth.session WHERE user_id = $1 AND expires_at > now()
    ORDER BY seen_at DESC, id LIMIT 100`,
    [account],
  )
}

export const DeviceLine = z.object({
  id: z.number(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
})
export type DeviceLine = z.infer<typeof DeviceLine>

/** Screens on walls, the ones that work first. */
export function readDevices(db: Reader): Promise<DeviceLine[]> {
  return typedRows(
    db,
    DeviceLine,
    `SELECT id, name, created_by AS "createdBy", ${isoSql('created_at')} AS "createdAt",
      ${isoSql('last_seen_at')} AS "lastSeenAt", ${isoSql('revoked_at')} AS "revokedAt"
    FROM auth.device ORDER BY revoked_at NULLS FIRST, id DESC LIMIT 200`,
  )
}

export const ThresholdLine = z.object({
  domain: z.string(),
  dataset: z.string(),
  rule: z.string(),
  means: z.string(),
  declared: z.object({
    warnDays: z.number(),
    criticalDays: z.number(),
    replay: z.string(),
  }),
  /** What an administrator has set; null: as declared. */
  warnDays: z.number().nullable(),
  criticalDays: z.number().nullable(),
  replay: z.enum(['nightly', 'after_run', 'manual']).nullable(),
})
export type ThresholdLine = z.infer<typeof ThresholdLine>

/** Every declared rule with its thresholds, in the order in which they are declared. */
export function readThresholds(db: Reader, locale: string): Promise<ThresholdLine[]> {
  return typedRows(
    db,
    ThresholdLine,
    `SELECT domain, dataset, code AS rule, coalesce(texts->'means'->>$1, code) AS means,
      jsonb_build_object('warnDays', warn_days, 'criticalDays', critical_days, 'replay', replay) AS declared,
      warn_days_override AS "warnDays", critical_days_override AS "criticalDays",
      replay_override AS replay
    FROM quality.rule WHERE retired_at IS NULL ORDER BY domain, dataset, position, code`,
    [locale],
  )
}
