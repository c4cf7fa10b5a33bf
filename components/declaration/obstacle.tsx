import Link from 'next/link'
import { useTranslations } from 'next-intl'

interface ObstacleProps {
  reason: string
  run?: number
  replay?: number
  /** What the run or replay says itself, checks included. */
  message?: string
}

/** Why there is no declaration, in words, and the way to what stands in its way. */
export function ObstacleText({ reason, run, replay, message }: ObstacleProps) {
  const t = useTranslations('declarations')
  const key = `obstacle.${reason}` as 'obstacle.run_failed'
  return (
    <>
      <p>
        {t.has(key) ? t(key, { run: run ?? '', replay: replay ?? '' }) : t('obstacle.internal')}
      </p>
      {message && <p className="text-muted">{message}</p>}
      <p className="flex gap-3">
        {run !== undefined && (
          <Link href={`/runs/${run}`} className="underline">
            {t('seeRun')}
          </Link>
        )}
        {replay !== undefined && (
          <Link href={`/replays/${replay}`} className="underline">
            {t('seeReplay')}
          </Link>
        )}
      </p>
    </>
  )
}
