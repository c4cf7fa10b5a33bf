import { useTranslations } from 'next-intl'
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/shared/i18n/locales'
import { THEMES, type Theme } from '@/lib/views/theme'

/** How a preference is laid out where it stands. */
interface Looks {
  form: string
  label: string
  choices: string
  choice: string
}

export interface PreferencesProps {
  locale: Locale
  theme: Theme
  chooseLanguage(form: FormData): Promise<void>
  chooseTheme(form: FormData): Promise<void>
  looks: Looks
}

/** Language and colours as buttons, remembered in this browser; they work without a script too. */
export function Preferences(props: PreferencesProps) {
  const { locale, theme, chooseLanguage, chooseTheme, looks } = props
  const t = useTranslations('shell')
  const button = (name: string, value: string, chosen: boolean, text: string, lang?: string) => (
    <button
      type="submit"
      key={value}
      name={name}
      value={value}
      lang={lang}
      aria-pressed={chosen}
      className={looks.choice}
    >
      {text}
    </button>
  )
  return (
    <>
      <form action={chooseLanguage} className={looks.form}>
        <span className={looks.label}>{t('language')}</span>
        <span className={looks.choices}>
          {LOCALES.map((l) => button('locale', l, l === locale, LOCALE_NAMES[l], l))}
        </span>
      </form>
      <form action={chooseTheme} className={looks.form}>
        <span className={looks.label}>{t('theme')}</span>
        <span className={looks.choices}>
          {THEMES.map((name) => button('theme', name, name === theme, t(name)))}
        </span>
      </form>
    </>
  )
}
