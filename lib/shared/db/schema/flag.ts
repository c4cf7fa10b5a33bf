/** Flags: what is said of rows that stay in Silver. They are no part of the quarantine's stock. */
import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { quality } from './schemas'
import { at, rowId } from './types'

/** Texts and owner of a flag, upserted from the declarations; retired flags keep their row. */
export const flag = quality.table(
  'flag',
  {
    dataset: text('dataset').notNull(),
    code: text('code').notNull(),
    domain: text('domain').notNull(),
    position: integer('position').notNull(),
    /** {means: {en, pt-BR, fr}} */
    texts: jsonb('texts').notNull(),
    owner: text('owner').notNull(),
    retired_at: at('retired_at'),
  },
  (t) => [primaryKey({ columns: [t.dataset, t.code] })],
)

/**
 * How many rows of Silver carry a flag, counted in the transaction that changed it: a line per run
 * or replay chunk after which the figures are other ones. `at` never goes back as `id` grows, so
 * the last line up to a moment holds until the next.
 */
export const flagHistory = quality.table(
  'flag_history',
  {
    id: rowId('id').primaryKey().generatedByDefaultAsIdentity(),
    dataset: text('dataset').notNull(),
    flag: text('flag').notNull(),
    /** Clock of the run or replay. */
    at: at('at').notNull(),
    run_id: integer('run_id'),
    replay_id: integer('replay_id'),
    /** Rows of Silver with the flag. */
    rows: integer('rows').notNull(),
    /** Rows of Silver. */
    silver: integer('silver').notNull(),
  },
  (t) => [index('flag_history_flag_idx').on(t.dataset, t.flag, t.id)],
)
