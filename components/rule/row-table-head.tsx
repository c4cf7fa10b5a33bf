import { useTranslations } from 'next-intl'
import { directionOf, Head, SortHead } from '@/components/ui/table'
import type { RowLine } from '@/lib/server/queries/rows'
import { type RowView, SORTS } from '@/lib/views/view'
import { type ColumnId, RIGHT, useColumnLabels } from './row-cell'
import type { Selection } from './use-selection'

interface RowTableHeadProps {
  columns: readonly ColumnId[]
  rows: readonly RowLine[]
  selection: Selection
  view: RowView
  setView(change: Pick<RowView, 'sort' | 'desc' | 'after'>): unknown
}

/** Heads of the row table: the box that selects the page, and the columns. */
export function RowTableHead({ columns, rows, selection, view, setView }: RowTableHeadProps) {
  const t = useTranslations('rule')
  const labels = useColumnLabels()
  const ids = rows.map((row) => row.id)
  return (
    <thead>
      <tr>
        <Head>
          <input
            type="checkbox"
            aria-label={t('selectPage')}
            checked={ids.length > 0 && ids.every(selection.has)}
            disabled={selection.allMatching !== undefined || ids.length === 0}
            onChange={(event) => selection.toggle(ids, event.target.checked)}
          />
        </Head>
        {columns.map((id) => {
          const sort = SORTS.find((name) => name === id)
          if (!sort) {
            return (
              <Head key={id} right={RIGHT.has(id)}>
                {labels[id]}
              </Head>
            )
          }
          const isSorted = view.sort === sort
          // The first seen are the oldest: a descending age is an ascending time.
          const isAge = sort === 'first_seen'
          const largestFirst = isAge || sort === 'amount'
          const desc = isAge ? !view.desc : view.desc
          const nextDesc = isSorted ? !desc : largestFirst
          return (
            <SortHead
              key={id}
              label={labels[id]}
              right={RIGHT.has(id)}
              sorted={directionOf(isSorted, desc)}
              sort={() => setView({ sort, desc: isAge ? !nextDesc : nextDesc, after: null })}
            />
          )
        })}
      </tr>
    </thead>
  )
}
