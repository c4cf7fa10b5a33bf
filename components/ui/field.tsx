import { type ComponentProps, type ReactNode, useId } from 'react'

const FIELD = 'rounded-sm border border-line bg-page px-2 text-ink'

/** A field of one line, 32 px high; `className` gives its width. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input className={`h-8 ${FIELD} ${className}`} {...rest} />
}

/** A field of several lines. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={`py-1 ${FIELD} ${className}`} {...rest} />
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  options: readonly (readonly [value: string, text: string])[]
  onChange?(value: string): void
}

/** A choice of one, 32 px high. */
export function Select({ options, onChange, className = '', ...rest }: SelectProps) {
  return (
    <select
      className={`h-8 max-w-72 ${FIELD} ${className}`}
      onChange={onChange && ((event) => onChange(event.target.value))}
      {...rest}
    >
      {options.map(([value, text]) => (
        <option key={`${value} ${text}`} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** What a field inside `Field` takes, so that label and problem belong to it. */
interface FieldInput {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface FieldProps {
  label: string
  /** What is wrong with the value; shown under it. */
  problem?: string
  children(input: FieldInput): ReactNode
}

/** A label above its field, and what is wrong with the value below. */
export function Field({ label, problem, children }: FieldProps) {
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <div className="flex min-w-0 max-w-xl flex-col gap-1">
      <label htmlFor={id}>{label}</label>
      {children(problem ? { id, 'aria-invalid': true, 'aria-describedby': problemId } : { id })}
      {problem && (
        <p id={problemId} role="alert" className="text-critical">
          <span aria-hidden="true">■ </span>
          {problem}
        </p>
      )}
    </div>
  )
}

interface CheckProps {
  checked: boolean
  onChange(checked: boolean): void
  children: ReactNode
}

/** A box to tick, with its words. */
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className="flex h-8 items-center gap-1.5">
      <input type="checkbox" checked={checked} onChange={(e) => onChange(e.target.checked)} />
      {children}
    </label>
  )
}
