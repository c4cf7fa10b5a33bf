import { useLocale, useTranslations } from 'next-intl'
import type { ReplayDetail } from '@/lib/server/queries/replays'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'

const PARTS = [
  ['settled', 'bg-out'],
  ['stillFailing', 'bg-in'],
  ['skipped', 'bg-line'],
] as const

/** How far a replay has come: a bar, and the same in numbers. */
export function ReplayProgress({ replay, timeZone }: { replay: ReplayDetail; timeZone: string }) {
  const t = useTranslations('replays')
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  const total = Math.max(1, replay.total)
  const done = replay.settled + replay.stillFailing + replay.skipped
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={replay.total}
        aria-valuenow={done}
        aria-label={t(`status.${replay.status}`)}
        className="flex h-4 w-full border border-line"
      >
        {PARTS.map(([part, tone]) => (
          <div key={part} className={tone} style={{ width: `${(replay[part] / total) * 100}%` }} />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {PARTS.map(([part, tone]) => (
          <div key={part} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-3 border border-line ${tone}`} />
            <dt className="text-muted">{t(part)}</dt>
            <dd className="font-semibold">{formatCount(replay[part], reader)}</dd>
          </div>
        ))}
        <div className="flex items-center gap-1.5">
          <dt className="text-muted">{t('openItems')}</dt>
          <dd className="font-semibold">{formatCount(replay.total - done, reader)}</dd>
        </div>
      </dl>
    </div>
  )
}
