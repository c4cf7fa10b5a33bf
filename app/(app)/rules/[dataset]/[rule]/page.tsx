import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { act } from '@/app/(app)/act'
import { CauseList } from '@/components/rule/cause-list'
import { RowTable } from '@/components/rule/row-table'
import { pageActor } from '@/lib/auth/actor'
import { needsOf } from '@/lib/auth/needs'
import { database } from '@/lib/db/client'
import { databaseOf } from '@/lib/db/database'
import { readCauses } from '@/lib/queries/causes'
import { COUNT_LIMIT, countRows, readRows } from '@/lib/queries/rows'
import { readRule } from '@/lib/queries/rule'
import { readTimeZone } from '@/lib/queries/workspace'
import { filterOf, loadRowView, rowViewHref } from '@/lib/view'

interface Props {
  params: Promise<{ dataset: string; rule: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).rule }
}

/** Rule: what it means, the causes ranked by what a fix frees, and the rows. */
export default async function RulePage({ params, searchParams }: Props) {
  const actor = await pageActor()
  const { dataset, rule: code } = await params
  const view = await loadRowView(searchParams)
  const locale = await getLocale()
  const t = await getTranslations()
  const at = new Date()
  const filter = filterOf(view, dataset, code)
  const { rule, causes, page, count, timeZone } = await databaseOf(database()).snapshot(
    async (tx) => {
      const rule = await readRule(tx, dataset, code)
      if (!rule) notFound()
      const { domain } = rule
      return {
        rule,
        timeZone: await readTimeZone(tx),
        causes: await readCauses(tx, { domain, dataset, rule: code, limit: 50 }, at),
        page: await readRows(
          tx,
          { domain, filter, sort: view.sort, desc: view.desc, after: view.after ?? undefined },
          at,
        ),
        count: await countRows(tx, { domain, filter }, at, false),
      }
    },
  )
  const path = `/rules/${dataset}/${code}`
  const exportHref = (format: string) =>
    `/api/export?format=${format}&domain=${rule.domain}&filter=${encodeURIComponent(JSON.stringify(filter))}`
  const replayHref = `/replays/new?domain=${rule.domain}&filter=${encodeURIComponent(JSON.stringify(filter))}`
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-xl">{rule.means[locale] ?? code}</h1>
          <p className="text-muted">
            {code} · {dataset} · {t('terms.owner')} {rule.owner} ·{' '}
            {t('rule.thresholds', { warn: rule.warnDays, critical: rule.criticalDays })}
          </p>
        </div>
        <details className="relative">
          <summary className="cursor-pointer list-none rounded-sm border border-line px-2 py-1">
            {t('rule.export')} ▾
          </summary>
          <div className="absolute right-0 z-30 flex flex-col border border-line bg-page p-1">
            {(['csv', 'xlsx'] as const).map((format) => (
              <a
                key={format}
                href={exportHref(format)}
                className="whitespace-nowrap px-3 py-1 hover:bg-panel"
              >
                {t(`rule.${format}`)}
              </a>
            ))}
          </div>
        </details>
      </header>
      <p>
        <strong>{t('rule.mend')}:</strong> {rule.mend[locale]}{' '}
        <span className="text-muted">
          {[rule.sapField ?? rule.sapTable, rule.transaction].filter(Boolean).join(' · ')}
        </span>
      </p>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <CauseList causes={causes.causes} chosen={view.cause} path={path} timeZone={timeZone} />
        <RowTable
          key={rowViewHref(path, { ...view, after: null })}
          rows={page.rows}
          next={page.next}
          count={Math.min(count, COUNT_LIMIT)}
          more={count > COUNT_LIMIT}
          filter={filter}
          domain={rule.domain}
          at={at.toISOString()}
          timeZone={timeZone}
          warnDays={rule.warnDays}
          criticalDays={rule.criticalDays}
          act={act}
          needs={needsOf(actor.role)}
          replayHref={replayHref}
        />
      </div>
      <p>
        <Link href="/" className="underline">
          {t('stock.title')}
        </Link>
      </p>
    </div>
  )
}
