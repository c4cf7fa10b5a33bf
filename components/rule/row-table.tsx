'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useQueryStates } from 'nuqs'
import type { Needs } from '@/components/act/act-buttons'
import { NoMatch } from '@/components/ui/no-match'
import { Pager } from '@/components/ui/pager'
import { StickyBar } from '@/components/ui/sticky-bar'
import { Table } from '@/components/ui/table'
import type { Act } from '@/lib/server/commands'
import type { RowLine } from '@/lib/server/queries/rows'
import type { DisplaySettings } from '@/lib/shared/format'
import type { RowFilter } from '@/lib/shared/scope'
import { rowView } from '@/lib/views/view'
import { COLUMNS } from './row-cell'
import { RowFilters } from './row-filters'
import { RowLines } from './row-lines'
import { RowTableHead } from './row-table-head'
import { RowTools } from './row-tools'
import { SelectionBar } from './selection-bar'
import { useSelection } from './use-selection'

interface RowTableProps {
  rows: RowLine[]
  /** Where the next page begins; null on the last one. */
  next: string | null
  /** Rows that match; `more` when counting stopped there. */
  count: number
  more: boolean
  /** The filter as the verbs take it. */
  filter: RowFilter
  domain: string
  /** When the rows were read, ISO 8601. */
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
  const { rows, next, count, more, filter, at, timeZone } = props
  const terms = useTranslations('terms')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  const [view, setView] = useQueryStates(rowView, { shallow: false, scroll: false })
  const selection = useSelection(filter)
  const columns = COLUMNS.filter((id) => !view.hide.includes(id))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <StickyBar>
        <RowFilters view={view} setView={(change) => setView({ ...change, after: null })} />
        <RowTools count={count} more={more} view={view} setView={setView} reader={reader} />
        <SelectionBar
          selection={selection}
          count={count}
          more={more}
          filter={filter}
          domain={props.domain}
          closed={view.closed === true}
          act={props.act}
          needs={props.needs}
          replayHref={props.replayHref}
          reader={reader}
        />
      </StickyBar>
      <Table
        caption={terms('rows')}
        hidden
        empty={rows.length === 0 && <NoMatch onDrop={() => setView(null)} />}
      >
        <RowTableHead
          columns={columns}
          rows={rows}
          selection={selection}
          view={view}
          setView={setView}
        />
        <RowLines
          columns={columns}
          rows={rows}
          selection={selection}
          roomy={view.roomy}
          age={{ at, warnDays: props.warnDays, criticalDays: props.criticalDays }}
          reader={reader}
        />
      </Table>
      <Pager
        first={view.after ? () => setView({ after: null }) : undefined}
        next={next ? () => setView({ after: next }, { history: 'push', scroll: true }) : undefined}
      />
    </div>
  )
}
