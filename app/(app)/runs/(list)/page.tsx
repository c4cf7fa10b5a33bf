import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { DomainName } from '@/components/names'
import { reasonOf } from '@/components/runs/reason'
import { RunStatus } from '@/components/runs/run-status'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { Cell, Head, Table } from '@/components/ui/table'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readRuns } from '@/lib/server/queries/runs'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatTime } from '@/lib/shared/format'
import { withDomain } from '@/lib/views/domain'

interface Props {
  searchParams: Promise<{ before?: string; show?: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('runs'))('title') }
}

const PAGE = 50

/** Runs: what came in and what came of it. */
export default async function RunsPage({ searchParams }: Props) {
  await pageActor()
  const t = await getTranslations('runs')
  const { before: from, show } = await searchParams
  const before = Number(from) || undefined
  const stopped = show === 'stopped'
  const domain = await chosenDomain()
  const { runs, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    runs: await readRuns(tx, before, PAGE, domain, stopped),
    timeZone: await readTimeZone(tx),
  }))
  const reader = { locale: await getLocale(), timeZone }
  const last = runs.at(-1)
  return (
    <div className="flex flex-col gap-4">
      <DomainInAddress domain={domain} />
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="font-semibold text-xl">{t('title')}</h1>
        <Link href={withDomain('/proofs', domain)} className="underline">
          {(await getTranslations('proofs'))('title')}
        </Link>
      </div>
      <nav aria-label={t('show')} className="flex flex-wrap gap-4">
        {[false, true].map((only) => (
          <Link
            key={String(only)}
            href={`${withDomain('/runs', domain)}${only ? '&show=stopped' : ''}`}
            aria-current={only === stopped ? 'page' : undefined}
            className={only === stopped ? 'font-semibold' : 'underline'}
          >
            {t(only ? 'stopped' : 'all')}
          </Link>
        ))}
      </nav>
      {runs.length === 0 ? (
        <p className="text-muted">{t(stopped ? 'noneStopped' : 'none')}</p>
      ) : (
        <Table caption={t('title')} hidden wide>
          <thead>
            <tr>
              <Head>{(await getTranslations('terms'))('run')}</Head>
              <Head>{(await getTranslations('terms'))('status')}</Head>
              <Head>{t('asOf')}</Head>
              <Head right>{t('received')}</Head>
              <Head right>{t('quarantined')}</Head>
              <Head right>{t('took')}</Head>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id} data-line className="hover:bg-panel">
                <Cell>
                  <Link href={`/runs/${run.id}`} className="underline">
                    {t('runNo', { id: run.id })}
                  </Link>{' '}
                  <span className="text-muted">
                    <DomainName name={run.domain} /> · {t(`mode.${run.mode}`)} ·{' '}
                    {run.delivery ?? t(`kind.${run.kind}`)}
                  </span>
                </Cell>
                <Cell>
                  <RunStatus status={run.status} />
                  {run.error && (
                    <div className="max-w-md">
                      {reasonOf(t, run.error.reason)}{' '}
                      <span lang="en" className="text-muted">
                        {run.error.message}
                      </span>
                    </div>
                  )}
                </Cell>
                <Cell>
                  <span className="whitespace-nowrap">
                    {formatTime(new Date(run.asOf), reader)}
                  </span>
                </Cell>
                <Cell right>{formatCount(run.received, reader)}</Cell>
                <Cell right>{formatCount(run.quarantined, reader)}</Cell>
                <Cell right>
                  {run.seconds === null
                    ? '–'
                    : t('seconds', { n: formatCount(run.seconds, reader) })}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {runs.length === PAGE && last && (
        <Link
          href={`${withDomain('/runs', domain)}&before=${last.id}${stopped ? '&show=stopped' : ''}`}
          className="underline"
        >
          {t('older')}
        </Link>
      )}
    </div>
  )
}
