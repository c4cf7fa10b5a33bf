import Link from 'next/link'
import type { ComponentProps } from 'react'

/** `primary` confirms, `accent` leads to a replay, `danger` cannot be taken back. */
export type ButtonLook = 'plain' | 'primary' | 'accent' | 'danger'
/** Height: 32 px, or 24 px inside a line of a table. */
export type ButtonSize = 'normal' | 'small'

const LOOKS: Record<ButtonLook, string> = {
  plain: 'border border-line hover:bg-panel disabled:text-muted disabled:hover:bg-page',
  primary: 'bg-ink font-semibold text-page disabled:opacity-60',
  accent:
    'border border-ink font-medium hover:bg-flag hover:text-flag-ink disabled:border-line disabled:font-normal disabled:text-muted disabled:hover:bg-page',
  danger: 'border border-critical font-semibold text-critical hover:bg-panel',
}
const SIZES: Record<ButtonSize, string> = { normal: 'h-8 px-3', small: 'h-6 px-2' }

/** The classes of a button, for what is one by looks only: a link, the summary of a menu. */
export function buttonClass(look: ButtonLook = 'plain', size: ButtonSize = 'normal'): string {
  return `inline-flex items-center justify-center whitespace-nowrap rounded-sm ${SIZES[size]} ${LOOKS[look]}`
}

interface Looks {
  look?: ButtonLook
  size?: ButtonSize
}

/** A button; `type` is `button` unless said otherwise. `className` places it, and no more. */
export function Button({ look, size, className = '', ...rest }: Looks & ComponentProps<'button'>) {
  return <button type="button" className={`${buttonClass(look, size)} ${className}`} {...rest} />
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  className = '',
  ...rest
}: Looks & ComponentProps<typeof Link>) {
  return <Link className={`${buttonClass(look, size)} ${className}`} {...rest} />
}
