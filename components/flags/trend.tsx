import { useTranslations } from 'next-intl'
import { type DisplaySettings, formatCount, formatDay } from '@/lib/shared/format'
import { lastDays } from '@/lib/views/flow-view'

const WIDTH = 84
const HEIGHT = 20
/** Room for the line's own width. */
const EDGE = 2

/**
 * Rows per day as one line, drawn on the server. It has steps, because a figure holds until the next
 * run. It starts at zero, so that a small change looks small.
 * @param day of the last value, ISO 8601.
 */
export function Trend({
  values,
  day,
  reader,
}: {
  values: (number | null)[]
  day: string
  reader: DisplaySettings
}) {
  const t = useTranslations('flags')
  const first = values.findIndex((n) => n !== null)
  const last = values.at(-1)
  if (first === -1 || last === null || last === undefined) return <span>–</span>
  const most = Math.max(1, ...values.map((n) => n ?? 0))
  const x = (i: number) => EDGE + (i / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (n: number) => HEIGHT - EDGE - (n / most) * (HEIGHT - 2 * EDGE)
  const path = values
    .map((n, i) => (n === null ? '' : i === first ? `M${x(i)} ${y(n)}` : `H${x(i)}V${y(n)}`))
    .join('')
  const began = new Date(Date.parse(day) - (values.length - 1 - first) * 86_400_000)
  const label = t('trendFrom', {
    from: formatCount(values[first] ?? 0, reader),
    day: formatDay(lastDays(1, began, reader.timeZone).to, reader),
    to: formatCount(last, reader),
  })
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
      <path d={path} fill="none" strokeWidth={1.5} className="stroke-muted" />
      <circle cx={x(values.length - 1)} cy={y(last)} r={2} className="fill-ink" />
    </svg>
  )
}
