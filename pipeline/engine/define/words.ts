/** What every part of a declaration is made of: names and sentences. */
import { z } from 'zod'

/** Name of a dataset, a column, a reference: as the table or column is called. */
export const name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _ only')

/** One sentence in each language of the product. */
export const Localized = z.strictObject({
  en: z.string().min(1),
  'pt-BR': z.string().min(1),
  fr: z.string().min(1),
})
export type Localized = z.infer<typeof Localized>
