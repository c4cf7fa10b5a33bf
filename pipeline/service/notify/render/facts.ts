/** The facts in the outbox, as the SQL of outbox.ts and digest.ts writes them. */
import { z } from 'zod'
import { ALERT_CHANGES } from '@/lib/shared/db/schema/notify'
import { ALERT_KINDS } from '@/lib/shared/db/schema/triage'

const level = z.enum(['warning', 'critical'])
const time = z.string()
/** Language → text; null where nothing is declared (any more). */
const words = z.record(z.string(), z.string()).nullable()
const count = z.number().int()

const AlertFact = z.object({
  alert: count,
  kind: z.enum(ALERT_KINDS),
  level,
  domain: z.string(),
  dataset: z.string().nullable(),
  rule: z.string().nullable(),
  owner: z.string().nullable(),
  opened_at: time,
  detail: z.record(z.string(), z.unknown()),
  titles: z.object({ domain: words, dataset: words, rule: words }),
})
export type AlertFact = z.infer<typeof AlertFact>

const ChangeFact = AlertFact.extend({ change: z.enum(ALERT_CHANGES) })

/** A kind of alerts, or what a sweep changed of them. */
export const AlertsPayload = z.object({ at: time, changes: z.array(ChangeFact).min(1) })
export type AlertsPayload = z.infer<typeof AlertsPayload>

const RuleFact = z.object({
  domain: z.string(),
  dataset: z.string(),
  rule: z.string(),
  owner: z.string().nullable(),
  rows: count,
  ready: count,
  /** First-seen time of the oldest open row. */
  oldest: time.nullable(),
  /** Rows in and out, yesterday and today so far, in days of the workspace. */
  yesterday: z.object({ in: count, out: count }),
  today: z.object({ in: count, out: count }),
  titles: z.object({ dataset: words, rule: words }),
})
export type RuleFact = z.infer<typeof RuleFact>

export const DigestPayload = z.object({
  at: time,
  /** The local day that it is the digest of. */
  day: z.string(),
  rules: z.array(RuleFact),
  alerts: z.array(AlertFact),
})
export type DigestPayload = z.infer<typeof DigestPayload>

export const TestPayload = z.object({ at: time, by: z.string() })
export type TestPayload = z.infer<typeof TestPayload>
