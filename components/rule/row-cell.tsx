import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Age } from '@/components/age'
import { ReadyMark } from '@/components/ready-mark'
import type { RowLine } from '@/lib/server/queries/rows'
import { type DisplaySettings, formatMoney } from '@/lib/shared/format'

/** Columns of the row table, in their order. */
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

/** Columns of figures. */
export const RIGHT: ReadonlySet<ColumnId> = new Set(['amount', 'first_seen'])

/** Titles of the columns in the reader's language. */
export function useColumnLabels(): Record<ColumnId, string> {
  const t = useTranslations('rule')
  const terms = useTranslations('terms')
  return {
    key: terms('key'),
    cause: terms('cause'),
    customer: terms('customer'),
    amount: terms('money'),
    first_seen: terms('age'),
    status: terms('status'),
    alsoFails: t('alsoFails'),
    place: t('place'),
  }
}

export interface RowCellProps {
  id: ColumnId
  row: RowLine
  reader: DisplaySettings
  /** What an age is measured against: a moment, ISO 8601, and the limits of the rule in days. */
  age: { at: string; warnDays: number; criticalDays: number }
}

/** One value of a row. */
export function RowCell({ id, row, reader, age }: RowCellProps) {
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
          now={new Date(age.at)}
          reader={reader}
          warnDays={age.warnDays}
          criticalDays={age.criticalDays}
        />
      )
    case 'status':
      return (
        <span className="whitespace-nowrap">
          {terms(`statut.${row.statut}`)} {row.ready && <ReadyMark />}
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
