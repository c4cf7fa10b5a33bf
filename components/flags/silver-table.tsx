'use client'

import { useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { ColumnsMenu } from '@/components/ui/columns-menu'
import { DelayedInput } from '@/components/ui/delayed-input'
import { NoMatch } from '@/components/ui/no-match'
import { Pager } from '@/components/ui/pager'
import { StickyBar } from '@/components/ui/sticky-bar'
import { Cell, directionOf, SortHead, Table } from '@/components/ui/table'
import type { FlagRowPage } from '@/lib/server/queries/flag-rows'
import type { DisplaySettings } from '@/lib/shared/format'
import { isNumeric, type SilverColumn } from '@/lib/shared/silver'
import { flagView } from '@/lib/views/flag-view'
import { SilverCell } from './silver-cell'

interface SilverTableProps {
  columns: SilverColumn[]
  page: FlagRowPage
  /** Rows that match. */
  count: number
  reader: DisplaySettings
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
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <StickyBar>
        <form onSubmit={(event) => event.preventDefault()}>
          <DelayedInput
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
      </StickyBar>
      <Table
        caption={terms('rows')}
        hidden
        empty={page.rows.length === 0 && <NoMatch onDrop={() => setView(null)} />}
      >
        <thead>
          <tr>
            {shown.map(({ column: { name, type } }) => (
              <SortHead
                key={name}
                label={name}
                right={isNumeric(type)}
                sorted={directionOf(sort === name, view.desc)}
                sort={() => setView({ sort: name, desc: sort === name && !view.desc, after: null })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map(({ key, values }) => (
            <tr key={key} className="hover:bg-panel">
              {shown.map(({ column, at }) => (
                <Cell key={column.name} right={isNumeric(column.type)} nowrap>
                  <SilverCell value={values[at] ?? null} column={column} reader={reader} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <Pager
        first={view.after ? () => setView({ after: null }) : undefined}
        next={
          page.next
            ? () => setView({ after: page.next }, { history: 'push', scroll: true })
            : undefined
        }
      />
    </div>
  )
}
