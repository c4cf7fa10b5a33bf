import { useTranslations } from 'next-intl'
import { Preferences } from '@/components/preferences'
import { Menu } from '@/components/ui/menu'
import type { Locale } from '@/lib/shared/i18n/locales'
import type { Theme } from '@/lib/views/theme'

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
const looks = {
  form: 'flex flex-col',
  label: 'px-2 text-[13px] text-muted',
  choices: 'flex flex-col',
  choice,
}

/** Language, colours, sign out; works without a script too. */
export function AccountMenu({ actions, actor, locale, theme }: AccountMenuProps) {
  const t = useTranslations('shell')
  return (
    <div className="ml-auto">
      <Menu
        side="right"
        look="rounded-sm px-2 py-1 hover:bg-panel"
        label={
          <>
            {actor.name}
            <span className="text-muted max-md:sr-only">
              {' '}
              · {t(`roles.${actor.role}` as 'roles.viewer')}
            </span>
            <span aria-hidden="true" className="text-muted">
              {' '}
              ▾
            </span>
          </>
        }
      >
        <div className="flex w-56 flex-col gap-3 p-1">
          <Preferences
            locale={locale}
            theme={theme}
            chooseLanguage={actions.chooseLanguage}
            chooseTheme={actions.chooseTheme}
            looks={looks}
          />
          <form action={actions.signOut}>
            <button type="submit" className={`${choice} w-full`}>
              {t('signOut')}
            </button>
          </form>
        </div>
      </Menu>
    </div>
  )
}
