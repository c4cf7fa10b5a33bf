import { useTranslations } from 'next-intl'
import type { WallFigures } from '@/lib/server/queries/wall'
import {
  type DisplaySettings,
  formatChange,
  formatCount,
  formatDayShort,
} from '@/lib/shared/format'
import css from './board.module.css'

const WIDTH = 1000
const HEIGHT = 300

/** The stock of eight weeks as one line, from zero upwards, with a tick per week. */
export function Trend({ days, reader }: { days: WallFigures['trend']; reader: DisplaySettings }) {
  const t = useTranslations('wall')
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return <section className={css.trend} />
  const most = Math.max(1, ...days.map((d) => d.rows))
  const points = days.map(({ rows }, i) => {
    const x = (i / Math.max(1, days.length - 1)) * WIDTH
    const y = HEIGHT - (rows / most) * (HEIGHT - 10)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const day = (text: string) => formatDayShort(text, reader)
  const words = t('trendWords', {
    first: formatCount(first.rows, reader),
    from: day(first.day),
    last: formatCount(last.rows, reader),
    most: formatCount(most, reader),
  })
  return (
    <section className={css.trend}>
      <h2>
        {t('trend')}
        <span className={css.change}>
          {t('sinceThen', {
            change: formatChange(last.rows - first.rows, reader),
            from: day(first.day),
          })}
        </span>
      </h2>
      <div className={css.plot}>
        <span className={css.most}>{formatCount(most, reader)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
        >
          <title>{words}</title>
          {days.map((d, i) =>
            new Date(d.day).getUTCDay() === 1 ? (
              <line
                key={d.day}
                className={css.week}
                x1={(i / (days.length - 1)) * WIDTH}
                x2={(i / (days.length - 1)) * WIDTH}
                y1={0}
                y2={HEIGHT}
              />
            ) : null,
          )}
          <polygon
            className={css.area}
            points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
          />
          <polyline className={css.line} points={points.join(' ')} />
        </svg>
      </div>
      <p className={css.ends}>
        <span>{day(first.day)}</span>
        <span>{day(last.day)}</span>
      </p>
    </section>
  )
}
