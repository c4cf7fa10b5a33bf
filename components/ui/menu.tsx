import type { ReactNode } from 'react'

interface MenuProps {
  /** What opens it. */
  label: ReactNode
  /** Classes of the label: those of a button, or plain text by default. */
  look?: string
  /** The edge that it shares with its label. */
  side?: 'left' | 'right'
  /** What presses it, see components/shell/keys.tsx. */
  shortcut?: string
  children: ReactNode
}

/** A menu below its label; Esc closes it (see components/shell/keys.tsx). Works without a script. */
export function Menu({
  label,
  look = 'hover:text-ink',
  side = 'left',
  shortcut,
  children,
}: MenuProps) {
  return (
    <details data-menu className="relative">
      <summary
        data-key={shortcut}
        aria-keyshortcuts={shortcut}
        className={`cursor-pointer list-none ${look}`}
      >
        {label}
      </summary>
      <div
        className={`absolute z-40 mt-1 border border-line bg-page p-2 text-ink shadow-lg ${side === 'right' ? 'right-0' : 'left-0'}`}
      >
        {children}
      </div>
    </details>
  )
}
