import { useTranslations } from 'next-intl'
import { type DisplaySettings, formatDay, formatDecimal, formatMoney } from '@/lib/shared/format'
import type { SilverColumn } from '@/lib/shared/silver'

/** A value of Silver as the reader writes it; text and identifiers as they are. */
export function SilverCell({
  value,
  column: { type },
  reader,
}: {
  value: string | null
  column: SilverColumn
  reader: DisplaySettings
}) {
  const t = useTranslations('flags')
  if (value === null) return <span className="text-muted">–</span>
  const scale = /^numeric\(\d+,(\d+)\)$/.exec(type)?.[1]
  if (scale === '2') return formatMoney(value, null, reader)
  if (scale !== undefined) return formatDecimal(value, reader)
  if (type === 'boolean') return t(value === 'true' ? 'yes' : 'no')
  if (type === 'date') return formatDay(value, reader)
  return value
}
