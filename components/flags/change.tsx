import { useTranslations } from 'next-intl'
import { type DisplaySettings, formatChange } from '@/lib/shared/format'

/** Rows more (+) or fewer (−) than `days` days ago. */
export function Change({
  change,
  days,
  reader,
}: {
  /** Null when nobody counted then. */
  change: number | null
  days: number
  reader: DisplaySettings
}) {
  const t = useTranslations('flags')
  if (change === null) {
    return (
      <span title={t('notThen', { n: days })}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('notThen', { n: days })}</span>
      </span>
    )
  }
  if (change === 0) return <span className="text-muted">0</span>
  return formatChange(change, reader)
}
