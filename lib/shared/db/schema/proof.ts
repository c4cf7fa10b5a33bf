/** What `prove` found: of every rule, whether something else notices when it is switched off. */
import { doublePrecision, index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { quality } from './schemas'
import { at } from './types'

export const proof = quality.table(
  'proof',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity({ name: 'proof_id_seq' }),
    domain: text('domain').notNull(),
    at: at('at').notNull(),
    /** What was delivered in the sandbox: {kind, …, rows}. */
    source: jsonb('source').notNull(),
    /** Of the domain's rules and post-conditions; out of date when `domain.fingerprint` differs. */
    fingerprint: text('fingerprint').notNull(),
    /** One entry per rule, in order of judgement. */
    rules: jsonb('rules').notNull(),
    /** Rules per verdict. */
    summary: jsonb('summary').notNull(),
    seconds: doublePrecision('seconds').notNull(),
  },
  (t) => [index('proof_domain_idx').on(t.domain, t.id)],
)
