import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { SearchParams } from 'nuqs/server'
import { ExitTimes } from '@/components/flow/exit-times'
import { FlowFigures } from '@/components/flow/figures'
import { FlowControls } from '@/components/flow/flow-controls'
import { LazyAgeChart, LazyCumulativeChart, LazyFlowChart } from '@/components/flow/lazy-charts'
import { AgeTable, ChartSection, CumulativeTable, FlowTable } from '@/components/flow/tables'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { pageActor } from '@/lib/server/auth/actor'
import { chosenDomain } from '@/lib/server/domain'
import { readFlowScreen } from '@/lib/server/queries/flow-screen'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatTime } from '@/lib/shared/format'
import { flowHref, loadFlowView, movesHref } from '@/lib/views/flow-view'
import { pointsOf } from '../points'

interface Props {
  searchParams: Promise<SearchParams>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('flow'))('title') }
}

/** Flow: what came in against what went out, how long it takes, how old what is left is. */
export default async function FlowPage({ searchParams }: Props) {
  await pageActor()
  const view = await loadFlowView(searchParams)
  const asked = { ...view, domain: view.domain ?? (await chosenDomain()) ?? null }
  const locale = await getLocale()
  const t = await getTranslations()
  const screen = await readFlowScreen(databaseOf(database()), asked, locale)
  const { query, rates, exitTimes, timeZone, lastRun } = screen
  const reader = { locale, timeZone }
  const count = (n: number) => formatCount(n, reader)
  const here = flowHref('/flow', { ...view, domain: query.domain })
  const moves = (kind: 'in' | 'out', more: object = {}) =>
    movesHref('/flow/rows', { kind, ...query, ...more, back: here })
  const earlier = (day: string) => t('flow.earlier', { day })
  const { rows, flow, cumulative, ages } = pointsOf(screen, view.grain, locale, earlier, here)
  const nothing = rates.opening + rates.in + rates.out + rates.closing === 0
  return (
    <div className="flex flex-col gap-6">
      <DomainInAddress domain={query.domain} />
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="font-semibold text-xl">{t('flow.title')}</h1>
        <p className="text-[13px] text-muted">
          {t('shell.figuresOf', { time: formatTime(screen.at, reader), zone: timeZone })}
        </p>
      </div>
      <FlowControls domains={screen.domains} domain={query.domain} rules={screen.rules} />
      {nothing ? (
        <section className="border border-line p-6">
          <h2 className="font-semibold text-lg">{t('flow.nothing', { n: view.days })}</h2>
          <p className="text-muted">
            {lastRun
              ? t('stock.nothingProof', {
                  run: lastRun.id,
                  mode: t(`runs.mode.${lastRun.mode}`),
                  time: formatTime(new Date(lastRun.asOf), reader),
                  n: count(lastRun.received),
                })
              : t('stock.noRun')}
          </p>
        </section>
      ) : (
        <>
          <FlowFigures
            rates={rates}
            timeZone={timeZone}
            inHref={moves('in')}
            outHref={moves('out')}
          />
          <ChartSection
            title={t('flow.chart')}
            note={t('flow.chartNote')}
            chart={<LazyFlowChart points={flow} />}
            table={<FlowTable rows={rows} count={count} />}
          />
          <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
            <ChartSection
              title={t('flow.cumulative')}
              note={t('flow.cumulativeNote')}
              chart={<LazyCumulativeChart points={cumulative} />}
              table={<CumulativeTable points={cumulative} count={count} />}
            />
            <ChartSection
              title={t('flow.ages')}
              note={t('flow.agesNote')}
              chart={<LazyAgeChart points={ages} />}
              table={<AgeTable points={ages} count={count} />}
            />
          </div>
          <section className="flex flex-col gap-2">
            <h2 className="font-semibold">{t('flow.timeToExit')}</h2>
            <ExitTimes
              times={exitTimes}
              texts={Object.fromEntries(screen.rules.map((r) => [r.rule, r.means]))}
              hrefOf={
                new Map(
                  exitTimes.map((e) => [e, moves('out', { dataset: e.dataset, rule: e.rule })]),
                )
              }
            />
          </section>
        </>
      )}
    </div>
  )
}
