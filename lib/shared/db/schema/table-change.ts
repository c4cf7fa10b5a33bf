import { bigint, text, timestamp } from 'drizzle-orm/pg-core'
import { quality } from './schemas'

/** Journal of the tables that are made from declarations: each statement, in order. */
export const tableChange = quality.table('table_change', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  domain: text('domain').notNull(),
  dataset: text('dataset').notNull(),
  statement: text('statement').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})
