import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { WithheldNote } from '@/components/impact/withheld-note'
import { ReplayLink } from '@/components/replay/replay-link'
import { CauseList } from '@/components/rule/cause-list'
import { ExportMenu } from '@/components/rule/export-menu'
import { RowTable } from '@/components/rule/row-table'
import { RuleHeader } from '@/components/rule/rule-header'
import { pageActor } from '@/lib/server/auth/actor'
import { needsOf } from '@/lib/server/auth/needs'
import { chosenDomain } from '@/lib/server/domain'
import { readCauses } from '@/lib/server/queries/causes'
import { COUNT_LIMIT, countRows, readRows } from '@/lib/server/queries/rows'
import { readRule } from '@/lib/server/queries/rule'
import { readWithheldWords } from '@/lib/server/queries/withheld'
import { readTimeZone } from '@/lib/server/queries/workspace'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount } from '@/lib/shared/format'
import { withDomain } from '@/lib/views/domain'
import { impactHref } from '@/lib/views/impact-view'
import { filterOf, loadRowView, type RowView } from '@/lib/views/view'
import { act } from '../../../act'

interface Props {
  params: Promise<{ dataset: string; rule: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).rule }
}

/** What the screen shows, read from one snapshot; undefined where there is no such rule. */
function readScreen(dataset: string, code: string, view: RowView, locale: string, at: Date) {
  return databaseOf(database()).snapshot(async (tx) => {
    const rule = await readRule(tx, dataset, code)
    if (!rule) return undefined
    const { domain } = rule
    // Rows that wait for a parent belong to the cause at the top of their chain.
    const causeIs = rule.kind === 'reference_quarantined' ? 'rootCause' : 'cause'
    const filter = filterOf(view, dataset, code, causeIs)
    const { sort, desc, after } = view
    return {
      rule,
      filter,
      timeZone: await readTimeZone(tx),
      causes: await readCauses(tx, { domain, dataset, rule: code, limit: 50 }, at),
      page: await readRows(tx, { domain, filter, sort, desc, after: after ?? undefined }, at),
      count: await countRows(tx, { domain, filter }, at, view.exact),
      withheld: view.withheld && (await readWithheldWords(tx, domain, view.withheld, locale)),
    }
  })
}

/** Rule: what it means, the causes ranked by what a fix frees, and the rows. */
export default async function RulePage({ params, searchParams }: Props) {
  const actor = await pageActor()
  const { dataset, rule: code } = await params
  const view = await loadRowView(searchParams)
  const locale = await getLocale()
  const t = await getTranslations('rule')
  const at = new Date()
  const read = await readScreen(dataset, code, view, locale, at)
  if (!read) notFound()
  const { rule, filter, timeZone, causes, page, count, withheld } = read
  const path = `/rules/${dataset}/${code}`
  const more = !view.exact && count > COUNT_LIMIT
  const reader = { locale, timeZone }
  const filterText = encodeURIComponent(JSON.stringify(filter))
  const needs = needsOf(actor.role)
  const shared = { domain: rule.domain, timeZone, act, needs }
  const readyOnly = `/replays/new?domain=${rule.domain}&dataset=${dataset}&rule=${code}&ready=true`
  return (
    <div className="flex flex-col gap-4">
      <RuleHeader
        rule={rule}
        dataset={dataset}
        code={code}
        locale={locale}
        stockHref={withDomain('/', await chosenDomain())}
      >
        {rule.ready > 0 && (
          <ReplayLink href={readyOnly} needs={needs.replay}>
            {t('replayReady', { n: formatCount(rule.ready, reader) })}
          </ReplayLink>
        )}
        <ExportMenu
          label={
            more
              ? t('exportMany', { n: formatCount(COUNT_LIMIT, reader) })
              : t('exportRows', { n: count })
          }
          href={`/api/export?domain=${rule.domain}&filter=${filterText}`}
        />
      </RuleHeader>
      {withheld && view.withheld && (
        <WithheldNote
          what={withheld}
          dropHref={path}
          backHref={
            view.back ??
            impactHref('/impact', {
              domain: rule.domain,
              currency: view.withheld.currency,
              table: view.withheld.table,
              group: view.withheld.group,
            })
          }
        />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <CauseList
          causes={causes.causes}
          more={causes.next !== null}
          chosen={view.cause}
          path={path}
          {...shared}
        />
        <RowTable
          rows={page.rows}
          next={page.next}
          count={more ? COUNT_LIMIT : count}
          more={more}
          filter={filter}
          at={at.toISOString()}
          warnDays={rule.warnDays}
          criticalDays={rule.criticalDays}
          replayHref={`/replays/new?domain=${rule.domain}&filter=${filterText}`}
          {...shared}
        />
      </div>
    </div>
  )
}
