import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { AskButton } from '@/components/replay/ask-button'
import { OutcomeTable } from '@/components/replay/outcome-table'
import { ReplayProgress } from '@/components/replay/replay-progress'
import { ExportMenu } from '@/components/rule/export-menu'
import { pageActor } from '@/lib/server/auth/actor'
import { readReplay } from '@/lib/server/queries/replays'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { allows } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatTime } from '@/lib/shared/format'
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
  const machine = await getTranslations('row.machine')
  const { replay, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    replay: await readReplay(tx, id),
    timeZone: await readTimeZone(tx),
  }))
  if (!replay) notFound()
  const reader = { locale: await getLocale(), timeZone }
  const count = (n: number) => formatCount(n, reader)
  const preview = replay.kind === 'preview'
  const moving = replay.status === 'queued' || replay.status === 'running'
  const own = replay.actorId === actor.id
  const mayCancel = allows(actor.role, own ? 'cancel-own-replay' : 'cancel-any-replay')
  const forbidden = (may: boolean) =>
    may ? undefined : all('shell.notAllowed', { role: all(`shell.roles.${actor.role}`) })
  const done = replay.settled + replay.stillFailing + replay.skipped
  const progress = { done: count(done), total: count(replay.total) }
  const summary = { settled: count(replay.settled), total: count(replay.total) }
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <header>
        <h1 className="font-semibold text-xl">{t(preview ? 'previewNo' : 'replayNo', { id })}</h1>
        <p className="text-muted">
          {t(`status.${replay.status}`)} ·{' '}
          {t('askedBy', {
            who: machine.has(replay.actor) ? machine(replay.actor as 'schedule') : replay.actor,
            time: formatTime(new Date(replay.requestedAt), reader),
          })}
          {replay.previewId !== null && ` · ${t('ofPreview', { id: replay.previewId })}`}
          {replay.referencesRun !== null &&
            ` · ${t('referencesOf', { run: replay.referencesRun })}`}
        </p>
      </header>
      <p aria-live="polite" className="text-lg">
        {moving && t(preview ? 'judging' : 'replaying', progress)}
        {!moving && replay.status !== 'failed' && t(preview ? 'wouldSettle' : 'didSettle', summary)}
        {replay.cascaded > 0 && ` (${t('withCascaded', { n: replay.cascaded })})`}
      </p>
      <ReplayProgress replay={replay} timeZone={timeZone} />
      {replay.error && (
        <p role="alert" className="text-critical">
          ■ {replay.error.message}
        </p>
      )}
      {!moving && replay.settled === 0 && <p>{t('nothingSettled')}</p>}
      {replay.changedSincePreview !== null && !moving && (
        <p>{t('changedSince', { n: replay.changedSincePreview })}</p>
      )}
      {moving && !preview && (
        <AskButton
          act={act}
          name="cancel-replay"
          input={{ replay: id }}
          requestId={`cancel-replay-${id}`}
          forbidden={forbidden(mayCancel && !replay.cancelRequested)}
        >
          {t(replay.cancelRequested ? 'cancelling' : 'cancel')}
        </AskButton>
      )}
      {Object.entries(replay.skippedWhy).map(([why, n]) => (
        <p key={why}>{t(`whySkipped.${why}` as 'whySkipped.closed', { n: count(n) })}</p>
      ))}
      {replay.executedAs !== null && (
        <p>
          {t('executedAs', { id: replay.executedAs })}{' '}
          <Link href={`/replays/${replay.executedAs}`} className="underline">
            {t('seeReplay')}
          </Link>
        </p>
      )}
      {preview && replay.status === 'done' && replay.settled > 0 && replay.executedAs === null && (
        <AskButton
          act={act}
          name="request-replay"
          input={{ domain: replay.domain, target: { filter: {} }, kind: 'replay', previewId: id }}
          requestId={`execute-preview-${id}`}
          forbidden={forbidden(allows(actor.role, 'replay'))}
          primary
        >
          {t('execute', { n: count(replay.total) })}
        </AskButton>
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
