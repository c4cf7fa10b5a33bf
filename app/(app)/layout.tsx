import { cookies } from 'next/headers'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { chooseDomain, chooseLanguage, chooseTheme, signOut } from '@/app/actions'
import { NamesProvider } from '@/components/names'
import { Live } from '@/components/shell/live'
import { Shell } from '@/components/shell/shell'
import { pageActor } from '@/lib/auth/actor'
import { database } from '@/lib/db/client'
import { databaseOf } from '@/lib/db/database'
import { chosenDomain } from '@/lib/domain'
import type { Locale } from '@/lib/i18n/locales'
import { readShell } from '@/lib/queries/shell'
import { readTitles } from '@/lib/queries/titles'
import { THEME_COOKIE, themeOf } from '@/lib/theme'

export const dynamic = 'force-dynamic'

export default async function AppLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor()
  const locale = (await getLocale()) as Locale
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value)
  const shell = await readShell()
  return (
    <NamesProvider titles={await readTitles(databaseOf(database()), locale)}>
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
