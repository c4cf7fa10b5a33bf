import { pgSchema } from 'drizzle-orm/pg-core'

/** What arrived: all text, untouched. */
export const bronze = pgSchema('bronze')
/** Valid rows, typed, current state. */
export const silver = pgSchema('silver')
/** Figures for reports, computed from Silver against a key date. */
export const gold = pgSchema('gold')
/** Runs, checks, quarantine, ledger: the product's own tables. */
export const quality = pgSchema('quality')
