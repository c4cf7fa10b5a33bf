import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { OutcomeTable } from '@/components/replay/outcome-table'
import { ReplayHeader } from '@/components/replay/replay-header'
import { isMoving, ReplayNotes, ReplaySentence } from '@/components/replay/replay-outcome'
import { ReplayProgress } from '@/components/replay/replay-progress'
import { ExportMenu } from '@/components/rule/export-menu'
import { ActionButton } from '@/components/ui/action-button'
import { pageActor } from '@/lib/server/auth/actor'
import { readReplay } from '@/lib/server/queries/replays'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { allows } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { formatCount } from '@/lib/shared/format'
import { act } from '../../act'

interface Props {
  params: Promise<{ id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations('replays'))('replayNo', { id: (await params).id }) }
}

/** A replay has one address, seen by everybody: preview, progress, result. */
export default async function ReplayPage({ params }: Props) {
  const actor = await pageActor()
  const id = Number((await params).id)
  if (!Number.isInteger(id) || id < 1) notFound()
  const t = await getTranslations('replays')
  const all = await getTranslations()
  const { replay, timeZone } = await database().snapshot(async (tx) => ({
    replay: await readReplay(tx, id),
    timeZone: await readTimeZone(tx),
  }))
  if (!replay) notFound()
  const reader = { locale: await getLocale(), timeZone }
  const preview = replay.kind === 'preview'
  const moving = isMoving(replay)
  const own = replay.actorId === actor.id
  const mayCancel = allows(actor.role, own ? 'cancel-own-replay' : 'cancel-any-replay')
  const forbidden = (may: boolean) =>
    may ? undefined : all('shell.notAllowed', { role: all(`shell.roles.${actor.role}`) })
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <ReplayHeader replay={replay} reader={reader} />
      <ReplaySentence replay={replay} reader={reader} />
      <ReplayProgress replay={replay} timeZone={timeZone} />
      <ReplayNotes replay={replay} reader={reader} />
      {moving && !preview && (
        <ActionButton
          act={act}
          verb="cancel-replay"
          input={{ replay: id, requestId: `cancel-replay-${id}` }}
          forbidden={forbidden(mayCancel && !replay.cancelRequested)}
        >
          {t(replay.cancelRequested ? 'cancelling' : 'cancel')}
        </ActionButton>
      )}
      {preview && replay.status === 'done' && replay.settled > 0 && replay.executedAs === null && (
        <ActionButton
          act={act}
          verb="request-replay"
          input={{
            domain: replay.domain,
            target: { filter: {} },
            kind: 'replay',
            previewId: id,
            requestId: `execute-preview-${id}`,
          }}
          forbidden={forbidden(allows(actor.role, 'replay'))}
          goTo={{ path: '/replays/', id: 'replay' }}
          look="primary"
        >
          {t('execute', { n: formatCount(replay.total, reader) })}
        </ActionButton>
      )}
      <OutcomeTable replay={replay} timeZone={timeZone} />
      {!moving && (
        <div className="self-start">
          <ExportMenu label={t('download')} href={`/api/export/replay?id=${id}`} />
        </div>
      )}
    </div>
  )
}
