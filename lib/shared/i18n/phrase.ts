import type { Locale } from './locales'

/** One text in every language, ICU syntax for figures and plurals. */
type Phrase = Readonly<Record<Locale, string>>

/** Texts of a screen; a phrase is a leaf. */
export interface Phrases {
  readonly [key: string]: Phrase | Phrases
}

type Picked<T> = T extends Phrase ? string : { [K in keyof T]: Picked<T[K]> }

const isPhrase = (value: Phrase | Phrases): value is Phrase => typeof value.en === 'string'

/** The texts of one language, in the shape that the message formatter wants. */
export function pick<const T extends Phrases>(phrases: T, locale: Locale): Picked<T> {
  return Object.fromEntries(
    Object.entries(phrases).map(([key, value]) => [
      key,
      isPhrase(value) ? value[locale] : pick(value, locale),
    ]),
  ) as Picked<T>
}
