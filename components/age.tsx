import { formatAge, formatTime, type Reader, wholeDays } from '@/lib/format'

interface Props {
  since: Date
  now: Date
  warnDays: number | null
  criticalDays: number | null
  reader: Reader
}

/** How long ago, with the exact time on hover, and a sign and a word once a threshold is passed. */
export function Age({ since, now, warnDays, criticalDays, reader }: Props) {
  const days = wholeDays(since, now)
  const critical = criticalDays !== null && days >= criticalDays
  const warning = !critical && warnDays !== null && days >= warnDays
  const color = critical ? 'text-critical' : warning ? 'text-warning' : ''
  return (
    <time className={color} dateTime={since.toISOString()} title={formatTime(since, reader)}>
      {formatAge(since, now)}
      {critical && <span title={`critical from ${criticalDays} d`}> ■</span>}
      {warning && <span title={`warning from ${warnDays} d`}> ▲</span>}
      {critical && <span className="sr-only"> critical</span>}
      {warning && <span className="sr-only"> warning</span>}
    </time>
  )
}
