import { useTranslations } from 'next-intl'

interface ColumnsMenuProps {
  columns: { id: string; label: string }[]
  hidden: string[]
  onChange(hidden: string[]): void
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const t = useTranslations('rule')
  return (
    <details data-menu className="relative">
      <summary className="cursor-pointer list-none hover:text-ink">{t('columns')} ▾</summary>
      <div className="absolute z-30 flex flex-col gap-1 border border-line bg-page p-2 text-ink shadow-lg">
        {columns.map(({ id, label }) => (
          <label key={id} className="flex gap-2 whitespace-nowrap">
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? hidden.filter((h) => h !== id) : [...hidden, id])
              }
            />
            {label}
          </label>
        ))}
      </div>
    </details>
  )
}
