/** A run processes one delivery of one domain; these tables say what came of it. */
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bronze, quality } from './schemas'
import { at, rowId } from './types'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** running: T1 done or under way; interrupted: its process died before T3. */
export const RUN_STATUSES = ['running', 'committed', 'refused', 'failed', 'interrupted'] as const

/** One run. Ids are handed out early, so that a refused delivery has one too. */
export const run = quality.table(
  'run',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ name: 'run_id_seq' }),
    domain: text('domain').notNull(),
    kind: text('kind', { enum: ['delivery', 'rebuild'] }).notNull(),
    mode: text('mode', { enum: ['full', 'delta'] }).notNull(),
    status: text('status', { enum: RUN_STATUSES }).notNull(),
    /** Name of the delivery folder, without its path. */
    delivery: text('delivery'),
    sequence: integer('sequence'),
    /** The clock of the run: every first-seen time and event of it. */
    as_of: at('as_of').notNull(),
    key_date: date('key_date'),
    started_at: at('started_at').notNull(),
    finished_at: at('finished_at'),
    accept_shrink: boolean('accept_shrink').notNull().default(false),
    /** {reason, message, file?, line?, column?, hint?} of a run that did not commit. */
    error: jsonb('error'),
    /** Seconds per phase. */
    timings: jsonb('timings'),
    /** Forgiven or noteworthy things, in words. */
    notes: jsonb('notes'),
  },
  (t) => [index('run_domain_idx').on(t.domain, t.id)],
)

/** What the reader saw of one file of a run. */
export const runFile = quality.table(
  'run_file',
  {
    run_id: integer('run_id')
      .notNull()
      .references(() => run.id),
    source: text('source').notNull(),
    file: text('file').notNull(),
    dataset: text('dataset').notNull(),
    received: integer('received').notNull(),
    malformed: integer('malformed').notNull(),
    bytes: rowId('bytes').notNull(),
    sha256: text('sha256').notNull(),
    encoding: text('encoding').notNull(),
    delimiter: text('delimiter').notNull(),
    extra_columns: text('extra_columns').array().notNull(),
    notes: text('notes').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.file] })],
)

/** The counts of the contract, per run and dataset. */
export const runDataset = quality.table(
  'run_dataset',
  {
    run_id: integer('run_id')
      .notNull()
      .references(() => run.id),
    dataset: text('dataset').notNull(),
    mode: text('mode', { enum: ['full', 'delta', 'none'] }).notNull(),
    received: integer('received').notNull(),
    malformed: integer('malformed').notNull(),
    silver: integer('silver').notNull(),
    quarantined: integer('quarantined').notNull(),
    duplicates: integer('duplicates').notNull(),
    flagged: integer('flagged').notNull(),
    silver_before: integer('silver_before').notNull(),
    entered: integer('entered').notNull(),
    withheld: integer('withheld').notNull(),
    withdrawn: integer('withdrawn').notNull(),
    silver_after: integer('silver_after').notNull(),
    rewritten: integer('rewritten').notNull(),
    /** Delivered rows in quarantine by first failing rule. */
    rules: jsonb('rules').notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.dataset] })],
)

/** One check of a run, kept whether it held or not; up to 1,000 sample keys when it did not. */
export const checkResult = quality.table(
  'check_result',
  {
    run_id: integer('run_id')
      .notNull()
      .references(() => run.id),
    name: text('name').notNull(),
    dataset: text('dataset'),
    ok: boolean('ok').notNull(),
    expected: text('expected').notNull(),
    found: text('found').notNull(),
    sample: jsonb('sample'),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.name] })],
)

/** Records that are not rows: kept with their bytes and physical lines. */
export const malformed = bronze.table(
  'malformed',
  {
    _run: integer('_run').notNull(),
    _n: integer('_n').notNull(),
    dataset: text('dataset').notNull(),
    source: text('source').notNull(),
    _arquivo_origem: text('_arquivo_origem').notNull(),
    _linha: integer('_linha').notNull(),
    _linha_fim: integer('_linha_fim').notNull(),
    _ingestao_em: at('_ingestao_em').notNull(),
    reason: text('reason').notNull(),
    detail: text('detail').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.dataset, t._run, t._n] })],
)

/** What a dataset was last judged with, and since which run its Bronze must stay. */
export const datasetState = quality.table('dataset_state', {
  dataset: text('dataset').primaryKey(),
  domain: text('domain').notNull(),
  fingerprint: text('fingerprint').notNull(),
  last_run: integer('last_run'),
  last_full_run: integer('last_full_run'),
  last_full_at: at('last_full_at'),
})

/** What the declarations say of a domain as a whole. */
export const domain = quality.table('domain', {
  name: text('name').primaryKey(),
  /** A committed run is missed after so many hours without one. */
  expect_every_hours: integer('expect_every_hours').notNull(),
  /** Language → what people call it. */
  title: jsonb('title'),
  /** {dataset, file, columns, recency?} of a domain that declares; NULL of one that does not. */
  declaration: jsonb('declaration'),
  /** Of its rules and post-conditions, as they are declared now. */
  fingerprint: text('fingerprint'),
})

/** Datasets as declared, parents before children. */
export const dataset = quality.table('dataset', {
  name: text('name').primaryKey(),
  domain: text('domain').notNull(),
  position: integer('position').notNull(),
  /** Language → what people call it. */
  title: jsonb('title').notNull(),
})

/** Settings of the whole workspace: one row. */
export const workspace = quality.table('workspace', {
  id: integer('id').primaryKey().default(1),
  /** IANA time zone in which days begin. */
  time_zone: text('time_zone').notNull(),
})

/** A losing row, its winner, and why. */
export const duplicate = quality.table(
  'duplicate',
  {
    run_id: integer('run_id').notNull(),
    dataset: text('dataset').notNull(),
    n: integer('n').notNull(),
    file: text('file').notNull(),
    line: integer('line').notNull(),
    key_text: text('key_text'),
    winner_run: integer('winner_run').notNull(),
    winner_n: integer('winner_n').notNull(),
    reason: text('reason', { enum: ['identical', 'order', 'unique'] }).notNull(),
    at: at('at').notNull(),
  },
  (t) => [uniqueIndex('duplicate_row_idx').on(t.dataset, t.run_id, t.n)],
)
