import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { AlertStrip } from '@/components/alerts/alert-strip'
import { DomainInAddress } from '@/components/shell/domain-in-address'
import { StockFigures } from '@/components/stock/figures'
import { StockTable } from '@/components/stock/stock-table'
import { pageActor } from '@/lib/server/auth/actor'
import { needsOf } from '@/lib/server/auth/needs'
import { chosenDomain } from '@/lib/server/domain'
import { readAlerts } from '@/lib/server/queries/alerts'
import { readRuleTexts } from '@/lib/server/queries/rule'
import { readStock, type StockLine } from '@/lib/server/queries/stock'
import { groupAlerts } from '@/lib/shared/alerts/groups'
import { database } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { formatCount, formatMoment, formatTime } from '@/lib/shared/format'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('stock'))('title') }
}

/** The domain of all lines, where there is one only. */
const onlyDomain = ([first, ...rest]: StockLine[]): string | undefined =>
  rest.every(({ domain }) => domain === first?.domain) ? first?.domain : undefined

/** Stock (home): how much is stuck, how old it is, whether it is moving, what to do first. */
export default async function StockPage() {
  const actor = await pageActor()
  const t = await getTranslations()
  const locale = await getLocale()
  const domain = await chosenDomain()
  const { stock, groups, texts } = await databaseOf(database()).snapshot(async (tx) => {
    const stock = await readStock({ snapshot: (work) => work(tx) }, domain)
    const at = new Date(stock.at)
    return {
      stock,
      groups: groupAlerts(await readAlerts(tx, { domain }, at)),
      texts: await readRuleTexts(tx, locale),
    }
  })
  const reader = { locale, timeZone: stock.timeZone }
  const time = (iso: string) => formatTime(new Date(iso), reader)
  const takenAt = formatMoment(new Date(stock.at), reader)
  return (
    <div className="flex flex-col gap-6">
      <DomainInAddress domain={domain} />
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="font-semibold text-xl">{t('stock.title')}</h1>
        <p className="text-[13px] text-muted">
          {t('shell.figuresOf', { time: takenAt, zone: stock.timeZone })}
        </p>
      </div>
      <StockFigures stock={stock} domain={domain ?? onlyDomain(stock.lines)} />
      {groups.length > 0 && <AlertStrip groups={groups} texts={texts} domain={domain} />}
      {stock.lines.length > 0 && (
        <StockTable
          lines={stock.lines}
          at={stock.at}
          timeZone={stock.timeZone}
          replayNeeds={needsOf(actor.role).replay}
        />
      )}
      {stock.open === 0 && (
        <section className="border border-line p-6">
          <h2 className="font-semibold text-lg">{t('stock.nothing')}</h2>
          <p className="text-muted">
            {stock.lastRun
              ? t('stock.nothingProof', {
                  run: stock.lastRun.id,
                  mode: t(`runs.mode.${stock.lastRun.mode}`),
                  time: time(stock.lastRun.asOf),
                  n: formatCount(stock.lastRun.received, reader),
                })
              : t('stock.noRun')}
          </p>
        </section>
      )}
    </div>
  )
}
