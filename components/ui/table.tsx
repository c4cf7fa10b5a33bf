import Link from 'next/link'
import type { ReactNode } from 'react'
import { ScrollArea } from './scroll-area'

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

/**
 * A table with a caption. Its heads stay in view; on phones each line is a block of labelled values.
 */
export function Table({ caption, hidden, wide, children, empty }: TableProps) {
  return (
    <ScrollArea label={caption}>
      <table
        className={`stack w-full border-separate border-spacing-0 text-[13px] ${wide ? 'md:min-w-3xl' : ''}`}
      >
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
  /** On phones: `figure` comes first and is large, `name` beside it; the others follow below. */
  phone?: 'figure' | 'name' | 'box'
  className?: string
}

const SIDE = { true: 'text-right', false: 'text-left' } as const
const sideOf = (right = false) => SIDE[`${right}`]
const HEAD = 'h-8 border-line border-b px-2 font-normal text-muted'

interface HeadProps {
  children?: ReactNode
  right?: boolean
  /** The title in full, where the visible one is short. */
  title?: string
}

/** The head of a column that cannot be sorted. */
export function Head({ children, right, title }: HeadProps) {
  return (
    <th className={`${HEAD} ${sideOf(right)}`} scope="col" title={title}>
      {title ? (
        <>
          <span aria-hidden="true">{children}</span>
          <span className="sr-only">{title}</span>
        </>
      ) : (
        children
      )}
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
    <th scope="col" aria-sort={sorted} data-sort className={`${HEAD} ${sideOf(right)}`}>
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
export function Cell(props: CellProps) {
  const { children, right, nowrap = right, roomy, phone, className = '' } = props
  const height = roomy ? 'h-10' : 'h-8'
  return (
    <td
      data-phone={phone}
      className={`${height} border-line border-b px-2 py-1 ${sideOf(right)} ${nowrap ? 'whitespace-nowrap' : ''} ${className}`}
    >
      {children}
    </td>
  )
}

interface GroupHeadProps {
  /** Columns of the table. */
  span: number
  children: ReactNode
}

/** A line that names the group of lines below it. */
export function GroupHead({ span, children }: GroupHeadProps) {
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-line border-b bg-panel px-2 py-1.5 text-left font-semibold"
      >
        {children}
      </th>
    </tr>
  )
}
