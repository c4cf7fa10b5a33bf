import { useTranslations } from 'next-intl'
import { ExportMenu } from '@/components/rule/export-menu'
import type { FigureMeta, RowSet } from '@/lib/server/queries/impact'
import type {
  ImpactCustomersPage,
  ImpactCustomersQuery,
} from '@/lib/server/queries/impact-customers'
import type { DisplaySettings } from '@/lib/shared/format'
import type { ImpactView } from '@/lib/views/impact-view'
import { Customers } from './customers'

interface SectionProps {
  page: ImpactCustomersPage
  view: ImpactView
  figure: FigureMeta
  rows: RowSet | undefined
  query: ImpactCustomersQuery
  reader: DisplaySettings
}

/** Which customers are affected, by how much, and the same as a file. */
export function CustomersSection({ page, view, figure, rows, query, reader }: SectionProps) {
  const t = useTranslations('impact')
  const { domain, currency, text, sort = 'money', desc = true } = query
  const wanted = new URLSearchParams({
    domain,
    rows: query.rows,
    figure: figure.column,
    currency,
    sort,
    desc: String(desc),
    ...(text ? { text } : {}),
  })
  return (
    <section id="customers" className="flex scroll-mt-4 flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="font-semibold">{t('customers')}</h2>
          <p className="max-w-3xl text-[13px] text-muted">
            {t('customersNote', {
              figure: figure.title[reader.locale] ?? figure.column,
              rows: rows?.title[reader.locale] ?? query.rows,
              currency: currency || t('noCurrency'),
            })}
          </p>
        </div>
        {page.total > 0 && (
          <ExportMenu
            label={t('exportCustomers', { n: page.total })}
            href={`/api/export/customers?${wanted}`}
          />
        )}
      </div>
      <Customers page={page} view={view} figure={figure} currency={currency} reader={reader} />
    </section>
  )
}
