import { useTranslations } from 'next-intl'
import { alertSentence } from '@/components/alerts/alert-sentence'
import type { Reader } from '@/lib/format'
import type { Alert, AlertCounts } from '@/lib/queries/alerts'
import css from './wall.module.css'

interface AlarmsProps {
  alerts: Alert[]
  counts: AlertCounts
  reader: Reader
}

/** Open alerts, critical first: how many, and what the first ones say. */
export function Alarms({ alerts, counts }: AlarmsProps) {
  const t = useTranslations('wall')
  const sentences = useTranslations('alerts')
  const open = counts.critical + counts.warning
  const level = counts.critical > 0 ? 'critical' : counts.warning > 0 ? 'warning' : undefined
  return (
    <section className={css.alarms} data-level={level}>
      <h2>
        {t('alarms')}
        {counts.critical > 0 && (
          <strong> ■ {t('alertLevel.critical', { n: counts.critical })}</strong>
        )}
        {counts.warning > 0 && <strong> ▲ {t('alertLevel.warning', { n: counts.warning })}</strong>}
      </h2>
      {open === 0 && <p>✓ {t('noAlarm')}</p>}
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <span>{alert.level === 'critical' ? '■' : '▲'}</span>
            <span>
              {alertSentence(sentences, alert)}
              <small> {alert.rule ?? alert.domain}</small>
            </span>
          </li>
        ))}
      </ul>
      {open > alerts.length && <p className={css.note}>{t('more', { n: open - alerts.length })}</p>}
    </section>
  )
}
