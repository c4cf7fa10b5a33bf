import { text } from 'drizzle-orm/pg-core'
import { quality } from './schemas'
import { at, rowId } from './types'

/** Journal of the tables that are made from declarations: each statement, in order. */
export const tableChange = quality.table('table_change', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  domain: text('domain').notNull(),
  dataset: text('dataset').notNull(),
  statement: text('statement').notNull(),
  at: at('at').notNull().defaultNow(),
})
