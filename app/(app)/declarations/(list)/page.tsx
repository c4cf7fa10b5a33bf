import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { DeclarationList } from '@/components/declaration/declaration-list'
import { ObstacleText } from '@/components/declaration/obstacle'
import { RecencyTable } from '@/components/declaration/recency-table'
import { DomainName } from '@/components/names'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { ActionButton } from '@/components/ui/action-button'
import { pageActor } from '@/lib/server/auth/actor'
import { needsOf } from '@/lib/server/auth/needs'
import { chosenDomain } from '@/lib/server/domain'
import { type Declaring, readDeclarations, readDeclaring } from '@/lib/server/queries/declarations'
import { readRecency } from '@/lib/server/queries/recency'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatTime } from '@/lib/shared/format'
import { withDomain } from '@/lib/views/domain'
import { act } from '../../act'

interface Props {
  searchParams: Promise<{ before?: string }>
}

const PAGE = 50

/** Obstacles that a declaration waits for instead of being turned away. */
const PASSING = new Set(['run_in_progress', 'replay_waiting'])

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('declarations'))('title') }
}

/** Declarations: whether one can be produced, how recent the missing holders are, what was produced. */
export default async function DeclarationsPage({ searchParams }: Props) {
  const actor = await pageActor()
  const t = await getTranslations()
  const before = Number((await searchParams).before) || undefined
  const domain = await chosenDomain()
  const { declaring, declarations, timeZone } = await databaseOf(database()).snapshot(
    async (tx) => ({
      declaring: await Promise.all(
        (await readDeclaring(tx, domain)).map(async (d) => ({
          ...d,
          recent: d.recency && d.run ? await readRecency(tx, d.recency, d.run.asOf) : undefined,
        })),
      ),
      declarations: await readDeclarations(tx, domain, before, PAGE),
      timeZone: await readTimeZone(tx),
    }),
  )
  const reader = { locale: await getLocale(), timeZone }
  const least = needsOf(actor.role).declare
  const forbidden = ({ obstacle }: Declaring) => {
    if (least) return t('act.needsRole', { role: t(`shell.roles.${least}`) })
    return obstacle && !PASSING.has(obstacle.reason) ? t('declarations.cannot') : undefined
  }
  const last = declarations.at(-1)
  return (
    <div className="flex flex-col gap-8">
      <DomainInAddress domain={domain} />
      <h1 className="font-semibold text-xl">{t('declarations.title')}</h1>
      {declaring.length === 0 && <p className="text-muted">{t('declarations.noDomain')}</p>}
      {declaring.map((d) => (
        <section key={d.domain} className="flex flex-col gap-3">
          <h2 className="font-semibold text-lg">
            <DomainName name={d.domain} />
          </h2>
          {d.obstacle ? (
            <div className="border-critical border-l-4 pl-3">
              <p className="font-semibold text-critical">
                <span aria-hidden="true">■ </span>
                {t('declarations.cannot')}
              </p>
              <ObstacleText {...d.obstacle} />
            </div>
          ) : (
            d.run && (
              <p>
                <span aria-hidden="true">✓ </span>
                {t('declarations.can', {
                  run: d.run.id,
                  time: formatTime(new Date(d.run.asOf), reader),
                })}
              </p>
            )
          )}
          <ActionButton
            act={act}
            verb="request-declaration"
            input={{ domain: d.domain, requestId: randomUUID() }}
            goTo={{ path: '/declarations/', id: 'declaration' }}
            look="primary"
            forbidden={forbidden(d)}
          >
            {t('declarations.produce')}
          </ActionButton>
          {d.recent && (
            <div className="mt-2 flex flex-col gap-2">
              <h3 className="font-semibold">{t('declarations.recency.title')}</h3>
              <RecencyTable recency={d.recent} timeZone={timeZone} />
            </div>
          )}
        </section>
      ))}
      {declaring.length > 0 && declarations.length === 0 && (
        <p className="text-muted">{t('declarations.none')}</p>
      )}
      {declarations.length > 0 && (
        <DeclarationList declarations={declarations} timeZone={timeZone} />
      )}
      {last && declarations.length === PAGE && (
        <Link
          href={`${withDomain('/declarations', domain)}&before=${last.id}`}
          className="underline"
        >
          {t('declarations.older')}
        </Link>
      )}
    </div>
  )
}
