import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { Origin, OtherRules } from '@/components/row/origin'
import { Relations } from '@/components/row/parents'
import { Release } from '@/components/row/release'
import { RowActions } from '@/components/row/row-actions'
import { RowHeader } from '@/components/row/row-header'
import { Timeline } from '@/components/row/timeline'
import { ValuesTable } from '@/components/row/values-table'
import { pageActor } from '@/lib/server/auth/actor'
import { needsOf } from '@/lib/server/auth/needs'
import { readRow } from '@/lib/server/queries/row'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { act } from '../../act'

interface Props {
  params: Promise<{ id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations('row'))('title', { key: (await params).id }) }
}

/** Row: what is wrong in words, what would release it, its values, its history. */
export default async function RowPage({ params }: Props) {
  const actor = await pageActor()
  const id = Number((await params).id)
  if (!Number.isSafeInteger(id) || id < 1) notFound()
  const t = await getTranslations('row')
  const locale = await getLocale()
  const { screen, timeZone } = await database().snapshot(async (tx) => ({
    screen: await readRow(tx, id),
    timeZone: await readTimeZone(tx),
  }))
  if (!screen) notFound()
  const { row } = screen
  const reader = { locale, timeZone }
  return (
    <article className="flex max-w-5xl flex-col gap-5">
      <RowHeader row={row} reader={reader} />
      {row.statut !== 'SOLDEE' && <Release row={row} locale={locale} />}
      <RowActions row={row} act={act} needs={needsOf(actor.role)} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <ValuesTable row={row} />
        <div className="flex min-w-0 flex-col gap-5">
          <OtherRules row={row} locale={locale} />
          <Origin row={row} />
          <Relations screen={screen} />
          {row.causeId !== null && (
            <p>
              <Link
                href={`/rules/${row.dataset}/${row.rule}?cause=${row.causeId}`}
                className="underline"
              >
                {t('sameCause', { n: screen.neighbours })}
              </Link>
            </p>
          )}
          <Timeline events={screen.events} timeZone={timeZone} />
        </div>
      </div>
    </article>
  )
}
