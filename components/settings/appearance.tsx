import { useTranslations } from 'next-intl'
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales'
import { THEMES, type Theme } from '@/lib/theme'

interface AppearanceProps {
  locale: Locale
  theme: Theme
  chooseLanguage(form: FormData): Promise<void>
  chooseTheme(form: FormData): Promise<void>
}

const choice =
  'h-8 rounded-sm border border-line px-3 hover:bg-panel aria-pressed:border-ink aria-pressed:font-semibold'

/** Language and colours, remembered in this browser. */
export function Appearance({ locale, theme, chooseLanguage, chooseTheme }: AppearanceProps) {
  const t = useTranslations('shell')
  return (
    <div className="flex flex-col gap-3">
      <form action={chooseLanguage} className="flex flex-col gap-1">
        <span className="font-semibold">{t('language')}</span>
        <span className="flex flex-wrap gap-2">
          {LOCALES.map((l) => (
            <button
              type="submit"
              key={l}
              name="locale"
              value={l}
              lang={l}
              aria-pressed={l === locale}
              className={choice}
            >
              {LOCALE_NAMES[l]}
            </button>
          ))}
        </span>
      </form>
      <form action={chooseTheme} className="flex flex-col gap-1">
        <span className="font-semibold">{t('theme')}</span>
        <span className="flex flex-wrap gap-2">
          {THEMES.map((name) => (
            <button
              type="submit"
              key={name}
              name="theme"
              value={name}
              aria-pressed={name === theme}
              className={choice}
            >
              {t(name)}
            </button>
          ))}
        </span>
      </form>
    </div>
  )
}
