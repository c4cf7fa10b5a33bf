import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { Age } from '@/components/age'
import { Cell, Head, Table } from '@/components/table'
import { pageActor } from '@/lib/auth/actor'
import { database } from '@/lib/db/client'
import { databaseOf } from '@/lib/db/database'
import { formatMoney } from '@/lib/format'
import { searchRows } from '@/lib/queries/row'
import { readTimeZone } from '@/lib/queries/workspace'

interface Props {
  searchParams: Promise<{ q?: string }>
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return {
    title: (await getTranslations('row'))('searchTitle', { q: (await searchParams).q ?? '' }),
  }
}

const LIMIT = 200

/** Everything in quarantine about a customer, an invoice or a key, across datasets. */
export default async function SearchPage({ searchParams }: Props) {
  await pageActor()
  const { q = '' } = await searchParams
  const t = await getTranslations()
  const { found, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    found: await searchRows(tx, q, LIMIT + 1),
    timeZone: await readTimeZone(tx),
  }))
  const reader = { locale: await getLocale(), timeZone }
  const rows = found.slice(0, LIMIT)
  return (
    <div className="flex flex-col gap-3">
      <h1 className="font-semibold text-xl">{t('row.searchTitle', { q })}</h1>
      <p className="text-muted">
        {t('row.searchFound', { n: rows.length })}{' '}
        {found.length > LIMIT && t('row.searchCapped', { n: LIMIT })}
      </p>
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
              <tr key={row.id}>
                <Cell>
                  <Link href={`/rows/${row.id}`} className="underline">
                    {row.key ?? `#${row.id}`}
                  </Link>{' '}
                  <span className="text-muted">{row.dataset}</span>
                </Cell>
                <Cell>{row.rule}</Cell>
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
                    warnDays={7}
                    criticalDays={21}
                  />
                </Cell>
                <Cell>
                  {t(`terms.statut.${row.statut}`)}
                  {row.ready && (
                    <span className="ml-1 bg-flag px-1 text-[#1a1a19]">{t('terms.ready')}</span>
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
