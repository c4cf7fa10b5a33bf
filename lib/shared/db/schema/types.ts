/** Types of columns that several tables use. */
import { bigint, numeric, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment, whatever the zone of the session. */
export const at = (name: string) => timestamp(name, { withTimezone: true })

/** An id of which there may be more than an integer holds, or a number of bytes. */
export const rowId = (name: string) => bigint(name, { mode: 'number' })

/** Sums of numeric(15,2) over any number of rows. */
export const money = (name: string) => numeric(name, { precision: 24, scale: 2 })

/** Quotients (rounded by the declaration) and products, of any size. */
export const ratio = (name: string) => numeric(name)

/** The currency of the money beside it, in Gold. */
export const moeda = () => text('moeda').notNull()
