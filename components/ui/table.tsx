import Link from 'next/link'
import type { ReactNode } from 'react'

interface ScrollAreaProps {
  /** What it holds, for those who cannot see it. */
  label: string
  children: ReactNode
}

/** Scrolls sideways inside, so that the page never does. */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} className="relative overflow-x-auto" tabIndex={0}>
      {children}
    </section>
  )
}

interface TableProps {
  caption: string
  /** The page's own heading says the caption already. */
  hidden?: boolean
  /** Many columns: the table scrolls before they become too narrow. */
  wide?: boolean
  children: ReactNode
  /** Below the lines: what to say when there are none. */
  empty?: ReactNode
}

/** A table with a caption that scrolls inside its own area. */
export function Table({ caption, hidden, wide, children, empty }: TableProps) {
  return (
    <ScrollArea label={caption}>
      <table className={`w-full border-collapse text-[13px] ${wide ? 'min-w-3xl' : ''}`}>
        <caption className={hidden ? 'sr-only' : 'pb-1 text-left font-semibold text-sm'}>
          {caption}
        </caption>
        {children}
      </table>
      {empty}
    </ScrollArea>
  )
}

interface CellProps {
  children?: ReactNode
  /** Numbers line up on the right. */
  right?: boolean
  /** Values that are never broken over two lines. */
  nowrap?: boolean
  /** 40 px high instead of 32 px. */
  roomy?: boolean
}

const SIDE = { true: 'text-right', false: 'text-left' } as const
const sideOf = (right = false) => SIDE[`${right}`]
const HEAD = 'h-8 border-line border-b px-2 font-normal text-muted'

/** The head of a column that cannot be sorted. */
export function Head({ children, right }: Pick<CellProps, 'children' | 'right'>) {
  return (
    <th className={`${HEAD} ${sideOf(right)}`} scope="col">
      {children}
    </th>
  )
}

/** The head of a column without a visible title. */
export function HiddenHead({ children }: { children: ReactNode }) {
  return (
    <Head>
      <span className="sr-only">{children}</span>
    </Head>
  )
}

export type SortDirection = 'ascending' | 'descending'

interface SortHeadProps {
  label: string
  right?: boolean
  /** Undefined: the table is sorted by another column. */
  sorted: SortDirection | undefined
  /** What sorts by this column, or turns the direction: a function, or an address. */
  sort: (() => unknown) | string
}

/** The head of a column that sorts the table; the arrow and `aria-sort` say how it is sorted now. */
export function SortHead({ label, right, sorted, sort }: SortHeadProps) {
  const arrow = sorted && (sorted === 'descending' ? '\u00a0↓' : '\u00a0↑')
  const inside = (
    <>
      {label}
      <span aria-hidden="true">{arrow}</span>
    </>
  )
  const look = '[text-align:inherit] hover:text-ink'
  return (
    <th scope="col" aria-sort={sorted} className={`${HEAD} ${sideOf(right)}`}>
      {typeof sort === 'string' ? (
        <Link href={sort} scroll={false} className={look}>
          {inside}
        </Link>
      ) : (
        <button type="button" onClick={sort} className={look}>
          {inside}
        </button>
      )}
    </th>
  )
}

/** Direction of a column: that of the table when the table is sorted by it. */
export const directionOf = (isSorted: boolean, desc: boolean): SortDirection | undefined =>
  isSorted ? (desc ? 'descending' : 'ascending') : undefined

/** A cell; numbers are never broken over two lines. */
export function Cell({ children, right, nowrap = right, roomy }: CellProps) {
  const height = roomy ? 'h-10' : 'h-8'
  return (
    <td
      className={`${height} border-line border-b px-2 py-1 ${sideOf(right)} ${nowrap ? 'whitespace-nowrap' : ''}`}
    >
      {children}
    </td>
  )
}
