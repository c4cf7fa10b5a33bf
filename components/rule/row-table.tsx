'use client'

import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useLocale, useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import { useState } from 'react'
import type { Act } from '@/components/act/act-dialog'
import type { RowLine } from '@/lib/server/queries/rows'
import { formatCount, type Reader } from '@/lib/shared/format'
import { rowView } from '@/lib/views/view'
import { ColumnsMenu } from './columns-menu'
import { COLUMNS, type ColumnId, RowCell } from './row-cell'
import { RowFilters } from './row-filters'
import { type Needs, SelectionBar } from './selection-bar'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
const column = createColumnHelper<typeof features, RowLine>()
const columns = column.columns(COLUMNS.map((id) => column.display({ id })))
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
  // How many matched when all of them were chosen: the verbs act on exactly so many or not at all.
  const [allMatching, setAllMatching] = useState<number>()
  const clear = () => {
    setRowSelection({})
    setAllMatching(undefined)
  }
  // Other rows are meant now, whatever changed the filter: a field, a cause, the back button.
  const meant = JSON.stringify(props.filter)
  const [known, setKnown] = useState(meant)
  if (known !== meant) {
    setKnown(meant)
    clear()
  }
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
    state: {
      rowSelection,
      columnVisibility: Object.fromEntries(view.hide.map((id) => [id, false])),
    },
    onRowSelectionChange: setRowSelection,
  })
  const labels: Record<ColumnId, string> = {
    key: terms('key'),
    cause: terms('cause'),
    customer: terms('customer'),
    amount: terms('money'),
    first_seen: terms('age'),
    status: terms('status'),
    alsoFails: t('alsoFails'),
    place: t('place'),
  }
  const sortBy = (id: string) =>
    setView({ sort: id as 'key', desc: view.sort === id ? !view.desc : false, after: null })
  const height = view.roomy ? 'h-10' : 'h-8'
  const selected = Object.keys(rowSelection)
    .filter((id) => rowSelection[id])
    .map(Number)
  const button = 'rounded-sm border border-line px-2 py-1 hover:bg-panel'
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <RowFilters view={view} setView={(change) => setView({ ...change, after: null })} />
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-muted">
        <span aria-live="polite">
          {more
            ? t('moreThan', { n: formatCount(count, reader) })
            : t('rowsThatMatch', { n: count })}
        </span>
        {more && (
          <button type="button" className="underline" onClick={() => setView({ exact: true })}>
            {t('countAll')}
          </button>
        )}
        <ColumnsMenu
          columns={COLUMNS.filter((id) => id !== 'key').map((id) => ({ id, label: labels[id] }))}
          hidden={view.hide}
          onChange={(hide) => setView({ hide }, { shallow: true })}
        />
        <label className="flex gap-1">
          <input
            type="checkbox"
            checked={!view.roomy}
            onChange={(e) => setView({ roomy: !e.target.checked }, { shallow: true })}
          />
          {t('compact')}
        </label>
      </div>
      <SelectionBar
        {...props}
        closed={view.closed === true}
        selected={selected}
        allMatching={allMatching}
        selectAllMatching={() => setAllMatching(count)}
        clear={clear}
        reader={reader}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={terms('rows')} className="relative overflow-x-auto" tabIndex={0}>
        <table className="w-full border-collapse text-[13px]">
          <caption className="sr-only">{terms('rows')}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-8 border-line border-b px-2 text-left">
                <input
                  type="checkbox"
                  aria-label={t('selectPage')}
                  checked={allMatching !== undefined || table.getIsAllRowsSelected()}
                  disabled={allMatching !== undefined || rows.length === 0}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
              {table.getVisibleLeafColumns().map(({ id }) => (
                <th
                  key={id}
                  scope="col"
                  aria-sort={view.sort !== id ? undefined : view.desc ? 'descending' : 'ascending'}
                  className={`h-8 whitespace-nowrap border-line border-b px-2 font-normal text-muted ${RIGHT.has(id) ? 'text-right' : 'text-left'}`}
                >
                  {SORTABLE.has(id) ? (
                    <button type="button" onClick={() => sortBy(id)} className="hover:text-ink">
                      {labels[id as ColumnId]}
                      <span aria-hidden="true">
                        {view.sort === id ? (view.desc ? ' ↓' : ' ↑') : ''}
                      </span>
                    </button>
                  ) : (
                    labels[id as ColumnId]
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                data-line
                className="focus-within:bg-panel hover:bg-panel data-[selected=true]:bg-flag/15"
                data-selected={allMatching !== undefined || row.getIsSelected()}
              >
                <td className={`${height} border-line border-b px-2`}>
                  <input
                    type="checkbox"
                    aria-label={t('selectRow', { key: row.original.key ?? row.id })}
                    aria-keyshortcuts="x"
                    checked={allMatching !== undefined || row.getIsSelected()}
                    disabled={allMatching !== undefined}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
                {row.getVisibleCells().map((cell) => (
                  <td
                    key={cell.id}
                    className={`${height} border-line border-b px-2 ${RIGHT.has(cell.column.id) ? 'whitespace-nowrap text-right' : ''}`}
                  >
                    <RowCell
                      id={cell.column.id as ColumnId}
                      row={row.original}
                      reader={reader}
                      at={at}
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
          <button type="button" className={button} onClick={() => setView({ after: null })}>
            {t('first')}
          </button>
        )}
        {next && (
          <button
            type="button"
            className={button}
            onClick={() => setView({ after: next }, { history: 'push', scroll: true })}
          >
            {t('next')}
          </button>
        )}
      </div>
    </div>
  )
}
