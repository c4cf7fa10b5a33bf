import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { FlagTable } from '@/components/flags/flag-table'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readFlags } from '@/lib/server/queries/flags'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatTime } from '@/lib/shared/format'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('flags'))('title') }
}

/** Flags: what is said of rows that are in Silver, how many, whose, and whether it grows. */
export default async function FlagsPage() {
  await pageActor()
  const t = await getTranslations()
  const domain = await chosenDomain()
  const at = new Date()
  const { flags, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    flags: await readFlags(tx, { domain }, at),
    timeZone: await readTimeZone(tx),
  }))
  const reader = { locale: await getLocale(), timeZone }
  return (
    <div className="flex flex-col gap-4">
      <DomainInAddress domain={domain} />
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="font-semibold text-xl">{t('flags.title')}</h1>
        <p className="text-[13px] text-muted">
          {t('shell.figuresOf', { time: formatTime(at, reader), zone: timeZone })}
        </p>
      </div>
      <p className="max-w-3xl text-muted">{t('flags.intro')}</p>
      {flags.length > 0 ? (
        <FlagTable flags={flags} at={at.toISOString()} reader={reader} />
      ) : (
        <section className="border border-line p-6">
          <h2 className="font-semibold text-lg">{t('flags.none')}</h2>
          <p className="max-w-3xl text-muted">{t('flags.noneDeclared')}</p>
        </section>
      )}
    </div>
  )
}
