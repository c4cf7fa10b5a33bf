/** The quarantine: what is set aside, why, since when, and everything that happened to it. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from './run'
import { quality } from './schemas'
import { at, rowId } from './types'

export const STATUTS = ['A_TRAITER', 'SOLDEE', 'CLASSEE'] as const
export const EXIT_REASONS = [
  'REPLAYED',
  'CORRECTED',
  'WITHDRAWN',
  'RULE_CHANGED',
  'CLASSEE',
] as const
export const EVENT_KINDS = [
  'ENTERED',
  'RULE_CHANGED',
  'REVALUED',
  'REPLAY_FAILED',
  'EXITED',
  'REOPENED',
  'ASSIGNED',
  'COMMENTED',
  'SNOOZED',
  'FIX_CLAIMED',
  'FIX_REFUTED',
] as const

/** Narrow on purpose: a million open rows are ranked and counted here; the values live apart. */
export const quarantine = quality.table(
  'quarantine',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity({ name: 'quarantine_id_seq' }),
    dataset: text('dataset').notNull(),
    key_hash: uuid('key_hash').notNull(),
    occurrence: integer('occurrence').notNull(),
    content_hash: uuid('content_hash').notNull(),
    /** First failing rule in declared order. */
    rule: text('rule').notNull(),
    /** All the other failing rules, in declared order. */
    other_rules: text('other_rules').array().notNull(),
    statut: text('statut', { enum: STATUTS }).notNull(),
    first_seen: at('first_seen').notNull(),
    settled_at: at('settled_at'),
    exit_reason: text('exit_reason', { enum: EXIT_REASONS }),
    amount: numeric('amount', { precision: 15, scale: 2 }),
    currency: text('currency'),
    /** Business key in words, parts joined by " / ". */
    key_text: text('key_text'),
    customer: text('customer'),
    invoice: text('invoice'),
    /** References that do not hold now. */
    unmet: smallint('unmet').notNull(),
    /** Only references were missing, and all of them hold now. */
    ready: boolean('ready').notNull().default(false),
    /** The run whose values the row carries, and the row's number in it. */
    run_id: integer('run_id').notNull(),
    n: integer('n').notNull(),
    /** What one fix would free it, as far as its own rule goes. */
    cause_id: rowId('cause_id'),
    /** The cause at the top of the chain of parents that it waits for; its own where none. */
    root_cause_id: rowId('root_cause_id'),
    /** The earlier stay of the same key, when it had been settled before. */
    previous_id: rowId('previous_id'),
  },
  (t) => [
    uniqueIndex('quarantine_live_idx')
      .on(t.dataset, t.key_hash, t.occurrence)
      .where(sql`statut <> 'SOLDEE'`),
    index('quarantine_settled_idx').on(t.dataset, t.key_hash).where(sql`statut = 'SOLDEE'`),
    index('quarantine_page_idx')
      .on(t.dataset, t.rule, t.first_seen, t.id)
      .where(sql`statut <> 'SOLDEE'`),
    index('quarantine_cause_idx').on(t.cause_id).where(sql`statut <> 'SOLDEE'`),
    index('quarantine_customer_idx').on(t.customer).where(sql`statut <> 'SOLDEE'`),
    index('quarantine_invoice_idx').on(t.invoice).where(sql`statut <> 'SOLDEE'`),
  ],
)

/** Raw values of a quarantined row and where it came from; bytes for malformed records. */
export const quarantinePayload = quality.table('quarantine_payload', {
  quarantine_id: rowId('quarantine_id').primaryKey(),
  source: text('source').notNull(),
  file: text('file').notNull(),
  line: integer('line').notNull(),
  line_to: integer('line_to').notNull(),
  /** Source column → text as received. NULL for malformed records. */
  raw: jsonb('raw'),
  bytes: bytea('bytes'),
  detail: text('detail'),
})

/**
 * State of a reference: 0 holds, 1 parent missing, 2 parent live in quarantine, 3 the same but the
 * parent is ready, so that a replay would settle it first.
 */
export const quarantineRef = quality.table(
  'quarantine_ref',
  {
    quarantine_id: rowId('quarantine_id').notNull(),
    ref: text('ref').notNull(),
    parent: text('parent').notNull(),
    /** NULL where the row names no parent at all. */
    parent_key: uuid('parent_key'),
    parent_text: text('parent_text'),
    state: smallint('state').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.quarantine_id, t.ref] }),
    index('quarantine_ref_parent_idx').on(t.parent, t.parent_key),
  ],
)

/**
 * Append-only. An event says what the row counted for in the open stock before and after; the
 * ledger (flow_daily) is fed from here by a trigger in the same transaction.
 */
export const quarantineEvent = quality.table(
  'quarantine_event',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity(),
    quarantine_id: rowId('quarantine_id').notNull(),
    at: at('at').notNull(),
    kind: text('kind', { enum: EVENT_KINDS }).notNull(),
    reason: text('reason'),
    /** A person, or run, replay, schedule, rule. */
    actor: text('actor').notNull(),
    run_id: integer('run_id'),
    replay_id: integer('replay_id'),
    dataset: text('dataset').notNull(),
    open_from: boolean('open_from').notNull(),
    rule_from: text('rule_from'),
    currency_from: text('currency_from'),
    amount_from: numeric('amount_from', { precision: 15, scale: 2 }),
    open_to: boolean('open_to').notNull(),
    rule: text('rule').notNull(),
    currency: text('currency'),
    amount: numeric('amount', { precision: 15, scale: 2 }),
    note: text('note'),
  },
  (t) => [
    index('quarantine_event_row_idx').on(t.quarantine_id, t.id),
    index('quarantine_event_at_idx').using('brin', t.at),
  ],
)

const flowCount = (name: string) => integer(name).notNull().default(0)
const flowMoney = (name: string) =>
  numeric(name, { precision: 20, scale: 2 }).notNull().default('0')

/**
 * The ledger per rule, currency and day of the workspace: closing = sum over all days up to it of
 * in + reopened + moved in ± revalued − out − moved out. currency is '' where none is known.
 */
export const flowDaily = quality.table(
  'flow_daily',
  {
    dataset: text('dataset').notNull(),
    rule: text('rule').notNull(),
    currency: text('currency').notNull(),
    day: date('day').notNull(),
    in_rows: flowCount('in_rows'),
    in_amount: flowMoney('in_amount'),
    reopened_rows: flowCount('reopened_rows'),
    reopened_amount: flowMoney('reopened_amount'),
    moved_in_rows: flowCount('moved_in_rows'),
    moved_in_amount: flowMoney('moved_in_amount'),
    revalued_rows: flowCount('revalued_rows'),
    revalued_amount: flowMoney('revalued_amount'),
    out_rows: flowCount('out_rows'),
    out_amount: flowMoney('out_amount'),
    moved_out_rows: flowCount('moved_out_rows'),
    moved_out_amount: flowMoney('moved_out_amount'),
  },
  (t) => [primaryKey({ columns: [t.dataset, t.rule, t.currency, t.day] })],
)

/** Texts and settings of a rule, upserted from the declarations; retired rules keep their row. */
export const rule = quality.table(
  'rule',
  {
    dataset: text('dataset').notNull(),
    code: text('code').notNull(),
    domain: text('domain').notNull(),
    position: integer('position').notNull(),
    kind: text('kind').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** {means: {en, pt-BR, fr}, mend: {…}} */
    texts: jsonb('texts').notNull(),
    /** Where to fix it: {table, field, transaction} of the source system. */
    source_hint: jsonb('source_hint').notNull(),
    owner: text('owner').notNull(),
    severity: text('severity').notNull(),
    warn_days: integer('warn_days').notNull(),
    critical_days: integer('critical_days').notNull(),
    replay: text('replay').notNull(),
    /** An administrator's own settings; they win over the declared ones and survive them. */
    warn_days_override: integer('warn_days_override'),
    critical_days_override: integer('critical_days_override'),
    replay_override: text('replay_override'),
    retired_at: at('retired_at'),
  },
  (t) => [primaryKey({ columns: [t.dataset, t.code] })],
)
