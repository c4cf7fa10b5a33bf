import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { DatasetName, DomainName } from '@/components/names'
import { Skeleton } from '@/components/skeleton'
import { Cell, Head, Table } from '@/components/ui/table'
import { pageActor } from '@/lib/server/auth/actor'
import { readMoves } from '@/lib/server/queries/moves'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatDay, formatMoney, formatTime } from '@/lib/shared/format'
import { flowHref, isDay, loadMovesView, movesHref } from '@/lib/views/flow-view'

interface Props {
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { kind } = await loadMovesView(searchParams)
  return { title: (await getTranslations('flow'))(`moves.${kind}`) }
}

const PAGE = 100

/** The rows behind a bar, a point or a figure of the flow. */
export default async function MovesPage({ searchParams }: Props) {
  await pageActor()
  const view = await loadMovesView(searchParams)
  const { from, to, domain } = view
  // Known before anything is sent, so that an address that says nothing answers 404.
  if (!isDay(from) || !isDay(to) || domain === null) notFound()
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <MovesOf view={{ ...view, from, to, domain }} />
    </Suspense>
  )
}

type View = Awaited<ReturnType<typeof loadMovesView>>

async function MovesOf({ view }: { view: View & { from: string; to: string; domain: string } }) {
  const { kind, from, to, domain } = view
  const locale = await getLocale()
  const t = await getTranslations()
  const scope = { dataset: view.dataset ?? undefined, rule: view.rule ?? undefined }
  const before = view.before && /^\d{1,18}$/.test(view.before) ? view.before : undefined
  const { found, texts, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    found: await readMoves(tx, { domain, ...scope, from, to, kind, before, limit: PAGE }),
    texts: await readRuleTexts(tx, locale),
    timeZone: await readTimeZone(tx),
  }))
  const reader = { locale, timeZone }
  const day = (text: string) => formatDay(text, reader)
  const range = from === to ? day(from) : t('flow.fromTo', { from: day(from), to: day(to) })
  const last = found.moves.at(-1)
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl">{t(`flow.moves.${kind}`)}</h1>
      <p className="text-muted">
        {t('flow.moves.count', { n: found.count, range })}
        {' · '}
        {view.rule ? `${texts[view.rule] ?? view.rule} · ` : ''}
        {view.dataset ? <DatasetName name={view.dataset} /> : <DomainName name={domain} />}
      </p>
      {found.count === 0 && <p>{t('flow.moves.none')}</p>}
      {found.moves.length > 0 && (
        <Table caption={t(`flow.moves.${kind}`)} hidden>
          <thead>
            <tr>
              <Head>{t('terms.key')}</Head>
              <Head>{t('terms.rule')}</Head>
              <Head right>{t('terms.money')}</Head>
              <Head>{kind === 'open' ? t('terms.firstSeen') : t('flow.moves.when')}</Head>
              <Head>{t('flow.moves.how')}</Head>
            </tr>
          </thead>
          <tbody>
            {found.moves.map((move) => (
              <tr key={move.cursor}>
                <Cell>
                  <Link href={`/rows/${move.row}`} className="underline">
                    {move.key ?? `#${move.row}`}
                  </Link>{' '}
                  <span className="text-muted">
                    <DatasetName name={move.dataset} />
                  </span>
                </Cell>
                <Cell>{texts[move.rule] ?? move.rule}</Cell>
                <Cell right>
                  {move.amount === null ? '–' : formatMoney(move.amount, move.currency, reader)}
                </Cell>
                <Cell>{formatTime(new Date(move.at), reader)}</Cell>
                <Cell>
                  {t(
                    `flow.moves.kind.${move.kind === 'EXITED' ? move.reason : move.kind}` as 'flow.moves.kind.ENTERED',
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <p className="flex gap-6">
        {found.moves.length === PAGE && last && (
          <Link
            href={movesHref('/flow/rows', { ...view, before: last.cursor })}
            className="underline"
          >
            {t('flow.moves.older')}
          </Link>
        )}
        <Link
          href={view.back ?? flowHref('/flow', { domain, dataset: view.dataset, rule: view.rule })}
          className="underline"
        >
          {t('flow.moves.back')}
        </Link>
      </p>
    </div>
  )
}
