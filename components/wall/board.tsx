import { useTranslations } from 'next-intl'
import type { WallFigures } from '@/lib/server/queries/wall'
import {
  exitRate,
  formatCount,
  formatMoneyShort,
  type Reader,
  wholeDays,
} from '@/lib/shared/format'
import { Alarms, type Means } from './alarms'
import css from './board.module.css'
import { Trend } from './trend'

interface BoardProps {
  figures: WallFigures
  locale: string
}

/** As many as there is room for; where there are more, the last line says how many. */
const MONEY_LINES = 5
const SIGN = { warning: '▲', critical: '■' } as const

/** The seven blocks of the wall. */
export function Board({ figures, locale }: BoardProps) {
  const t = useTranslations('wall')
  const reader: Reader = { locale, timeZone: figures.timeZone }
  const age = useTranslations('terms.ages')
  const days = (since: string) =>
    age('short', { n: wholeDays(new Date(since), new Date(figures.at)) })
  const { oldest } = figures
  const rate = (rowsIn: number, rowsOut: number) => exitRate(rowsIn, rowsOut, reader) ?? '–'
  const open = formatCount(figures.open, reader)
  const means: Means = (rule) => rule.means?.[locale] ?? rule.rule
  // A line per currency: side by side they would push the name of the dataset out. The largest sum
  // comes first, whatever its currency: it is never among those that are only counted.
  const money = figures.money
    .flatMap(({ dataset, money }) =>
      Object.entries(money).map(([currency, amount]) => ({ dataset, currency, amount })),
    )
    .sort((a, b) => Math.abs(Number(b.amount)) - Math.abs(Number(a.amount)))
  const shownMoney = money.length > MONEY_LINES ? money.slice(0, MONEY_LINES - 1) : money
  const moreMoney = money.length - shownMoney.length
  return (
    <div className={css.board}>
      <section className={css.hero} data-testid="wall-open">
        <h2>{t('open')}</h2>
        <p className={open.length > 7 ? css.longNumber : css.number}>{open}</p>
        <p className={css.note}>{t('ready', { n: formatCount(figures.ready, reader) })}</p>
      </section>
      <section className={css.hero} data-level={oldest?.level ?? undefined}>
        <h2>{t('oldest')}</h2>
        <p className={css.number}>
          {oldest ? days(oldest.at) : '–'}
          {oldest?.level && <span className={css.sign}> {SIGN[oldest.level]}</span>}
        </p>
        {oldest && (
          <p className={`${css.note} ${css.twoLines}`}>
            {oldest.level
              ? t(`level.${oldest.level}`, { limit: oldest.limit })
              : t('level.fine', { limit: oldest.limit })}
            {' · '}
            {means(oldest.rule)}
          </p>
        )}
      </section>
      <section className={css.hero}>
        <h2>{t('week')}</h2>
        <p className={css.number}>{rate(figures.in7d, figures.out7d)}</p>
        <p className={css.note}>
          <span className={css.in}>+{formatCount(figures.in7d, reader)}</span>{' '}
          <span className={css.out}>−{formatCount(figures.out7d, reader)}</span>
          {' · '}
          {t('fourWeeks', { rate: rate(figures.in28d, figures.out28d) })}
        </p>
      </section>
      <Trend days={figures.trend} reader={reader} />
      <section className={css.money}>
        <h2>{t('money')}</h2>
        {figures.money.length === 0 && <p>{t('noMoney')}</p>}
        <dl>
          {shownMoney.map(({ dataset, currency, amount }) => (
            <div key={`${dataset} ${currency}`}>
              <dt>{figures.titles[dataset]?.[locale] ?? dataset}</dt>
              <dd>
                {formatMoneyShort(amount, currency, reader)}
                {currency === '' && <small> {t('noCurrency')}</small>}
              </dd>
            </div>
          ))}
        </dl>
        {moreMoney > 0 && <p className={css.more}>{t('more', { n: moreMoney })}</p>}
      </section>
      <section className={css.worst}>
        <h2>{t('worst')}</h2>
        {figures.worst.length === 0 && <p>✓ {t('nothing')}</p>}
        <ol>
          {figures.worst.map((rule) => (
            <li key={`${rule.dataset} ${rule.rule}`} data-level={rule.level ?? undefined}>
              <span className={css.rows}>{formatCount(rule.rows, reader)}</span>
              <span className={`${css.sentence} ${css.twoLines}`}>{means(rule)}</span>
              <span className={css.age}>
                {rule.oldest && days(rule.oldest)}{' '}
                <span className={css.mark}>{rule.level && SIGN[rule.level]}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <Alarms alarms={figures.alarms} counts={figures.alertCounts} means={means} />
    </div>
  )
}
