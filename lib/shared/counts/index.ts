/** Where the rows of one delivery of a dataset are: received = silver + quarantined + duplicates. */
import { z } from 'zod'

export const Counts = z.object({
  /** Every record of the delivery, malformed ones too. */
  received: z.number(),
  malformed: z.number(),
  silver: z.number(),
  quarantined: z.number(),
  duplicates: z.number(),
  /** Rows of Silver with at least one flag. */
  flagged: z.number(),
  /** Rule → its quarantined rows. */
  rules: z.record(z.string(), z.number()),
})
export type Counts = z.infer<typeof Counts>

/** What the delivery did to Silver, in rows. */
export const SilverChanges = z.object({
  entered: z.number(),
  withheld: z.number(),
  withdrawn: z.number(),
})
export type SilverChanges = z.infer<typeof SilverChanges>
