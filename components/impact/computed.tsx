import { useTranslations } from 'next-intl'
import type { ImpactScreen } from '@/lib/server/queries/impact'
import { type DisplaySettings, formatDay, formatTime } from '@/lib/shared/format'

/** The key date of the figures, and which run or replay computed them when. */
export function Computed({ screen, reader }: { screen: ImpactScreen; reader: DisplaySettings }) {
  const t = useTranslations('impact')
  const time = formatTime(new Date(screen.computedAt), reader)
  return (
    <p className="text-[13px] text-muted">
      <strong className="text-ink">
        {t('keyDate', { day: formatDay(screen.keyDate, reader) })}
      </strong>
      {' · '}
      {screen.replay !== null
        ? t('computedByReplay', { id: screen.replay, time })
        : t('computedByRun', { id: screen.run ?? 0, time })}
      , {reader.timeZone}
    </p>
  )
}
