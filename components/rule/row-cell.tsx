import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Age } from '@/components/age'
import type { RowLine } from '@/lib/server/queries/rows'
import { formatMoney, type Reader } from '@/lib/shared/format'

/** Columns of the row table; those with a sort of the server first. */
export const COLUMNS = [
  'key',
  'cause',
  'customer',
  'amount',
  'first_seen',
  'status',
  'alsoFails',
  'place',
] as const
export type ColumnId = (typeof COLUMNS)[number]

interface RowCellProps {
  id: ColumnId
  row: RowLine
  reader: Reader
  at: string
  warnDays: number
  criticalDays: number
}

export function RowCell({ id, row, reader, at, warnDays, criticalDays }: RowCellProps) {
  const terms = useTranslations('terms')
  switch (id) {
    case 'key':
      return (
        <Link
          href={`/rows/${row.id}`}
          className="whitespace-nowrap underline decoration-line underline-offset-2 hover:decoration-ink"
        >
          {row.key ?? `#${row.id}`}
        </Link>
      )
    case 'amount':
      return row.amount === null ? '–' : formatMoney(row.amount, row.currency, reader)
    case 'first_seen':
      return (
        <Age
          since={new Date(row.firstSeen)}
          now={new Date(at)}
          reader={reader}
          warnDays={warnDays}
          criticalDays={criticalDays}
        />
      )
    case 'status':
      return (
        <span className="whitespace-nowrap">
          {terms(`statut.${row.statut}`)}
          {row.ready && <span className="ml-1 bg-flag px-1 text-[#1a1a19]">{terms('ready')}</span>}
        </span>
      )
    case 'alsoFails':
      return row.otherRules.join(', ')
    case 'place':
      return row.file === null ? (
        ''
      ) : (
        <span className="whitespace-nowrap">{`${row.file}:${row.line}`}</span>
      )
    default:
      return <span className="whitespace-nowrap">{row[id]}</span>
  }
}
