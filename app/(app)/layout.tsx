import { cookies } from 'next/headers'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { chooseLanguage, chooseTheme, signOut } from '@/app/actions'
import { Live } from '@/components/shell/live'
import { Shell } from '@/components/shell/shell'
import { pageActor } from '@/lib/auth/actor'
import type { Locale } from '@/lib/i18n/locales'
import { readShell } from '@/lib/queries/shell'
import { THEME_COOKIE, themeOf } from '@/lib/theme'

export const dynamic = 'force-dynamic'

export default async function AppLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor()
  const locale = (await getLocale()) as Locale
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value)
  const shell = await readShell()
  return (
    <Shell
      actions={{ chooseLanguage, chooseTheme, signOut }}
      actor={actor}
      locale={locale}
      theme={theme}
      {...shell}
    >
      <Live />
      {children}
    </Shell>
  )
}
