/** The shape of what a domain hands over: a file of one Silver table, with a certificate. */
import { z } from 'zod'
import { name } from './words'

/** The file that a domain hands over, with the certificate that it is complete. */
export const HandOver = z.strictObject({
  dataset: name,
  /** Beginning of the file's name; date and number follow. */
  file: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/, 'lower-case letters, digits, _ and - only'),
  /** Columns of the Silver table, in the order of the file. */
  columns: z.array(name).min(1),
  /**
   * A view `gold.<view>` of how recent parents are and how many rows wait for each: by the
   * reference, and by the first `since` of a parent's rows, so that known and unknown parents are
   * measured alike.
   */
  recency: z.strictObject({ view: name, reference: name, since: name }).optional(),
})
export type HandOver = z.infer<typeof HandOver>
