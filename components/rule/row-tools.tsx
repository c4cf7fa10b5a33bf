import { useTranslations } from 'next-intl'
import { ColumnsMenu } from '@/components/ui/columns-menu'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'
import type { RowView } from '@/lib/views/view'
import { COLUMNS, useColumnLabels } from './row-cell'

interface RowToolsProps {
  count: number
  /** Counting stopped at `count`. */
  more: boolean
  view: RowView
  setView(change: Partial<RowView>, options?: { shallow: boolean }): unknown
  reader: DisplaySettings
}

/** How many rows match, and how the table is shown. */
export function RowTools({ count, more, view, setView, reader }: RowToolsProps) {
  const t = useTranslations('rule')
  const labels = useColumnLabels()
  return (
    <div className="flex flex-wrap items-center gap-3 text-[13px] text-muted">
      <span aria-live="polite">
        {more ? t('moreThan', { n: formatCount(count, reader) }) : t('rowsThatMatch', { n: count })}
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
  )
}
