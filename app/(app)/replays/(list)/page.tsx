import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { DomainName } from '@/components/names'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { Cell, Head, Table } from '@/components/ui/table'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readReplays } from '@/lib/server/queries/replays'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatTime } from '@/lib/shared/format'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('replays'))('title') }
}

/** Replays: what people and the schedule asked for, and what came of it. */
export default async function ReplaysPage() {
  await pageActor()
  const t = await getTranslations('replays')
  const machine = await getTranslations('row.machine')
  const domain = await chosenDomain()
  const { replays, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    replays: await readReplays(tx, domain),
    timeZone: await readTimeZone(tx),
  }))
  const reader = { locale: await getLocale(), timeZone }
  return (
    <div className="flex flex-col gap-4">
      <DomainInAddress domain={domain} />
      <h1 className="font-semibold text-xl">{t('title')}</h1>
      {replays.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <Table caption={t('title')} hidden wide>
          <thead>
            <tr>
              <Head>{t('one')}</Head>
              <Head>{(await getTranslations('terms'))('status')}</Head>
              <Head right>{t('settled')}</Head>
              <Head right>{t('stillFailing')}</Head>
              <Head right>{t('skipped')}</Head>
              <Head right>{t('requested')}</Head>
              <Head right>{t('cascaded')}</Head>
            </tr>
          </thead>
          <tbody>
            {replays.map((r) => (
              <tr key={r.id} data-line className="hover:bg-panel">
                <Cell>
                  <Link href={`/replays/${r.id}`} className="underline">
                    {t('replayNo', { id: r.id })}
                  </Link>
                  <div className="text-muted">
                    <DomainName name={r.domain} />
                    {' · '}
                    {t('askedBy', {
                      who: machine.has(r.actor) ? machine(r.actor as 'schedule') : r.actor,
                      time: formatTime(new Date(r.requestedAt), reader),
                    })}
                  </div>
                </Cell>
                <Cell>{t(`status.${r.status}`)}</Cell>
                <Cell right>{formatCount(r.settled, reader)}</Cell>
                <Cell right>{formatCount(r.stillFailing, reader)}</Cell>
                <Cell right>{formatCount(r.skipped, reader)}</Cell>
                <Cell right>{formatCount(r.requested, reader)}</Cell>
                <Cell right>{formatCount(r.cascaded, reader)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
