/** Causes, replays, alerts, schedule: how rows come out again. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { quality } from './schemas'
import { at, rowId } from './types'

export const CLAIM_STATES = ['claimed', 'confirmed', 'refuted'] as const

/**
 * A rule and the missing or offending value: what one fix would free. Ownership, snooze and claims
 * belong to it, and new rows of it inherit them.
 */
export const cause = quality.table(
  'cause',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity({ name: 'cause_id_seq' }),
    dataset: text('dataset').notNull(),
    rule: text('rule').notNull(),
    /** The missing parent's key in words, or the offending value; '' where there is none. */
    value: text('value').notNull(),
    /** For references: the dataset and key hash of the parent. */
    parent: text('parent'),
    parent_key: uuid('parent_key'),
    owner: text('owner'),
    snoozed_until: at('snoozed_until'),
    claim: text('claim', { enum: CLAIM_STATES }),
    claimed_by: text('claimed_by'),
    claimed_at: at('claimed_at'),
    claim_note: text('claim_note'),
    /** The run that confirmed or refuted the claim. */
    claim_run: integer('claim_run'),
  },
  (t) => [
    uniqueIndex('cause_value_idx').on(t.dataset, t.rule, sql`md5(${t.value})`),
    index('cause_parent_idx').on(t.parent, t.parent_key),
  ],
)

/**
 * What a cause holds back, exact at every commit (kept by trigger): its own open rows (`direct`)
 * and those that wait behind them in other datasets.
 */
export const causeStock = quality.table(
  'cause_stock',
  {
    cause_id: rowId('cause_id').notNull(),
    dataset: text('dataset').notNull(),
    currency: text('currency').notNull(),
    direct: boolean('direct').notNull(),
    rows: integer('rows').notNull(),
    ready: integer('ready').notNull(),
    amount: numeric('amount', { precision: 20, scale: 2 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.cause_id, t.dataset, t.currency, t.direct] })],
)

/** The open stock by rule, currency, readiness and first-seen day, kept by trigger. */
export const stock = quality.table(
  'stock',
  {
    dataset: text('dataset').notNull(),
    rule: text('rule').notNull(),
    currency: text('currency').notNull(),
    first_day: date('first_day').notNull(),
    ready: boolean('ready').notNull(),
    rows: integer('rows').notNull(),
    amount: numeric('amount', { precision: 20, scale: 2 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.dataset, t.rule, t.currency, t.first_day, t.ready] })],
)

export const REPLAY_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** A replay: frozen when it is asked for, judged in chunks by the worker. */
export const replay = quality.table(
  'replay',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ name: 'replay_id_seq' }),
    domain: text('domain').notNull(),
    /** preview: everything, then rolled back. */
    kind: text('kind', { enum: ['replay', 'preview'] }).notNull(),
    status: text('status', { enum: REPLAY_STATUSES }).notNull(),
    scope: jsonb('scope').notNull(),
    /** A person, or schedule. */
    actor: text('actor').notNull(),
    idempotency_key: text('idempotency_key'),
    /** The preview that this replay executes. */
    preview_id: integer('preview_id'),
    /** Clock of the replay: events carry it. Null: the time of each chunk. */
    as_of: at('as_of'),
    requested_at: at('requested_at').notNull(),
    started_at: at('started_at'),
    finished_at: at('finished_at'),
    requested: integer('requested').notNull(),
    cascaded: integer('cascaded').notNull(),
    settled: integer('settled').notNull().default(0),
    still_failing: integer('still_failing').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    cancel_requested: boolean('cancel_requested').notNull().default(false),
    cancelled_by: text('cancelled_by'),
    /** Last run committed in the domain when the replay judged: how recent the references are. */
    references_run: integer('references_run'),
    error: jsonb('error'),
  },
  (t) => [
    uniqueIndex('replay_key_idx').on(t.domain, t.idempotency_key),
    index('replay_domain_idx').on(t.domain, t.id),
  ],
)

export const REPLAY_OUTCOMES = ['settled', 'still_failing', 'skipped'] as const

/** One row of a replay, and what became of it. */
export const replayItem = quality.table(
  'replay_item',
  {
    replay_id: integer('replay_id').notNull(),
    quarantine_id: rowId('quarantine_id').notNull(),
    dataset: text('dataset').notNull(),
    key_hash: uuid('key_hash').notNull(),
    cascaded: boolean('cascaded').notNull(),
    rule: text('rule').notNull(),
    outcome: text('outcome', { enum: REPLAY_OUTCOMES }),
    /** The rule that it fails now, or why it was skipped. */
    detail: text('detail'),
  },
  (t) => [
    // In the order in which rows are frozen and judged, and without the outcome: a row that gets
    // one stays on its page, and no index hears of it.
    primaryKey({ columns: [t.replay_id, t.dataset, t.key_hash, t.quarantine_id] }),
  ],
)

export const ALERT_KINDS = [
  'age',
  'stalled',
  'surge',
  'run_failed',
  'run_refused',
  'run_missing',
  'ledger_broken',
  'claim_refuted',
] as const

/** Opens once, escalates, is acknowledged, closes by itself when its cause is gone. */
export const alert = quality.table(
  'alert',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind', { enum: ALERT_KINDS }).notNull(),
    domain: text('domain').notNull(),
    dataset: text('dataset'),
    rule: text('rule'),
    /** What the alert is about, unique among the open ones of its kind. */
    subject: text('subject').notNull(),
    level: text('level', { enum: ['warning', 'critical'] }).notNull(),
    opened_at: at('opened_at').notNull(),
    escalated_at: at('escalated_at'),
    acknowledged_at: at('acknowledged_at'),
    acknowledged_by: text('acknowledged_by'),
    closed_at: at('closed_at'),
    /** Figures behind it, for the sentence on the screen. */
    detail: jsonb('detail').notNull(),
  },
  (t) => [uniqueIndex('alert_open_idx').on(t.kind, t.subject).where(sql`closed_at IS NULL`)],
)

/**
 * What people did, once per request: the same request id again gives the result that is kept here
 * and has no second effect.
 */
export const command = quality.table(
  'command',
  {
    request_id: text('request_id').primaryKey(),
    verb: text('verb').notNull(),
    /** Id of the person, and the name that they had then. */
    actor: text('actor').notNull(),
    actor_name: text('actor_name').notNull(),
    at: at('at').notNull(),
    input: jsonb('input').notNull(),
    result: jsonb('result'),
  },
  (t) => [index('command_at_idx').on(t.at)],
)

/** When each scheduled job last fired; claimed by a conditional update, so that it fires once. */
export const schedule = quality.table('schedule', {
  name: text('name').primaryKey(),
  last_fired: at('last_fired').notNull(),
})

export const INBOX_STATUSES = [
  'waiting',
  'committed',
  'refused',
  'failed',
  'waived',
  'retry',
] as const

/**
 * Deliveries seen in the inbox; what is written here is done with, whatever the folder looks like.
 * Waiting: complete, but behind one that was refused. Retry: to be read again.
 */
export const inbox = quality.table(
  'inbox',
  {
    domain: text('domain').notNull(),
    delivery: text('delivery').notNull(),
    mode: text('mode', { enum: ['full', 'delta'] }).notNull(),
    sequence: integer('sequence'),
    status: text('status', {
      enum: ['committed', 'refused', 'failed', 'waived', 'retry'],
    }).notNull(),
    run_id: integer('run_id'),
    seen_at: at('seen_at').notNull(),
    waived_by: text('waived_by'),
  },
  (t) => [primaryKey({ columns: [t.domain, t.delivery] })],
)

/** Workers alive: each writes its pulse; the jobs of a silent one are taken over. */
export const worker = quality.table('worker', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  started_at: at('started_at').notNull(),
  beat_at: at('beat_at').notNull(),
})
