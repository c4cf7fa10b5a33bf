import { useTranslations } from 'next-intl'
import { changeOver, type FlagLine } from '@/lib/server/queries/flags'
import { type DisplaySettings, formatCount, formatShare, formatTime } from '@/lib/shared/format'
import { Change } from './change'
import { Trend } from './trend'

/** How many rows, what part of the dataset, since when, and whether it grows. */
export function FlagFigures({
  flag,
  at,
  reader,
}: {
  flag: FlagLine
  at: string
  reader: DisplaySettings
}) {
  const t = useTranslations('flags')
  const terms = useTranslations('terms')
  const count = (n: number) => formatCount(n, reader)
  const time = (iso: string) => formatTime(new Date(iso), reader)
  const { rows, silver } = flag
  if (rows === null || silver === null) return <p className="text-muted">{t('notCounted')}</p>
  const figure = 'font-semibold text-2xl'
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      <div>
        <dt className="text-muted">{terms('rows')}</dt>
        <dd className={figure}>{count(rows)}</dd>
        <dd className="text-[13px] text-muted">
          {flag.firstSeen ? t('firstSeen', { time: time(flag.firstSeen) }) : null}
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('share')}</dt>
        <dd className={figure}>{silver > 0 ? formatShare(rows / silver, reader) : '–'}</dd>
        <dd className="text-[13px] text-muted">
          {t('shareOf', { n: count(rows), all: count(silver) })}
        </dd>
      </div>
      {[7, 28].map((days) => (
        <div key={days}>
          <dt className="text-muted">{t('changeOver', { n: days })}</dt>
          <dd className={figure}>
            <Change change={changeOver(flag, days)} days={days} reader={reader} />
          </dd>
        </div>
      ))}
      <div>
        <dt className="text-muted">{t('trend')}</dt>
        <dd className="flex h-8 items-center">
          <Trend values={flag.trend} day={at} reader={reader} />
        </dd>
        <dd className="text-[13px] text-muted">
          {flag.changedAt && t('changedAt', { time: time(flag.changedAt) })}
        </dd>
      </div>
    </dl>
  )
}
