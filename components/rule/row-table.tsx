'use client'

import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { useState } from 'react'
import { Age } from '@/components/age'
import { formatCount, formatMoney, type Reader } from '@/lib/format'
import type { RowLine } from '@/lib/queries/rows'
import { rowView } from '@/lib/view'
import type { Act } from '../act/act-dialog'
import { RowFilters } from './row-filters'
import { type Needs, SelectionBar } from './selection-bar'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
const column = createColumnHelper<typeof features, RowLine>()
const columns = column.columns([
  column.accessor('key', { id: 'key' }),
  column.accessor('cause', { id: 'cause' }),
  column.accessor('customer', { id: 'customer' }),
  column.accessor('amount', { id: 'amount' }),
  column.accessor('firstSeen', { id: 'first_seen' }),
  column.accessor('statut', { id: 'status' }),
  column.accessor('otherRules', { id: 'alsoFails' }),
  column.accessor('file', { id: 'place' }),
])
type ColumnId =
  | 'key'
  | 'cause'
  | 'customer'
  | 'amount'
  | 'first_seen'
  | 'status'
  | 'alsoFails'
  | 'place'
const SORTABLE = new Set<string>(['key', 'customer', 'amount', 'first_seen'])
const RIGHT = new Set<string>(['amount', 'first_seen'])

interface RowTableProps {
  rows: RowLine[]
  next: string | null
  /** Rows that match; `more` when counting stopped there. */
  count: number
  more: boolean
  /** The filter as the verbs take it. */
  filter: object
  domain: string
  at: string
  timeZone: string
  warnDays: number
  criticalDays: number
  act: Act
  needs: Needs
  /** Where a replay of a target is previewed. */
  replayHref: string
}

/** Rows that match the view in the address, a page at a time, sorted and filtered on the server. */
export function RowTable(props: RowTableProps) {
  const { rows, next, count, more, at, timeZone } = props
  const t = useTranslations('rule')
  const terms = useTranslations('terms')
  const reader: Reader = { locale: useLocale(), timeZone }
  const [view, setView] = useQueryStates(rowView, { shallow: false, scroll: false })
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const [allMatching, setAllMatching] = useState(false)
  const [compact, setCompact] = useState(true)
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  })
  const label = (id: ColumnId) =>
    ({
      key: terms('key'),
      cause: terms('cause'),
      customer: terms('customer'),
      amount: terms('money'),
      first_seen: terms('firstSeen'),
      status: terms('status'),
      alsoFails: t('alsoFails'),
      place: t('place'),
    })[id]
  const sortBy = (id: string) =>
    setView({ sort: id as 'key', desc: view.sort === id ? !view.desc : false, after: null })
  const height = compact ? 'h-8' : 'h-10'
  const selected = Object.keys(rowSelection)
    .filter((id) => rowSelection[id])
    .map(Number)
  const clear = () => {
    setRowSelection({})
    setAllMatching(false)
  }
  return (
    <section className="flex min-w-0 flex-col gap-2" aria-label={terms('rows')}>
      <RowFilters
        view={view}
        setView={(change) => {
          clear()
          return setView({ ...change, after: null })
        }}
      />
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-muted" aria-live="polite">
        <span>
          {more
            ? t('moreThan', { n: formatCount(count, reader) })
            : t('rowsThatMatch', { n: count })}
        </span>
        <details className="relative">
          <summary className="cursor-pointer">{t('columns')} ▾</summary>
          <div className="absolute z-30 flex flex-col gap-1 border border-line bg-page p-2 text-ink">
            {table.getAllLeafColumns().map((c) => (
              <label key={c.id} className="flex gap-2 whitespace-nowrap">
                <input
                  type="checkbox"
                  checked={c.getIsVisible()}
                  onChange={c.getToggleVisibilityHandler()}
                />
                {label(c.id as ColumnId)}
              </label>
            ))}
          </div>
        </details>
        <label className="flex gap-1">
          <input type="checkbox" checked={compact} onChange={(e) => setCompact(e.target.checked)} />
          {t('compact')}
        </label>
      </div>
      <SelectionBar
        {...props}
        selected={selected}
        allMatching={allMatching}
        selectAllMatching={() => setAllMatching(true)}
        clear={clear}
        reader={reader}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={terms('rows')} className="overflow-x-auto" tabIndex={0}>
        <table className="w-full border-collapse text-[13px]">
          <thead>
            <tr>
              <th scope="col" className="w-8 border-line border-b px-2 text-left">
                <input
                  type="checkbox"
                  aria-label={t('selectPage')}
                  checked={table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
              {table.getVisibleLeafColumns().map(({ id }) => (
                <th
                  key={id}
                  scope="col"
                  aria-sort={view.sort !== id ? undefined : view.desc ? 'descending' : 'ascending'}
                  className={`h-8 border-line border-b px-2 font-normal text-muted ${RIGHT.has(id) ? 'text-right' : 'text-left'}`}
                >
                  {SORTABLE.has(id) ? (
                    <button type="button" onClick={() => sortBy(id)} className="hover:text-ink">
                      {label(id as ColumnId)}
                      <span aria-hidden="true">
                        {view.sort === id ? (view.desc ? ' ↓' : ' ↑') : ''}
                      </span>
                    </button>
                  ) : (
                    label(id as ColumnId)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                className="hover:bg-panel"
                data-selected={allMatching || row.getIsSelected()}
              >
                <td className={`${height} border-line border-b px-2`}>
                  <input
                    type="checkbox"
                    aria-label={t('selectRow', { key: row.original.key ?? row.id })}
                    checked={allMatching || row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
                {row.getVisibleCells().map((cell) => (
                  <td
                    key={cell.id}
                    className={`${height} border-line border-b px-2 ${RIGHT.has(cell.column.id) ? 'whitespace-nowrap text-right' : ''}`}
                  >
                    <Content
                      id={cell.column.id as ColumnId}
                      row={row.original}
                      reader={reader}
                      {...{ at }}
                      warnDays={props.warnDays}
                      criticalDays={props.criticalDays}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
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
          <button
            type="button"
            className="rounded-sm border border-line px-2 py-1"
            onClick={() => setView({ after: null })}
          >
            {t('first')}
          </button>
        )}
        {next && (
          <button
            type="button"
            className="rounded-sm border border-line px-2 py-1"
            onClick={() => setView({ after: next }, { history: 'push' })}
          >
            {t('next')}
          </button>
        )}
      </div>
    </section>
  )
}

interface ContentProps {
  id: ColumnId
  row: RowLine
  reader: Reader
  at: string
  warnDays: number
  criticalDays: number
}

function Content({ id, row, reader, at, warnDays, criticalDays }: ContentProps) {
  const terms = useTranslations('terms')
  switch (id) {
    case 'key':
      return (
        <Link href={`/rows/${row.id}`} className="underline-offset-2 hover:underline">
          {row.key ?? `#${row.id}`}
        </Link>
      )
    case 'amount':
      return row.amount === null ? '–' : formatMoney(row.amount, row.currency, reader)
    case 'first_seen':
      return (
        <Age
          since={new Date(row.firstSeen)}
          now={new Date(at)}
          reader={reader}
          warnDays={warnDays}
          criticalDays={criticalDays}
        />
      )
    case 'status':
      return (
        <>
          {terms(`statut.${row.statut}`)}
          {row.ready && <span className="ml-1 bg-flag px-1 text-[#1a1a19]">{terms('ready')}</span>}
        </>
      )
    case 'alsoFails':
      return row.otherRules.join(', ')
    case 'place':
      return row.file === null ? '' : `${row.file}:${row.line}`
    default:
      return row[id]
  }
}
