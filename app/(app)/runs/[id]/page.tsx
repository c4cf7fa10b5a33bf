import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { DomainName } from '@/components/names'
import { nextOf, reasonOf } from '@/components/runs/reason'
import { RunStatus } from '@/components/runs/run-status'
import { CountsTable, FilesTable, RunChecks } from '@/components/runs/run-tables'
import { pageActor } from '@/lib/server/auth/actor'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readRun } from '@/lib/server/queries/runs'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatTime } from '@/lib/shared/format'

interface Props {
  params: Promise<{ id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations('runs'))('runNo', { id: (await params).id }) }
}

/** One run: what came, where every row is, which checks hold, and why it did not commit. */
export default async function RunPage({ params }: Props) {
  await pageActor()
  const id = Number((await params).id)
  if (!Number.isInteger(id) || id < 1) notFound()
  const t = await getTranslations('runs')
  const locale = await getLocale()
  const { run, texts, timeZone } = await databaseOf(database()).snapshot(async (tx) => ({
    run: await readRun(tx, id),
    texts: await readRuleTexts(tx, locale),
    timeZone: await readTimeZone(tx),
  }))
  if (!run) notFound()
  const reader = { locale, timeZone }
  const rules = run.datasets.flatMap((d) =>
    Object.entries(d.rules).map(([code, n]) => ({ dataset: d.dataset, code, n })),
  )
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1 className="font-semibold text-xl">
          {t('runNo', { id })} <RunStatus status={run.status} />
        </h1>
        <p className="text-muted">
          <DomainName name={run.domain} /> · {t(`mode.${run.mode}`)} ·{' '}
          {run.delivery ?? t(`kind.${run.kind}`)} · {t('asOf')}{' '}
          {formatTime(new Date(run.asOf), reader)}
          {run.seconds !== null &&
            ` · ${t('took')} ${t('seconds', { n: formatCount(run.seconds, reader) })}`}
        </p>
      </header>
      {run.error && (
        <section role="alert" className="border-critical border-l-4 pl-3">
          <p className="text-critical">
            <span aria-hidden="true">■ </span>
            {reasonOf(t, run.error.reason)}
          </p>
          {nextOf(t, run.error.reason) && <p>{nextOf(t, run.error.reason)}</p>}
          {/* What the engine wrote, for those who look further: it speaks English. */}
          <p lang="en" className={reasonOf(t, run.error.reason) ? 'text-muted' : ''}>
            {[run.error.message, run.error.hint].filter(Boolean).join('. ')}
          </p>
          <p className="text-muted">{t('nothingChanged')}</p>
        </section>
      )}
      {run.datasets.length > 0 && <CountsTable run={run} timeZone={timeZone} />}
      {rules.length > 0 && (
        <section>
          <h2 className="font-semibold">{t('byRule')}</h2>
          <ul>
            {rules.map(({ dataset, code, n }) => (
              <li key={code}>
                <Link href={`/rules/${dataset}/${code}`} className="underline">
                  {texts[code] ?? code}
                </Link>{' '}
                <span className="text-muted">{code}</span> {formatCount(n, reader)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {run.checks.length > 0 && <RunChecks run={run} />}
      {run.files.length > 0 && <FilesTable run={run} timeZone={timeZone} />}
      {run.notes.length > 0 && (
        <section>
          <h2 className="font-semibold">{t('notes')}</h2>
          <ul>
            {run.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
