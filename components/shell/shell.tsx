import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { AlertCounts } from '@/lib/server/queries/shell'
import type { Locale } from '@/lib/shared/i18n/locales'
import type { Theme } from '@/lib/views/theme'
import { AccountMenu, type ShellActions } from './account-menu'
import { AlertBadge } from './alert-badge'
import { DomainSwitch } from './domain-switch'
import { Keys } from './keys'
import { NavLink } from './nav-link'
import { SearchBox } from './search-box'

interface ShellProps {
  children: ReactNode
  actions: ShellActions & { chooseDomain(form: FormData): Promise<void> }
  actor: { name: string; role: string }
  locale: Locale
  theme: Theme
  domains: string[]
  /** The domain that is looked at; undefined: all. */
  domain: string | undefined
  /** Open alerts of each domain. */
  alerts: Record<string, AlertCounts>
  demo: boolean
}

/** Frame of every signed-in screen: brand, search, account, navigation. */
export function Shell({
  children,
  actions,
  actor,
  locale,
  theme,
  domains,
  domain,
  alerts,
  demo,
}: ShellProps) {
  const t = useTranslations('shell')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-page focus:px-3 focus:py-2"
      >
        {t('skip')}
      </a>
      {demo && (
        <aside
          aria-label={t('demo')}
          className="bg-flag px-4 py-1 text-center text-[13px] text-flag-ink print:hidden"
        >
          {t('demoBanner')}
        </aside>
      )}
      <header className="app-header print:hidden">
        <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5 md:h-12 md:flex-nowrap">
          <Link href="/" className="flex items-center gap-2 font-semibold">
            <span aria-hidden="true" className="size-4 bg-flag ring-1 ring-ink/30" />
            Lazaret
          </Link>
          <DomainSwitch domains={domains} chosen={domain} chooseDomain={actions.chooseDomain} />
          <SearchBox />
          <AccountMenu actions={actions} actor={actor} locale={locale} theme={theme} />
        </div>
      </header>
      <div className="flex flex-1 flex-col md:flex-row">
        <nav
          aria-label={t('navigation')}
          className="app-nav flex gap-1 overflow-x-auto border-line px-2 py-1.5 max-md:border-b md:w-44 md:shrink-0 md:flex-col md:py-3 print:hidden"
        >
          <NavLink href="/" domain={domain}>
            {t('stock')}
          </NavLink>
          <NavLink href="/flow" domain={domain}>
            {t('flow')}
          </NavLink>
          <NavLink href="/alerts" domain={domain}>
            {t('alerts')}
            <AlertBadge counts={alerts} domain={domain} />
          </NavLink>
          <NavLink href="/runs" domain={domain}>
            {t('runs')}
          </NavLink>
          <NavLink href="/replays" domain={domain}>
            {t('replays')}
          </NavLink>
          <NavLink href="/declarations" domain={domain}>
            {t('declarations')}
          </NavLink>
          <NavLink href="/impact" domain={domain}>
            {t('impact')}
          </NavLink>
          <NavLink href="/flags" domain={domain}>
            {t('flags')}
          </NavLink>
          <NavLink href="/wall" domain={domain}>
            {t('wall')}
          </NavLink>
          <NavLink href="/settings" domain={domain}>
            {t('settings')}
          </NavLink>
          <Keys />
        </nav>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 border-line px-4 py-4 outline-none md:border-l"
        >
          {children}
        </main>
      </div>
    </div>
  )
}
