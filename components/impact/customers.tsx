import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Pager } from '@/components/ui/pager'
import { directionOf, SortHead, Table } from '@/components/ui/table'
import type { FigureMeta } from '@/lib/server/queries/impact'
import type { ImpactCustomersPage } from '@/lib/server/queries/impact-customers'
import type { DisplaySettings } from '@/lib/shared/format'
import { type CustomerSort, type ImpactView, impactHref } from '@/lib/views/impact-view'
import { CustomerLine } from './customer-line'
import { CustomerSearch } from './customer-search'

interface CustomersProps {
  page: ImpactCustomersPage
  view: ImpactView
  figure: FigureMeta
  currency: string
  reader: DisplaySettings
}

/** Columns, in their order; those of words begin with the smallest, those of figures with the largest. */
const COLUMNS = [
  'code',
  'name',
  'money',
  'rows',
  'share',
  'value',
  'all',
] as const satisfies CustomerSort[]
const WORDS: ReadonlySet<CustomerSort> = new Set(['code', 'name'])

/** Affected customers; sorted, searched and paged on the server, each leading to all of its rows. */
export function Customers({ page, view, figure, currency, reader }: CustomersProps) {
  const t = useTranslations('impact')
  const { sort, desc } = view
  const to = (change: Partial<ImpactView>) => impactHref('/impact', { ...view, ...change })
  const labels = useLabels(figure, reader)
  return (
    <>
      <CustomerSearch />
      <p className="text-[13px] text-muted" aria-live="polite">
        {t('customersCount', { n: page.total })}
      </p>
      {page.customers.length === 0 ? (
        <NoCustomer allHref={view.text ? to({ text: null, after: null }) : undefined} />
      ) : (
        <Table caption={t('customers')} hidden wide>
          <thead>
            <tr>
              {COLUMNS.map((id) => (
                <SortHead
                  key={id}
                  label={labels[id]}
                  right={!WORDS.has(id)}
                  sorted={directionOf(sort === id, desc)}
                  sort={to({ sort: id, desc: sort === id ? !desc : !WORDS.has(id), after: null })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {page.customers.map((customer) => (
              <CustomerLine
                key={customer.code}
                customer={customer}
                kind={figure.kind}
                currency={currency}
                reader={reader}
              />
            ))}
          </tbody>
        </Table>
      )}
      <Pager
        first={view.after ? to({ after: null }) : undefined}
        next={page.next ? to({ after: page.next }) : undefined}
      />
    </>
  )
}

function useLabels(figure: FigureMeta, reader: DisplaySettings): Record<CustomerSort, string> {
  const t = useTranslations('impact')
  const terms = useTranslations('terms')
  return {
    code: terms('customer'),
    name: t('name'),
    money: t('withheldMoney'),
    rows: t('withheldRows'),
    share: t('share'),
    value: figure.title[reader.locale] ?? figure.column,
    all: t('allRows'),
  }
}

/** No customer to list: none is affected, or none matches the search, which `allHref` drops. */
function NoCustomer({ allHref }: { allHref: string | undefined }) {
  const t = useTranslations('impact')
  const rule = useTranslations('rule')
  if (!allHref) return <p className="py-4">{t('noneAffected')}</p>
  return (
    <p className="py-4">
      {t('noCustomer')}{' '}
      <Link href={allHref} scroll={false} className="underline">
        {rule('dropFilters')}
      </Link>
    </p>
  )
}
