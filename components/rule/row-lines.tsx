import { useTranslations } from 'next-intl'
import { Cell } from '@/components/ui/table'
import type { RowLine } from '@/lib/server/queries/rows'
import type { DisplaySettings } from '@/lib/shared/format'
import { type ColumnId, RIGHT, RowCell, type RowCellProps } from './row-cell'
import type { Selection } from './use-selection'

/** What a line begins with on phones. */
const PHONE: Partial<Record<ColumnId, 'figure' | 'name'>> = { amount: 'figure', key: 'name' }

interface RowLinesProps {
  columns: readonly ColumnId[]
  rows: readonly RowLine[]
  selection: Selection
  roomy: boolean
  age: RowCellProps['age']
  reader: DisplaySettings
}

/** The rows of the row table, each with the box that selects it. */
export function RowLines({ columns, rows, selection, roomy, age, reader }: RowLinesProps) {
  const t = useTranslations('rule')
  return (
    <tbody>
      {rows.map((row) => (
        <tr
          key={row.id}
          data-line
          className="focus-within:bg-panel hover:bg-panel data-[selected=true]:bg-flag/15"
          data-selected={selection.has(row.id)}
        >
          <Cell roomy={roomy} phone="box">
            <input
              type="checkbox"
              aria-label={t('selectRow', { key: row.key ?? String(row.id) })}
              aria-keyshortcuts="x"
              checked={selection.has(row.id)}
              disabled={selection.allMatching !== undefined}
              onChange={(event) => selection.toggle([row.id], event.target.checked)}
            />
          </Cell>
          {columns.map((id) => (
            <Cell key={id} roomy={roomy} right={RIGHT.has(id)} phone={PHONE[id]}>
              <RowCell id={id} row={row} reader={reader} age={age} />
            </Cell>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
