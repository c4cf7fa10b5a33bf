import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { WallScreen } from '@/components/wall/wall-screen'
import { type WallViewer, wallViewer } from '@/lib/server/auth/wall'
import { type Disk, readDisk } from '@/lib/server/disk'
import { readWall, type WallFigures } from '@/lib/server/queries/wall'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { LOCALES, type Locale } from '@/lib/shared/i18n/locales'
import { messagesFor } from '@/lib/shared/i18n/messages'
import { within } from '@/lib/shared/util/timeout'

export const dynamic = 'force-dynamic'

interface Props {
  searchParams: Promise<{ lang?: string; theme?: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('wall'))('title') }
}

const PATIENCE_MS = 6000

/** The wall: nobody touches it, so it never ends in an error page. */
export default async function WallPage({ searchParams }: Props) {
  const { lang, theme } = await searchParams
  const locale = LOCALES.find((l) => l === lang) ?? ((await getLocale()) as Locale)
  const { viewer, shown } = await look()
  if (viewer === 'nobody') redirect('/sign-in?to=/wall')
  const { act: _, ...messages } = messagesFor(locale)
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      <WallScreen
        first={shown}
        closed={viewer === 'closed'}
        person={viewer === 'person'}
        theme={theme === 'light' ? 'light' : 'dark'}
        locale={locale}
      />
    </NextIntlClientProvider>
  )
}

/** No figures when the database is away: the screen says so and goes on trying. */
async function look(): Promise<{
  viewer: WallViewer | 'unknown'
  shown: { figures: WallFigures; disk: Disk | null } | null
}> {
  try {
    const viewer = await within(PATIENCE_MS, wallViewer())
    if (viewer === 'closed' || viewer === 'nobody') return { viewer, shown: null }
    const figures = await within(PATIENCE_MS, readWall(databaseOf(database())))
    return { viewer, shown: { figures, disk: await readDisk() } }
  } catch (error) {
    console.error('The wall got no figures:', error)
    return { viewer: 'unknown', shown: null }
  }
}
