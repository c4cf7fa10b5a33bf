import { useTranslations } from 'next-intl'
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales'
import { THEMES, type Theme } from '@/lib/theme'

/** Server actions of the frame. */
export interface ShellActions {
  chooseLanguage(form: FormData): Promise<void>
  chooseTheme(form: FormData): Promise<void>
  signOut(): Promise<void>
}

interface AccountMenuProps {
  actions: ShellActions
  actor: { name: string; role: string }
  locale: Locale
  theme: Theme
}

const choice = 'rounded-sm px-2 py-1 text-left hover:bg-panel aria-pressed:font-semibold'

/** Language, colours, sign out; works without a script too. */
export function AccountMenu({ actions, actor, locale, theme }: AccountMenuProps) {
  const t = useTranslations('shell')
  return (
    <details data-menu className="relative ml-auto">
      <summary className="cursor-pointer list-none rounded-sm px-2 py-1 hover:bg-panel">
        {actor.name}
        <span className="text-muted max-md:sr-only">
          {' '}
          · {t(`roles.${actor.role}` as 'roles.viewer')}
        </span>
        <span aria-hidden="true" className="text-muted">
          {' '}
          ▾
        </span>
      </summary>
      <div className="absolute right-0 z-40 mt-1 flex w-60 flex-col gap-3 border border-line bg-page p-3 shadow-lg">
        <form action={actions.chooseLanguage} className="flex flex-col">
          <span className="px-2 text-[13px] text-muted">{t('language')}</span>
          {LOCALES.map((l) => (
            <button
              type="submit"
              key={l}
              name="locale"
              value={l}
              aria-pressed={l === locale}
              lang={l}
              className={choice}
            >
              {LOCALE_NAMES[l]}
            </button>
          ))}
        </form>
        <form action={actions.chooseTheme} className="flex flex-col">
          <span className="px-2 text-[13px] text-muted">{t('theme')}</span>
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
        </form>
        <form action={actions.signOut}>
          <button type="submit" className={`${choice} w-full`}>
            {t('signOut')}
          </button>
        </form>
      </div>
    </details>
  )
}
