import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { FlagFigures } from '@/components/flags/flag-figures'
import { SilverTable } from '@/components/flags/silver-table'
import { DatasetName } from '@/components/names'
import { ExportMenu } from '@/components/rule/export-menu'
import { pageActor } from '@/lib/server/auth/actor'
import { countFlagRows, readFlagRows } from '@/lib/server/queries/flag-rows'
import { readFlags } from '@/lib/server/queries/flags'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { formatTime } from '@/lib/shared/format'
import { silverTableOf } from '@/lib/shared/silver'
import { loadFlagView } from '@/lib/views/flag-view'

interface Props {
  params: Promise<{ dataset: string; flag: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).flag }
}

/** A flag: what it says, how many rows and since when, and the rows as they are in Silver. */
export default async function FlagPage({ params, searchParams }: Props) {
  await pageActor()
  const { dataset, flag: code } = await params
  const view = await loadFlagView(searchParams)
  const locale = await getLocale()
  const t = await getTranslations()
  const at = new Date()
  const text = view.text?.trim().slice(0, 200) || undefined
  const read = await database().snapshot(async (tx) => {
    const [flag] = await readFlags(tx, { dataset, flag: code }, at)
    const table = flag && (await silverTableOf(tx, dataset))
    if (!table) return undefined
    const query = {
      flag: code,
      text,
      sort: view.sort ?? undefined,
      desc: view.desc,
      after: view.after ?? undefined,
    }
    return {
      flag,
      table,
      page: await readFlagRows(tx, table, query),
      count: await countFlagRows(tx, table, query),
      timeZone: await readTimeZone(tx),
    }
  })
  if (!read) notFound()
  const { flag, table, page, count, timeZone } = read
  const reader = { locale, timeZone }
  const wanted = new URLSearchParams({ dataset, flag: code })
  if (text) wanted.set('text', text)
  if (view.hide.length > 0) wanted.set('hide', view.hide.join(','))
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-xl">{flag.means[locale] ?? code}</h1>
          <p className="break-words text-muted">
            {code} · <DatasetName name={dataset} /> · {t('terms.owner')} {flag.owner} ·{' '}
            <Link href="/flags" className="underline">
              {t('flags.back')}
            </Link>
          </p>
          {flag.retired && <p className="text-warning">▲ {t('flags.retired')}</p>}
        </div>
        {count > 0 && (
          <ExportMenu
            label={t('rule.exportRows', { n: count })}
            href={`/api/export/flag?${wanted}`}
          />
        )}
      </header>
      <FlagFigures flag={flag} at={at.toISOString()} reader={reader} />
      <p className="text-muted">
        {t('flags.inSilver')}{' '}
        {t('shell.figuresOf', { time: formatTime(at, reader), zone: timeZone })}
      </p>
      {count === 0 && !text ? (
        <p className="border border-line p-6">{t('flags.noRows')}</p>
      ) : (
        <SilverTable columns={table.columns} page={page} count={count} reader={reader} />
      )}
    </div>
  )
}
