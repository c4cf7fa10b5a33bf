import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { Skeleton } from '@/components/skeleton'
import { ActionButton } from '@/components/ui/action-button'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { countOpen, countReady, domainOf } from '@/lib/server/queries/rows'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { allows } from '@/lib/shared/auth/permissions'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount } from '@/lib/shared/format'
import { filterOf } from '@/lib/shared/scope'
import { parseReplayAddress } from '@/lib/views/replay-address'
import { act } from '../../act'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('replays'))('newTitle') }
}

/** Asks for a preview of a replay: of a filter, a cause, or chosen rows. */
export default async function NewReplayPage({ searchParams }: Props) {
  await pageActor()
  const asked = parseReplayAddress(await searchParams)
  // Known before anything is sent, so that an address that says nothing answers 404.
  if (!asked) notFound()
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <NewReplay asked={asked} />
    </Suspense>
  )
}

async function NewReplay({ asked }: { asked: NonNullable<ReturnType<typeof parseReplayAddress>> }) {
  const actor = await pageActor()
  const t = await getTranslations()
  const { scope, filter } = asked
  const at = new Date()
  const locale = await getLocale()
  const db = databaseOf(database())
  const domain = asked.domain ?? (await domainOf(db, scope)) ?? (await chosenDomain())
  if (!domain) notFound()
  const { open, ready, texts, timeZone } = await db.snapshot(async (tx) => ({
    ...('ids' in scope
      ? { open: scope.ids.length, ready: await countReady(tx, scope.ids) }
      : await countOpen(tx, { domain, filter: filterOf(scope) }, at)),
    texts: await readRuleTexts(tx, locale),
    timeZone: await readTimeZone(tx),
  }))
  const expected = 'filter' in scope ? scope.expected : undefined
  const agrees = expected === undefined || expected === open
  const reader = { locale, timeZone }
  const forbidden = allows(actor.role, 'replay')
    ? undefined
    : t('shell.notAllowed', { role: t(`shell.roles.${actor.role}`) })
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <h1 className="font-semibold text-xl">{t('replays.newTitle')}</h1>
      {filter?.rule && (
        <p>
          <strong>{texts[filter.rule] ?? filter.rule}</strong>{' '}
          <span className="text-muted">{filter.rule}</span>
        </p>
      )}
      <p>{t('replays.about', { n: open, ready: formatCount(ready, reader) })}</p>
      {!agrees && (
        <p role="alert" className="text-warning">
          ▲{' '}
          {t('replays.otherNumber', {
            expected: formatCount(expected, reader),
            n: formatCount(open, reader),
          })}
        </p>
      )}
      <p className="text-muted">{t(open > 0 ? 'replays.previewHint' : 'replays.nothingToDo')}</p>
      {open > 0 && agrees && (
        <ActionButton
          act={act}
          verb="request-replay"
          input={{ domain, target: scope, kind: 'preview', requestId: randomUUID() }}
          forbidden={forbidden}
          goTo={{ path: '/replays/', id: 'replay' }}
          look="primary"
        >
          {t('replays.preview')}
        </ActionButton>
      )}
      {filter?.dataset && filter.rule && (
        <p>
          <Link href={`/rules/${filter.dataset}/${filter.rule}`} className="underline">
            {t('alerts.showRows')}
          </Link>
        </p>
      )}
    </div>
  )
}
