/** What every part of a declaration is made of: names and sentences. */
import { z } from 'zod'

/** Name of a dataset, a column, a reference: as the table or column is called. */
export const name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _ only')

const sentence = z.string().min(1)

/**
 * One sentence in each language of the product. A declaration may give it in one language, as plain
 * text or under that language: the others fall back to English, else to the first that is given.
 */
export const Localized = z
  .union([
    sentence.transform((text) => ({ en: text })),
    z
      .strictObject({ en: sentence, 'pt-BR': sentence, fr: sentence })
      .partial()
      .refine((texts) => Object.values(texts).some(Boolean), 'a sentence in at least one language'),
  ])
  .transform((texts: { en?: string; 'pt-BR'?: string; fr?: string }) => {
    const fallback = texts.en ?? texts['pt-BR'] ?? texts.fr ?? ''
    return { en: fallback, 'pt-BR': fallback, fr: fallback, ...texts }
  })
export type Localized = z.infer<typeof Localized>
