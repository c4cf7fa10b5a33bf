import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { Age } from '@/components/age'
import { DatasetName } from '@/components/names'
import { ReadyMark } from '@/components/ready-mark'
import { Cell, Head, Table } from '@/components/ui/table'
import { pageActor } from '@/lib/server/auth/actor'
import { searchMoney, searchRows } from '@/lib/server/queries/search'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatMoney } from '@/lib/shared/format'

interface Props {
  searchParams: Promise<{ q?: string }>
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return {
    title: (await getTranslations('row'))('searchTitle', { q: (await searchParams).q ?? '' }),
  }
}

const LIMIT = 200

/** Everything in quarantine about a customer, an invoice or a key, across datasets and domains. */
export default async function SearchPage({ searchParams }: Props) {
  await pageActor()
  const { q = '' } = await searchParams
  const t = await getTranslations()
  const { found, money, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    found: await searchRows(tx, q, undefined, LIMIT + 1),
    money: await searchMoney(tx, q, undefined),
    timeZone: await readTimeZone(tx),
  }))
  const reader = { locale: await getLocale(), timeZone }
  const rows = found.slice(0, LIMIT)
  return (
    <div className="flex flex-col gap-3">
      <h1 className="font-semibold text-xl">
        {q.trim() ? t('row.searchTitle', { q }) : t('terms.search')}
      </h1>
      <p className="text-muted">
        {q.trim() ? t('row.searchFound', { n: rows.length }) : t('row.searchHow')}{' '}
        {found.length > LIMIT && t('row.searchCapped', { n: LIMIT })}
      </p>
      {money.length > 0 && (
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          {money.map((sum) => (
            <div key={`${sum.dataset} ${sum.currency}`}>
              <dt className="text-muted">
                <DatasetName name={sum.dataset} />
              </dt>
              <dd className="font-semibold text-lg">
                {formatMoney(sum.amount, sum.currency, reader)}
                {!sum.currency && (
                  <span className="font-normal text-muted"> {t('stock.unknownCurrency')}</span>
                )}
              </dd>
              <dd className="text-[13px] text-muted">
                {t('row.openOf', { n: formatCount(sum.rows, reader) })}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {money.length > 1 && <p className="text-muted">{t('stock.sameMoney')}</p>}
      {rows.length > 0 && (
        <Table caption={t('terms.rows')}>
          <thead>
            <tr>
              <Head>{t('terms.key')}</Head>
              <Head>{t('terms.rule')}</Head>
              <Head>{t('terms.customer')}</Head>
              <Head>{t('terms.invoice')}</Head>
              <Head right>{t('terms.money')}</Head>
              <Head right>{t('terms.age')}</Head>
              <Head>{t('terms.status')}</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} data-line className="hover:bg-panel">
                <Cell>
                  <Link href={`/rows/${row.id}`} className="underline">
                    {row.key ?? `#${row.id}`}
                  </Link>{' '}
                  <div className="text-muted">
                    <DatasetName name={row.dataset} />
                  </div>
                </Cell>
                <Cell>
                  {row.means?.[reader.locale] ?? row.rule}
                  <div className="text-muted">{row.rule}</div>
                </Cell>
                <Cell>{row.customer}</Cell>
                <Cell>{row.invoice}</Cell>
                <Cell right>
                  {row.amount === null ? '–' : formatMoney(row.amount, row.currency, reader)}
                </Cell>
                <Cell right>
                  <Age
                    since={new Date(row.firstSeen)}
                    now={new Date()}
                    reader={reader}
                    warnDays={row.warnDays}
                    criticalDays={row.criticalDays}
                  />
                </Cell>
                <Cell>
                  {t(`terms.statut.${row.statut}`)} {row.ready && <ReadyMark />}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
