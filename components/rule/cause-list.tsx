import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { formatCount, formatMoneyShort, formatTime } from '@/lib/format'
import type { CauseLine } from '@/lib/queries/causes'

interface CauseListProps {
  causes: CauseLine[]
  chosen: number | null
  /** Address of the rule, without a cause. */
  path: string
  timeZone: string
}

/** Causes ranked by what a fix would free; choosing one filters the rows. */
export function CauseList({ causes, chosen, path, timeZone }: CauseListProps) {
  const t = useTranslations('rule')
  const terms = useTranslations('terms')
  const reader = { locale: useLocale(), timeZone }
  return (
    <section className="flex flex-col gap-1" aria-label={terms('causes')}>
      <h2 className="font-semibold">{t('causesOf')}</h2>
      {chosen !== null && (
        <Link href={path} className="text-[13px] underline">
          {t('allCauses')}
        </Link>
      )}
      <ul className="text-[13px]">
        {causes.map((cause) => (
          <li key={cause.id} className="border-line border-b">
            <Link
              href={`${path}?cause=${cause.id}`}
              aria-current={cause.id === chosen ? 'true' : undefined}
              className="flex flex-col px-1 py-1.5 hover:bg-panel aria-[current=true]:bg-panel"
            >
              <span className="flex justify-between gap-2">
                <span className="truncate font-medium">{cause.value || t('noValue')}</span>
                <span className="whitespace-nowrap">
                  {formatCount(cause.rows, reader)}
                  {cause.waiting > 0 && (
                    <span className="text-muted">
                      {' '}
                      ({t('waiting', { n: formatCount(cause.waiting, reader) })})
                    </span>
                  )}
                </span>
              </span>
              <span className="flex flex-wrap gap-x-2 text-muted">
                {cause.freed
                  .filter((m) => m.direct && m.amount !== '0.00')
                  .map((m) => (
                    <span key={`${m.dataset} ${m.currency}`}>
                      {formatMoneyShort(m.amount, m.currency, reader)}
                    </span>
                  ))}
                {cause.ready > 0 && (
                  <span className="bg-flag px-1 text-[#1a1a19]">
                    {terms('ready')} {formatCount(cause.ready, reader)}
                  </span>
                )}
                {cause.claim && <span>{terms(`claim.${cause.claim}`)}</span>}
                {cause.owner && <span>{cause.owner}</span>}
                {cause.snoozed && cause.snoozedUntil && (
                  <span>
                    {t('snoozedUntil', { time: formatTime(new Date(cause.snoozedUntil), reader) })}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
