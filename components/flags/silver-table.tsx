'use client'

import { useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { ColumnsMenu } from '@/components/rule/columns-menu'
import { Typed } from '@/components/rule/row-filters'
import type { FlagRowPage } from '@/lib/server/queries/flag-rows'
import type { Reader } from '@/lib/shared/format'
import { isNumeric, type SilverColumn } from '@/lib/shared/silver'
import { flagView } from '@/lib/views/flag-view'
import { SilverCell } from './silver-cell'

interface SilverTableProps {
  columns: SilverColumn[]
  page: FlagRowPage
  /** Rows that match. */
  count: number
  reader: Reader
}

/** Rows of Silver that match the view in the address; sorted, searched and paged on the server. */
export function SilverTable({ columns, page, count, reader }: SilverTableProps) {
  const t = useTranslations('rule')
  const flags = useTranslations('flags')
  const terms = useTranslations('terms')
  const [view, setView] = useQueryStates(flagView, { shallow: false, scroll: false })
  const sort = columns.some((c) => c.name === view.sort) ? view.sort : columns[0]?.name
  const shown = columns
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => !view.hide.includes(column.name))
  const button = 'rounded-sm border border-line px-2 py-1 hover:bg-panel'
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <form onSubmit={(event) => event.preventDefault()}>
        <Typed
          label={flags('search')}
          type="search"
          value={view.text ?? ''}
          onSettled={(text) => setView({ text: text || null, after: null })}
          wide
        />
      </form>
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-muted">
        <span aria-live="polite">{t('rowsThatMatch', { n: count })}</span>
        <ColumnsMenu
          columns={columns.map(({ name }) => ({ id: name, label: name }))}
          hidden={view.hide}
          onChange={(hide) => setView({ hide })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={terms('rows')} className="relative overflow-x-auto" tabIndex={0}>
        <table className="w-full border-collapse text-[13px]">
          <caption className="sr-only">{terms('rows')}</caption>
          <thead>
            <tr>
              {shown.map(({ column: { name, type } }) => (
                <th
                  key={name}
                  scope="col"
                  aria-sort={sort !== name ? undefined : view.desc ? 'descending' : 'ascending'}
                  className={`h-8 whitespace-nowrap border-line border-b px-2 font-normal text-muted ${isNumeric(type) ? 'text-right' : 'text-left'}`}
                >
                  <button
                    type="button"
                    className="hover:text-ink"
                    onClick={() =>
                      setView({ sort: name, desc: sort === name ? !view.desc : false, after: null })
                    }
                  >
                    {name}
                    <span aria-hidden="true">{sort === name ? (view.desc ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.rows.map(({ key, values }) => (
              <tr key={key} className="hover:bg-panel">
                {shown.map(({ column, at }) => (
                  <td
                    key={column.name}
                    className={`h-8 whitespace-nowrap border-line border-b px-2 ${isNumeric(column.type) ? 'text-right' : ''}`}
                  >
                    <SilverCell value={values[at] ?? null} column={column} reader={reader} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {page.rows.length === 0 && (
          <p className="py-6">
            {t('noRows')}{' '}
            <button type="button" className="underline" onClick={() => setView(null)}>
              {t('dropFilters')}
            </button>
          </p>
        )}
      </section>
      <div className="flex gap-2">
        {view.after && (
          <button type="button" className={button} onClick={() => setView({ after: null })}>
            {t('first')}
          </button>
        )}
        {page.next && (
          <button
            type="button"
            className={button}
            onClick={() => setView({ after: page.next }, { history: 'push', scroll: true })}
          >
            {t('next')}
          </button>
        )}
      </div>
    </div>
  )
}
