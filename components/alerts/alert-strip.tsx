import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { alertSentence } from '@/lib/alerts/sentence'
import type { Alert } from '@/lib/queries/alerts'
import { DomainName } from '../names'

interface AlertStripProps {
  /** The worst ones. */
  alerts: Alert[]
  /** How many are open in all. */
  open: number
  /** Rule code → what it means. */
  texts: Record<string, string>
}

/** The worst alerts in a line each, with the way to what is behind them and to the others. */
export function AlertStrip({ alerts, open, texts }: AlertStripProps) {
  const t = useTranslations('alerts')
  return (
    <section aria-label={t('title')} className="border-line border-y py-2 text-[13px]">
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id} className="truncate">
            <span className={alert.level === 'critical' ? 'text-critical' : 'text-warning'}>
              <span aria-hidden="true">{alert.level === 'critical' ? '■' : '▲'} </span>
              <span className="sr-only">{t(`level.${alert.level}`)}: </span>
            </span>
            {alert.rule && alert.dataset ? (
              <Link
                className="font-medium underline-offset-2 hover:underline"
                href={`/rules/${alert.dataset}/${alert.rule}`}
              >
                {texts[alert.rule] ?? alert.rule}
              </Link>
            ) : (
              <DomainName name={alert.domain} />
            )}
            {': '}
            {alertSentence(t, alert)}
          </li>
        ))}
      </ul>
      {open > alerts.length && (
        <Link href="/alerts" className="underline">
          {t('all', { n: open })}
        </Link>
      )}
    </section>
  )
}
