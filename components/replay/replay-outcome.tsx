import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReplayDetail } from '@/lib/server/queries/replays'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'

interface Props {
  replay: ReplayDetail
  reader: DisplaySettings
}

/** Whether the replay waits or works; else it has come to its end. */
export const isMoving = ({ status }: ReplayDetail): boolean =>
  status === 'queued' || status === 'running'

/** How far it is, or how many rows it settled, in one sentence. */
export function ReplaySentence({ replay, reader }: Props) {
  const t = useTranslations('replays')
  const count = (n: number) => formatCount(n, reader)
  const isPreview = replay.kind === 'preview'
  const total = count(replay.total)
  const done = count(replay.settled + replay.stillFailing + replay.skipped)
  const settled = count(replay.settled)
  return (
    <p aria-live="polite" className="text-lg">
      {isMoving(replay)
        ? t(isPreview ? 'judging' : 'replaying', { done, total })
        : replay.status !== 'failed' &&
          t(isPreview ? 'wouldSettle' : 'didSettle', { settled, total })}
      {replay.cascaded > 0 && ` (${t('withCascaded', { n: replay.cascaded })})`}
    </p>
  )
}

/** What went wrong, what differs from the preview, why rows were skipped, and what came of it. */
export function ReplayNotes({ replay, reader }: Props) {
  const t = useTranslations('replays')
  const moving = isMoving(replay)
  return (
    <>
      {replay.error && (
        <p role="alert" className="text-critical">
          ■ {replay.error.message}
        </p>
      )}
      {!moving && replay.settled === 0 && (
        <p>{t(replay.kind === 'preview' ? 'nothingWould' : 'nothingSettled')}</p>
      )}
      {!moving && replay.settled > 0 && replay.stillFailing > 0 && (
        <p>{t('stillThere', { n: replay.stillFailing })}</p>
      )}
      {!moving && replay.changedSincePreview !== null && (
        <p>{t('changedSince', { n: replay.changedSincePreview })}</p>
      )}
      {Object.entries(replay.skippedWhy).map(([why, n]) => (
        <p key={why}>
          {t(`whySkipped.${why}` as 'whySkipped.closed', { n: formatCount(n, reader) })}
        </p>
      ))}
      {replay.executedAs !== null && (
        <p>
          {t('executedAs', { id: replay.executedAs })}{' '}
          <Link href={`/replays/${replay.executedAs}`} className="underline">
            {t('seeReplay')}
          </Link>
        </p>
      )}
    </>
  )
}
