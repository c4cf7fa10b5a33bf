import type { ReactNode } from 'react'

interface TableProps {
  caption: string
  /** The page's own heading says the caption already. */
  hidden?: boolean
  /** Many columns: rather scrolled than squeezed. */
  wide?: boolean
  children: ReactNode
}

/** A plain table with a caption; wide ones scroll inside, so that the page never does. */
export function Table({ caption, hidden, wide, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={caption} className="relative overflow-x-auto" tabIndex={0}>
      <table className={`w-full border-collapse text-[13px] ${wide ? 'min-w-3xl' : ''}`}>
        <caption className={hidden ? 'sr-only' : 'pb-1 text-left font-semibold text-sm'}>
          {caption}
        </caption>
        {children}
      </table>
    </section>
  )
}

interface Cell {
  children?: ReactNode
  /** Numbers line up on the right. */
  right?: boolean
}

export function Head({ children, right }: Cell) {
  const side = right ? 'text-right' : 'text-left'
  return (
    <th className={`h-8 border-line border-b px-2 font-normal text-muted ${side}`} scope="col">
      {children}
    </th>
  )
}

export function Cell({ children, right }: Cell) {
  const side = right ? 'text-right whitespace-nowrap' : 'text-left'
  return <td className={`h-8 border-line border-b px-2 py-1 ${side}`}>{children}</td>
}
