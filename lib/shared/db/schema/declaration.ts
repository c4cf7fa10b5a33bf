/** Declarations: the file that a domain hands over, and the certificate that it is complete. */
import { sql } from 'drizzle-orm'
import { index, integer, json, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea } from './run'
import { quality } from './schemas'
import { at, rowId } from './types'

/** refused: there was no balanced state to declare; failed: it could not be written. */
export const DECLARATION_STATUSES = ['queued', 'running', 'done', 'refused', 'failed'] as const

/** One request, and what came of it. Everything below `run_id` is there only when it is done. */
export const declaration = quality.table(
  'declaration',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ name: 'declaration_id_seq' }),
    domain: text('domain').notNull(),
    status: text('status', { enum: DECLARATION_STATUSES }).notNull(),
    /** A person, or terminal. */
    actor: text('actor').notNull(),
    requested_at: at('requested_at').notNull(),
    started_at: at('started_at'),
    finished_at: at('finished_at'),
    /** {reason, message, hint?, run?, replay?, checks?} of one that was refused or failed. */
    error: jsonb('error'),
    /** The run whose state is declared. */
    run_id: integer('run_id'),
    file: text('file'),
    rows: integer('rows'),
    bytes: rowId('bytes'),
    /** Of the file, hexadecimal. */
    sha256: text('sha256'),
    /** As it was written, in its order. */
    certificate: json('certificate'),
  },
  (t) => [
    // One at a time waits: whoever asks meanwhile gets the same one.
    uniqueIndex('declaration_waiting_idx').on(t.domain).where(sql`status IN ('queued', 'running')`),
    index('declaration_domain_idx').on(t.domain, t.id),
  ],
)

/** The file in pieces of about 1 MB, so that app and worker may be on different machines. */
export const declarationPart = quality.table(
  'declaration_part',
  {
    declaration_id: integer('declaration_id')
      .notNull()
      .references(() => declaration.id),
    n: integer('n').notNull(),
    content: bytea('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.declaration_id, t.n] })],
)
