import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import type { Rates } from '@/lib/server/queries/flow'
import { formatCount, formatShare } from '@/lib/shared/format'

interface FlowFiguresProps {
  rates: Rates
  timeZone: string
  inHref: string
  outHref: string
}

/** The range in six figures; the two rates say how they are made. */
export function FlowFigures({ rates, timeZone, inHref, outHref }: FlowFiguresProps) {
  const t = useTranslations('flow')
  const terms = useTranslations('terms')
  const reader = { locale: useLocale(), timeZone }
  const percent = (rate: number | null) => (rate === null ? '–' : formatShare(rate, reader))
  const count = (n: number) => formatCount(n, reader)
  const value = 'font-semibold text-2xl leading-8'
  const note = 'max-w-52 text-[13px] text-muted'
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      <div>
        <dt className="text-muted">{terms('exitRate')}</dt>
        <dd className={value}>{percent(rates.exitRate)}</dd>
        <dd className={note}>
          {rates.exitRate === null && `${t('noneIn')} · `}
          {t('exitRateNote')}
        </dd>
      </div>
      <div>
        <dt className="text-muted">{terms('clearance')}</dt>
        <dd className={value}>{percent(rates.clearance)}</dd>
        <dd className={note}>{t('clearanceNote')}</dd>
      </div>
      <div>
        <dt className="text-muted">{t('opening')}</dt>
        <dd className={value}>{count(rates.opening)}</dd>
      </div>
      <div>
        <dt className="text-muted">{terms('in')}</dt>
        <dd className={`${value} text-in`}>
          <Link href={inHref} className="underline-offset-4 hover:underline">
            +{count(rates.in)}
          </Link>
        </dd>
      </div>
      <div>
        <dt className="text-muted">{terms('out')}</dt>
        <dd className={`${value} text-out`}>
          <Link href={outHref} className="underline-offset-4 hover:underline">
            −{count(rates.out)}
          </Link>
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('closing')}</dt>
        <dd className={value}>{count(rates.closing)}</dd>
      </div>
    </dl>
  )
}
