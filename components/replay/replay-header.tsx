import { useTranslations } from 'next-intl'
import type { ReplayDetail } from '@/lib/server/queries/replays'
import { type DisplaySettings, formatTime } from '@/lib/shared/format'

/** What kind of replay this is, how it stands, and who asked for it when. */
export function ReplayHeader({
  replay,
  reader,
}: {
  replay: ReplayDetail
  reader: DisplaySettings
}) {
  const t = useTranslations('replays')
  const machine = useTranslations('row.machine')
  const who = machine.has(replay.actor) ? machine(replay.actor as 'schedule') : replay.actor
  const time = formatTime(new Date(replay.requestedAt), reader)
  return (
    <header>
      <h1 className="font-semibold text-xl">
        {t(replay.kind === 'preview' ? 'previewNo' : 'replayNo', { id: replay.id })}
      </h1>
      <p className="text-muted">
        {t(`status.${replay.status}`)} · {t('askedBy', { who, time })}
        {replay.previewId !== null && ` · ${t('ofPreview', { id: replay.previewId })}`}
        {replay.referencesRun !== null && ` · ${t('referencesOf', { run: replay.referencesRun })}`}
      </p>
    </header>
  )
}
