import { useTranslations } from 'next-intl'
import { Menu } from './menu'

interface ColumnsMenuProps {
  columns: { id: string; label: string }[]
  hidden: string[]
  onChange(hidden: string[]): void
}

/** Which columns of a table are shown. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const t = useTranslations('rule')
  return (
    <Menu label={`${t('columns')} ▾`}>
      <div className="flex flex-col gap-1">
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
    </Menu>
  )
}
