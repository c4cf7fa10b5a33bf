import { useTranslations } from 'next-intl'

interface ChoicesProps {
  label: string
  options: { id: string; label: string; hint?: string }[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

/** Some of many, or all when none is chosen; what is chosen and no longer there can be taken out. */
export function Choices({ label, options, chosen, onChange }: ChoicesProps) {
  const t = useTranslations('channels')
  const known = new Set(options.map((option) => option.id))
  const gone = chosen.filter((id) => !known.has(id)).map((id) => ({ id, label: id }))
  const all: ChoicesProps['options'] = [...options, ...gone]
  const names = all.filter(({ id }) => chosen.includes(id)).map((option) => option.label)
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id])
  return (
    <details className="min-w-0 border-line border-b py-1">
      <summary className="cursor-pointer">
        {label}: <span className="text-muted">{names.join(', ') || t('all')}</span>
      </summary>
      <fieldset className="flex max-h-64 flex-col gap-1 overflow-y-auto py-2 pl-4">
        <legend className="sr-only">{label}</legend>
        {all.map((option) => (
          <label key={option.id} className="flex items-baseline gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(option.id)}
              onChange={() => toggle(option.id)}
            />
            <span>
              {option.label}{' '}
              {option.hint && <span className="break-all text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}
