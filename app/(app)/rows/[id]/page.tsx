import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { ActDialog, type RowVerb } from '@/components/act/act-dialog'
import { Age } from '@/components/age'
import { DatasetName } from '@/components/names'
import { Relations } from '@/components/row/parents'
import { Timeline } from '@/components/row/timeline'
import { ValuesTable } from '@/components/row/values-table'
import { ReplayLink } from '@/components/rule/selection-bar'
import { pageActor } from '@/lib/server/auth/actor'
import { needsOf } from '@/lib/server/auth/needs'
import { readRow } from '@/lib/server/queries/row'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatMoney } from '@/lib/shared/format'
import { act } from '../../act'

interface Props {
  params: Promise<{ id: string }>
}

const VERBS: Record<string, RowVerb[]> = {
  A_TRAITER: ['comment', 'assign', 'snooze', 'claim', 'close'],
  CLASSEE: ['comment', 'reopen'],
  SOLDEE: ['comment'],
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations('row'))('title', { key: (await params).id }) }
}

/** Row: what is wrong in words, what would release it, its values, its history. */
export default async function RowPage({ params }: Props) {
  const actor = await pageActor()
  const id = Number((await params).id)
  if (!Number.isSafeInteger(id) || id < 1) notFound()
  const t = await getTranslations()
  const locale = await getLocale()
  const { screen, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    screen: await readRow(tx, id),
    timeZone: await readTimeZone(tx),
  }))
  if (!screen) notFound()
  const { row } = screen
  const reader = { locale, timeZone }
  const [first, ...others] = row.rules
  const needs = needsOf(actor.role)
  return (
    <article className="flex max-w-5xl flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-xl">{first?.means?.[locale] ?? row.rule}</h1>
        <p className="text-muted">
          <Link
            href={`/rules/${row.dataset}/${row.rule}`}
            data-key="Escape"
            aria-keyshortcuts="Escape"
            className="underline"
          >
            {row.rule}
          </Link>{' '}
          · <DatasetName name={row.dataset} /> · {row.key} · {t(`terms.statut.${row.statut}`)}
          {row.exitReason && ` (${t(`row.exit.${row.exitReason}` as 'row.exit.REPLAYED')})`}
          {row.ready && (
            <span className="ml-1 bg-flag px-1 text-[#1a1a19]">{t('terms.ready')}</span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-4">
          {row.amount !== null && <strong>{formatMoney(row.amount, row.currency, reader)}</strong>}
          {row.customer && (
            <Link href={`/search?q=${encodeURIComponent(row.customer)}`} className="underline">
              {t('terms.customer')} {row.customer}
            </Link>
          )}
          {row.invoice && (
            <Link href={`/search?q=${encodeURIComponent(row.invoice)}`} className="underline">
              {t('terms.invoice')} {row.invoice}
            </Link>
          )}
          <span>
            {t('terms.age')}{' '}
            <Age
              since={new Date(row.firstSeen)}
              now={new Date()}
              reader={reader}
              warnDays={row.statut === 'A_TRAITER' ? row.warnDays : null}
              criticalDays={row.statut === 'A_TRAITER' ? row.criticalDays : null}
            />
          </span>
          {row.owner && (
            <span>
              {t('terms.owner')} {row.owner}
            </span>
          )}
          {row.claim && <strong>{t(`terms.claim.${row.claim}`)}</strong>}
        </p>
      </header>
      {row.statut !== 'SOLDEE' && (
        <section className="border-flag border-l-4 pl-3">
          <h2 className="font-semibold">{t('row.release')}</h2>
          <p>
            {row.ready ? t('row.readyNow') : first?.mend?.[locale]}{' '}
            <span className="text-muted">
              {[first?.field, first?.transaction].filter(Boolean).join(' · ')}
            </span>
          </p>
        </section>
      )}
      <div className="flex flex-wrap gap-2 text-[13px]">
        {row.statut === 'A_TRAITER' && (
          <ReplayLink
            href={`/replays/new?domain=${row.domain}&ids=${row.id}`}
            needs={needs.replay}
          />
        )}
        {(VERBS[row.statut] ?? []).map((verb) => (
          <ActDialog
            key={verb}
            verb={verb}
            domain={row.domain ?? ''}
            target={{ ids: [row.id] }}
            count={1}
            act={act}
            needs={needs[verb]}
          />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <ValuesTable row={row} />
        <div className="flex min-w-0 flex-col gap-5">
          {others.length > 0 && (
            <section>
              <h2 className="font-semibold">{t('row.alsoFails')}</h2>
              <ul>
                {others.map((rule) => (
                  <li key={rule.code}>
                    {rule.means?.[locale] ?? rule.code}{' '}
                    <span className="text-muted">{rule.code}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h2 className="font-semibold">{t('row.lineage')}</h2>
            <p>
              <Link href={`/runs/${row.runId}`} className="underline">
                {t('row.place', {
                  file: row.file ?? '',
                  line: row.line === row.lineTo ? String(row.line) : `${row.line}–${row.lineTo}`,
                  run: row.runId,
                })}
              </Link>
            </p>
            {row.previousId !== null && (
              <p>
                <Link href={`/rows/${row.previousId}`} className="underline">
                  {t('row.earlier', { id: row.previousId })}
                </Link>
              </p>
            )}
          </section>
          <Relations screen={screen} />
          {row.causeId !== null && (
            <p>
              <Link
                href={`/rules/${row.dataset}/${row.rule}?cause=${row.causeId}`}
                className="underline"
              >
                {t('row.sameCause', { n: screen.neighbours })}
              </Link>
            </p>
          )}
          <Timeline events={screen.events} timeZone={timeZone} />
        </div>
      </div>
    </article>
  )
}
