import { type ReactNode, useId } from 'react'
import { field } from '../parts'

interface FieldProps {
  label: string
  /** What the field wants, when it has something else. */
  problem: string | undefined
  children(input: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }): ReactNode
}

/** A labelled input with its problem under it. */
export function Field({ label, problem, children }: FieldProps) {
  const id = useId()
  const described = `${id}-problem`
  return (
    <div className="flex min-w-0 max-w-xl flex-col gap-1">
      <label htmlFor={id}>{label}</label>
      {children(problem ? { id, 'aria-invalid': true, 'aria-describedby': described } : { id })}
      {problem && (
        <p id={described} role="alert" className="text-critical">
          ■ {problem}
        </p>
      )}
    </div>
  )
}

interface SelectProps {
  label: string
  value: string
  options: (readonly [value: string, label: string])[]
  onChange(value: string): void
}

export function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={field}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CheckProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="flex h-8 items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
