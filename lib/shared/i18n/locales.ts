/** The languages of the product. */
export const LOCALES = ['en', 'pt-BR', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
}

/** Cookie in which a reader's choice is remembered. */
export const LOCALE_COOKIE = 'lazaret_locale'

/**
 * The language for a reader: the remembered choice, else the best of the browser's list, else
 * English.
 */
export function chooseLocale(remembered: string | undefined, accept: string | null): Locale {
  const chosen = LOCALES.find((locale) => locale === remembered)
  if (chosen) return chosen
  const wanted = (accept ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const q = parameters.find((p) => p.trim().startsWith('q='))
      return { tag: tag.toLowerCase(), q: q ? Number(q.trim().slice(2)) : 1 }
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { tag } of wanted) {
    const [language] = tag.split('-')
    const found = LOCALES.find((locale) => locale.toLowerCase().split('-')[0] === language)
    if (found) return found
  }
  return 'en'
}
