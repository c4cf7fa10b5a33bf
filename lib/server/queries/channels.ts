/** Channels of notifications, and what became of what was sent to them; never a secret. */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { isoSql } from '@/lib/shared/db/sql'
import { Count, typedRows } from '@/lib/shared/db/typed-rows'
import { shownAddress } from '@/lib/shared/notify/channel'
import { CHANNEL_KINDS, WEBHOOK_FORMS } from '@/lib/shared/notify/kinds'

export const SendError = z.object({
  /** A key of the texts `channels.error`. */
  code: z.string(),
  /** What the other side said. */
  detail: z.string(),
})
export type SendError = z.infer<typeof SendError>

const Status = z.enum(['pending', 'sent', 'failed'])

export const ChannelLine = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  form: z.enum(WEBHOOK_FORMS),
  /** A mail address; of a webhook where it leads, without the part that lets one write to it. */
  to: z.string(),
  language: z.string(),
  /** Empty: all, in these four. */
  owners: z.array(z.string()),
  rules: z.array(z.string()),
  domains: z.array(z.string()),
  levels: z.array(z.enum(['warning', 'critical'])),
  alerts: z.boolean(),
  digest: z.boolean(),
  digestHour: z.number(),
  enabled: z.boolean(),
  waiting: z.number(),
  failed: z.number(),
  /** The last test. */
  test: z
    .object({
      id: z.number(),
      status: Status,
      at: z.string(),
      error: SendError.nullable(),
    })
    .nullable(),
})
export type ChannelLine = z.infer<typeof ChannelLine>

const StoredChannel = ChannelLine.omit({ to: true }).extend({ address: z.string() })

const Rule = z.object({
  id: z.string(),
  means: z.string(),
  owner: z.string(),
  domain: z.string(),
})

const Alive = z.object({
  alive: z.boolean(),
})

const Unsent = z.object({
  failed: z.number(),
  waiting: z.number(),
})

/** All channels, by name. */
export async function readChannels(db: Reader): Promise<ChannelLine[]> {
  const rows = await typedRows(
    db,
    StoredChannel,
    `SELECT c.id, c.name, c.kind, c.form, c.address, c.language, c.owners, c.rules, c.domains, c.levels,
      c.alerts, c.digest, c.digest_hour AS "digestHour", c.enabled,
      coalesce(n.waiting, 0) AS waiting, coalesce(n.failed, 0) AS failed,
      (SELECT jsonb_build_object('id', t.id, 'status', t.status, 'at', ${isoSql('t.created_at')}, 'error', t.error)
        FROM quality.notification t WHERE t.channel_id = c.id AND t.kind = 'test' ORDER BY t.id DESC LIMIT 1) AS test
    FROM quality.channel c
    LEFT JOIN (SELECT channel_id, (count(*) FILTER (WHERE status = 'pending'))::int AS waiting,
        (count(*) FILTER (WHERE status = 'failed'))::int AS failed
      FROM quality.notification WHERE kind <> 'test' AND status <> 'sent' GROUP BY 1) n ON n.channel_id = c.id
    ORDER BY lower(c.name), c.id`,
  )
  return rows.map(({ address, ...line }) => ({ ...line, to: shownAddress(line.kind, address) }))
}

export const Delivery = z.object({
  id: z.number(),
  channel: z.string(),
  kind: z.enum(['alerts', 'digest', 'test']),
  /** Changes of alerts that it tells; null: another kind. */
  changes: z.number().nullable(),
  status: Status,
  attempts: z.number(),
  createdAt: z.string(),
  /** Of one that waits: not before. */
  nextAt: z.string(),
  sentAt: z.string().nullable(),
  error: SendError.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** What was given up, what waits, then what was sent last; @returns up to `limit`, and how many more. */
export async function readDeliveries(
  db: Reader,
  limit = 30,
): Promise<{ deliveries: Delivery[]; more: number }> {
  const [count] = await typedRows(db, Count, 'SELECT count(*)::int AS n FROM quality.notification')
  const deliveries = await typedRows(
    db,
    Delivery,
    `SELECT n.id, c.name AS channel, n.kind, jsonb_array_length(n.payload->'changes') AS changes,
      n.status, n.attempts, ${isoSql('n.created_at')} AS "createdAt", ${isoSql('n.next_at')} AS "nextAt",
      ${isoSql('n.sent_at')} AS "sentAt", n.error
    FROM quality.notification n JOIN quality.channel c ON c.id = n.channel_id
    ORDER BY array_position(ARRAY['failed', 'pending', 'sent'],
      CASE WHEN n.kind = 'test' AND n.status = 'failed' THEN 'sent' ELSE n.status END), n.id DESC
    LIMIT $1::int`,
    [limit],
  )
  return { deliveries, more: Math.max(0, (count?.n ?? 0) - deliveries.length) }
}

export interface ChannelChoices {
  owners: string[]
  /** Names of domains with rules. */
  domains: string[]
  /** `id` is dataset/rule. */
  rules: { id: string; means: string }[]
}

/** What a channel may be narrowed down to: whatever is declared now. */
export async function readChannelChoices(db: Reader, locale: string): Promise<ChannelChoices> {
  const rules = await typedRows(
    db,
    Rule,
    `SELECT dataset || '/' || code AS id, coalesce(texts->'means'->>$1, code) AS means, owner, domain
    FROM quality.rule WHERE retired_at IS NULL ORDER BY domain, dataset, position, code`,
    [locale],
  )
  const sorted = (values: string[]) =>
    [...new Set(values)].sort((a, b) => a.localeCompare(b, locale))
  return {
    owners: sorted(rules.map((r) => r.owner)),
    domains: sorted(rules.map((r) => r.domain)),
    rules: rules.map(({ id, means }) => ({ id, means })),
  }
}

/** Whether a worker has beaten in the last ten seconds: without one nothing is sent. */
export async function hasWorker(db: Reader): Promise<boolean> {
  const [row] = await typedRows(
    db,
    Alive,
    `SELECT EXISTS (SELECT FROM quality.worker WHERE beat_at > clock_timestamp() - interval '10 seconds') AS alive`,
  )
  return row?.alive ?? false
}

/** Messages that were given up, and that wait because an attempt failed; tests do not count. */
export async function countUnsent(db: Reader): Promise<{ failed: number; waiting: number }> {
  const [row] = await typedRows(
    db,
    Unsent,
    `SELECT (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
      (count(*) FILTER (WHERE status = 'pending'))::int AS waiting
    FROM quality.notification WHERE kind <> 'test' AND error IS NOT NULL AND error->>'code' <> 'off'`,
  )
  return row ?? { failed: 0, waiting: 0 }
}
