/** Who is told about alerts, what there is to tell, and what became of it. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { CHANNEL_KINDS, WEBHOOK_FORMS } from '@/lib/shared/notify/kinds'
import { quality } from './schemas'
import { alert } from './triage'
import { at } from './types'

/** Empty: all of them. */
const all = (name: string) => text(name).array().notNull().default(sql`'{}'`)

/** A mailbox or an HTTP receiver, and what goes there. */
export const channel = quality.table('channel', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  kind: text('kind', { enum: CHANNEL_KINDS }).notNull(),
  form: text('form', { enum: WEBHOOK_FORMS }).notNull().default('json'),
  /** The mail address, or the URL: whoever has a receiver's URL may write to it, so it is a secret. */
  address: text('address').notNull(),
  language: text('language').notNull(),
  /** Owners of rules. */
  owners: all('owners'),
  /** dataset/rule */
  rules: all('rules'),
  domains: all('domains'),
  levels: all('levels'),
  alerts: boolean('alerts').notNull(),
  digest: boolean('digest').notNull(),
  /** 0 to 23, on the workspace's clock. */
  digest_hour: smallint('digest_hour').notNull(),
  /** The last local day whose digest was written, or that is left out. */
  digest_day: date('digest_day'),
  enabled: boolean('enabled').notNull(),
  /** Signs what goes to a webhook; shown once, when it is made. */
  secret: text('secret'),
  created_by: text('created_by').notNull(),
  created_at: at('created_at').notNull(),
})

/** lowered: from critical to warning. */
export const ALERT_CHANGES = ['opened', 'escalated', 'lowered', 'closed'] as const

/** Each change of an alert, once; written by the statement that makes it. */
export const alertChange = quality.table(
  'alert_change',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    alert_id: integer('alert_id')
      .notNull()
      .references(() => alert.id, { onDelete: 'cascade' }),
    change: text('change', { enum: ALERT_CHANGES }).notNull(),
    /** After the change; of a closing the last one. */
    level: text('level', { enum: ['warning', 'critical'] }).notNull(),
    at: at('at').notNull(),
  },
  (t) => [index('alert_change_alert_idx').on(t.alert_id)],
)

export const NOTIFICATION_KINDS = ['alerts', 'digest', 'test'] as const
export const NOTIFICATION_STATUSES = ['pending', 'sent', 'failed'] as const

/**
 * The outbox: one message to one channel, written by the transaction of what it tells. It is sent
 * at least once; a repeat has the same message id.
 */
export const notification = quality.table(
  'notification',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    channel_id: integer('channel_id')
      .notNull()
      .references(() => channel.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: NOTIFICATION_KINDS }).notNull(),
    /** What it tells, once per channel: change/<id of the first>, digest/<day>, test/<request>. */
    key: text('key').notNull(),
    /** The facts, as they were; words and links are made when it is sent. */
    payload: jsonb('payload').notNull(),
    message_id: uuid('message_id').notNull().defaultRandom(),
    status: text('status', { enum: NOTIFICATION_STATUSES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    created_at: at('created_at').notNull(),
    /** Not tried before. */
    next_at: at('next_at').notNull(),
    /** A worker is at it until then; if it dies, another one tries again. */
    claimed_until: at('claimed_until'),
    sent_at: at('sent_at'),
    /** Of the last attempt: {code, detail}. */
    error: jsonb('error'),
  },
  (t) => [
    uniqueIndex('notification_key_idx').on(t.channel_id, t.key),
    index('notification_due_idx').on(t.next_at, t.id).where(sql`status = 'pending'`),
  ],
)
