import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Age } from '@/components/age'
import { DatasetName } from '@/components/names'
import type { StockScreen } from '@/lib/server/queries/stock'
import { exitRate, formatCount, formatMoneyShort } from '@/lib/shared/format'
import { withDomain } from '@/lib/views/domain'
import { flowHref, lastDays, movesHref } from '@/lib/views/flow-view'

interface StockFiguresProps {
  stock: StockScreen
  /** The domain that the figures are of; undefined: several. */
  domain: string | undefined
}

/** The figures on top: how much is stuck, how old it is, whether it is moving. Each leads to its rows. */
export function StockFigures({ stock, domain }: StockFiguresProps) {
  const t = useTranslations('stock')
  const terms = useTranslations('terms')
  const reader = { locale: useLocale(), timeZone: stock.timeZone }
  const count = (n: number) => formatCount(n, reader)
  const oldest = stock.lines.find((line) => line.oldest !== null && line.oldest === stock.oldest)
  const rate = (rowsIn: number, rowsOut: number) =>
    exitRate(rowsIn, rowsOut, reader) ?? t('noneIn', { out: count(rowsOut) })
  const week = lastDays(7, new Date(stock.at), stock.timeZone)
  const flow = flowHref('/flow', { domain: domain ?? null, days: 28, grain: 'day' })
  /** Rows of one domain stand on one page; of several, the flow screen asks for the domain first. */
  const moves = (kind: 'in' | 'out') =>
    domain ? movesHref('/flow/rows', { kind, domain, ...week }) : flow
  const everything = { from: '1970-01-01', to: week.to }
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure
          label={t('openRows')}
          href={domain && movesHref('/flow/rows', { kind: 'open', domain, ...everything })}
        >
          {count(stock.open)}
        </Figure>
        <Figure label={terms('oldest')} href={oldest && `/rules/${oldest.dataset}/${oldest.rule}`}>
          {stock.oldest ? (
            <Age
              since={new Date(stock.oldest)}
              now={new Date(stock.at)}
              reader={reader}
              warnDays={oldest?.warnDays ?? null}
              criticalDays={oldest?.criticalDays ?? null}
            />
          ) : (
            '–'
          )}
        </Figure>
        <Figure
          label={terms('ready')}
          href={
            stock.ready > 0
              ? domain
                ? `/replays/new?domain=${domain}&ready=true`
                : `${withDomain('/', undefined)}&sort=-ready`
              : undefined
          }
        >
          <span className={stock.ready > 0 ? 'border-flag border-b-4' : ''}>
            {count(stock.ready)}
          </span>
        </Figure>
        <Figure label={t('thisWeek')}>
          <Link
            href={moves('in')}
            aria-label={`${terms('in')} ${count(stock.in7d)}`}
            className="text-in underline-offset-4 hover:underline"
          >
            +{count(stock.in7d)}
          </Link>{' '}
          <Link
            href={moves('out')}
            aria-label={`${terms('out')} ${count(stock.out7d)}`}
            className="text-out underline-offset-4 hover:underline"
          >
            −{count(stock.out7d)}
          </Link>
        </Figure>
        <Figure
          label={terms('exitRate')}
          href={flow}
          note={t('fourWeeks', { rate: rate(stock.in28d, stock.out28d) })}
        >
          {rate(stock.in7d, stock.out7d)}
        </Figure>
      </dl>
      {stock.money.length > 0 && (
        <p className="text-muted">
          {terms('label', { label: t('moneyOpen') })}{' '}
          {stock.money.map(({ dataset, money }, i) => (
            <span key={dataset}>
              {i > 0 && ' · '}
              <Link
                href={`${withDomain('/', domain)}&filter=${encodeURIComponent(dataset)}`}
                className="underline decoration-line underline-offset-2 hover:decoration-ink"
              >
                <DatasetName name={dataset} />
              </Link>{' '}
              <strong className="font-semibold text-ink">
                {Object.entries(money)
                  .sort(([a], [b]) => Number(a === '') - Number(b === ''))
                  .map(([currency, amount]) => {
                    const short = formatMoneyShort(amount, currency, reader)
                    return currency === '' ? `${short} (${t('unknownCurrency')})` : short
                  })
                  .join(', ')}
              </strong>
            </span>
          ))}{' '}
          ({t('sameMoney')})
        </p>
      )}
    </section>
  )
}

interface FigureProps {
  label: string
  /** Where the rows are that it counts. */
  href?: string
  note?: string
  children: ReactNode
}

function Figure({ label, href, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold text-2xl leading-8">
        {href ? (
          <Link
            href={href}
            className="underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {children}
          </Link>
        ) : (
          children
        )}
      </dd>
      {note && <dd className="text-[13px] text-muted">{note}</dd>}
    </div>
  )
}
