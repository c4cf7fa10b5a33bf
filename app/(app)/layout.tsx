import { cookies } from 'next/headers'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { NamesProvider } from '@/components/names'
import { Live } from '@/components/shell/live'
import { Shell } from '@/components/shell/shell'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readShell } from '@/lib/server/queries/shell'
import { readTitles } from '@/lib/server/queries/titles'
import { database } from '@/lib/shared/db/client'
import type { Locale } from '@/lib/shared/i18n/locales'
import { THEME_COOKIE, themeOf } from '@/lib/views/theme'
import { chooseDomain, chooseLanguage, chooseTheme, signOut } from '../actions'

export const dynamic = 'force-dynamic'

export default async function AppLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor()
  const locale = (await getLocale()) as Locale
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value)
  const shell = await readShell()
  return (
    <NamesProvider titles={await readTitles(database(), locale)}>
      <Shell
        actions={{ chooseDomain, chooseLanguage, chooseTheme, signOut }}
        actor={actor}
        locale={locale}
        theme={theme}
        domain={await chosenDomain()}
        {...shell}
      >
        <Live />
        {children}
      </Shell>
    </NamesProvider>
  )
}
