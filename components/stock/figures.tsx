import { useLocale, useTranslations } from 'next-intl'
import { Age } from '@/components/age'
import { DatasetName } from '@/components/names'
import type { StockScreen } from '@/lib/server/queries/stock'
import { exitRate, formatCount, formatMoneyShort } from '@/lib/shared/format'

/** The figures on top: how much is stuck, how old it is, whether it is moving. */
export function StockFigures({ stock }: { stock: StockScreen }) {
  const t = useTranslations('stock')
  const terms = useTranslations('terms')
  const reader = { locale: useLocale(), timeZone: stock.timeZone }
  const oldest = stock.lines.find((line) => line.oldest !== null && line.oldest === stock.oldest)
  const rate = (rowsIn: number, rowsOut: number) =>
    exitRate(rowsIn, rowsOut, reader) ?? t('noneIn', { out: formatCount(rowsOut, reader) })
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure label={t('openRows')}>{formatCount(stock.open, reader)}</Figure>
        <Figure label={terms('oldest')}>
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
        <Figure label={terms('ready')}>
          <span className={stock.ready > 0 ? 'border-flag border-b-4' : ''}>
            {formatCount(stock.ready, reader)}
          </span>
        </Figure>
        <Figure label={t('thisWeek')}>
          <span aria-hidden="true">
            <span className="text-in">+{formatCount(stock.in7d, reader)}</span>{' '}
            <span className="text-out">−{formatCount(stock.out7d, reader)}</span>
          </span>
          <span className="sr-only">
            {t('inOut', {
              in: formatCount(stock.in7d, reader),
              out: formatCount(stock.out7d, reader),
            })}
          </span>
        </Figure>
        <Figure
          label={terms('exitRate')}
          note={t('fourWeeks', { rate: rate(stock.in28d, stock.out28d) })}
        >
          {rate(stock.in7d, stock.out7d)}
        </Figure>
      </dl>
      {stock.money.length > 0 && (
        <p className="text-muted">
          {t('moneyOpen')}:{' '}
          {stock.money.map(({ dataset, money }, i) => (
            <span key={dataset}>
              {i > 0 && ' · '}
              <DatasetName name={dataset} />{' '}
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

function Figure({
  label,
  note,
  children,
}: {
  label: string
  note?: string
  children: React.ReactNode
}) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold text-2xl leading-8">{children}</dd>
      {note && <dd className="text-[13px] text-muted">{note}</dd>}
    </div>
  )
}
