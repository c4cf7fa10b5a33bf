import { useTranslations } from 'next-intl'
import { type DisplaySettings, formatMoment, wholeDays } from '@/lib/shared/format'

interface Props {
  since: Date
  now: Date
  warnDays: number | null
  criticalDays: number | null
  reader: DisplaySettings
}

/** How long ago, with the exact time on hover, and a sign and a word once a threshold is passed. */
export function Age({ since, now, warnDays, criticalDays, reader }: Props) {
  const t = useTranslations('terms.ages')
  const days = wholeDays(since, now)
  const critical = criticalDays !== null && days >= criticalDays
  const warning = !critical && warnDays !== null && days >= warnDays
  const color = critical ? 'text-critical' : warning ? 'text-warning' : ''
  const limit = critical
    ? t('critical', { n: criticalDays })
    : warning
      ? t('warning', { n: warnDays })
      : undefined
  const exact = [t('since', { time: formatMoment(since, reader) }), limit]
    .filter(Boolean)
    .join('; ')
  return (
    <time className={`whitespace-nowrap ${color}`} dateTime={since.toISOString()} title={exact}>
      <span aria-hidden="true">{t('short', { n: days })}</span>
      <span className="sr-only">{t('days', { n: days })}</span>
      {critical && <span aria-hidden="true"> ■</span>}
      {warning && <span aria-hidden="true"> ▲</span>}
      {limit && <span className="sr-only">, {limit}</span>}
    </time>
  )
}
