import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Cell, Table } from '@/components/table'
import type { FigureMeta } from '@/lib/server/queries/impact'
import type { ImpactCustomersPage } from '@/lib/server/queries/impact-customers'
import { formatCount, formatMoney, formatShare, type Reader } from '@/lib/shared/format'
import { type CustomerSort, type ImpactView, impactHref } from '@/lib/views/impact-view'
import { CustomerSearch } from './customer-search'
import { figureText } from './figure-text'

interface CustomersProps {
  page: ImpactCustomersPage
  view: ImpactView
  figure: FigureMeta
  currency: string
  reader: Reader
}

/** Affected customers; sorted, searched and paged on the server, each leading to all of its rows. */
export function Customers({ page, view, figure, currency, reader }: CustomersProps) {
  const t = useTranslations('impact')
  const terms = useTranslations('terms')
  const rule = useTranslations('rule')
  const { sort, desc } = view
  const to = (change: Partial<ImpactView>) => impactHref('/impact', { ...view, ...change })
  const head = (id: CustomerSort, label: string, right = true) => {
    const here = sort === id
    const first = id !== 'name' && id !== 'code'
    return (
      <th
        scope="col"
        aria-sort={here ? (desc ? 'descending' : 'ascending') : undefined}
        className={`h-8 whitespace-nowrap border-line border-b px-2 font-normal text-muted ${right ? 'text-right' : 'text-left'}`}
      >
        <Link
          href={to({ sort: id, desc: here ? !desc : first, after: null })}
          scroll={false}
          className="hover:text-ink"
        >
          {label}
          <span aria-hidden="true">{here ? (desc ? '\u00a0↓' : '\u00a0↑') : ''}</span>
        </Link>
      </th>
    )
  }
  const button = 'rounded-sm border border-line px-2 py-1 hover:bg-panel'
  return (
    <>
      <CustomerSearch />
      <p className="text-[13px] text-muted" aria-live="polite">
        {t('customersCount', { n: page.total })}
      </p>
      {page.customers.length === 0 ? (
        <p className="py-4">
          {view.text ? t('noCustomer') : t('noneAffected')}{' '}
          {view.text && (
            <Link href={to({ text: null, after: null })} scroll={false} className="underline">
              {rule('dropFilters')}
            </Link>
          )}
        </p>
      ) : (
        <Table caption={t('customers')} hidden wide>
          <thead>
            <tr>
              {head('code', terms('customer'), false)}
              {head('name', t('name'), false)}
              {head('money', t('withheldMoney'))}
              {head('rows', t('withheldRows'))}
              {head('share', t('share'))}
              {head('value', figure.title[reader.locale] ?? figure.column)}
              {head('all', t('allRows'))}
            </tr>
          </thead>
          <tbody>
            {page.customers.map((customer) => (
              <tr key={customer.code} data-line className="hover:bg-panel">
                <Cell>
                  {customer.code === null ? (
                    <span className="text-muted">{t('unknownCustomer')}</span>
                  ) : (
                    <Link
                      href={`/search?q=${encodeURIComponent(customer.code)}`}
                      className="underline decoration-line underline-offset-2 hover:decoration-ink"
                    >
                      {customer.code}
                    </Link>
                  )}
                </Cell>
                <Cell>
                  {customer.name ??
                    (customer.code !== null && (
                      <span className="text-muted">{t('notInSilver')}</span>
                    ))}
                </Cell>
                <Cell right>
                  {customer.rows === 0
                    ? '–'
                    : formatMoney(customer.money, currency || null, reader)}
                </Cell>
                <Cell right>{formatCount(customer.rows, reader)}</Cell>
                <Cell right>
                  {customer.share === null ? '–' : formatShare(customer.share, reader)}
                </Cell>
                <Cell right>{figureText(customer.value, figure.kind, currency, reader)}</Cell>
                <Cell right>{formatCount(customer.all, reader)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div className="flex gap-2">
        {view.after && (
          <Link href={to({ after: null })} scroll={false} className={button}>
            {rule('first')}
          </Link>
        )}
        {page.next && (
          <Link href={to({ after: page.next })} scroll={false} className={button}>
            {rule('next')}
          </Link>
        )}
      </div>
    </>
  )
}
