'use client'

import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import { ActionButton } from '@/components/ui/action-button'
import type { Act } from '@/lib/server/commands'
import type { Alert } from '@/lib/server/queries/alerts'
import { alertPath } from '@/lib/shared/alerts/path'
import { alertSentence } from '@/lib/shared/alerts/sentence'
import { formatTime } from '@/lib/shared/format'

interface AlertListProps {
  alerts: Alert[]
  /** Rule code → what it means. */
  texts: Record<string, string>
  timeZone: string
  act: Act
  /** Why the reader may not acknowledge; the page says it once. Undefined when the reader may. */
  forbidden?: string
}

/** Alerts as sentences, each with the way to what is behind it. */
export function AlertList({ alerts, texts, timeZone, act, forbidden }: AlertListProps) {
  const t = useTranslations('alerts')
  const reader = { locale: useLocale(), timeZone }
  return (
    <ul className="flex flex-col">
      {alerts.map((alert) => (
        <li
          data-line
          key={alert.id}
          className={`flex flex-col gap-x-3 gap-y-1 border-line border-b py-2 md:flex-row md:items-start md:justify-between ${alert.closedAt ? 'text-muted' : ''}`}
        >
          <div>
            <p
              className={
                alert.closedAt ? '' : alert.level === 'critical' ? 'text-critical' : 'text-warning'
              }
            >
              <span aria-hidden="true">{alert.level === 'critical' ? '■' : '▲'} </span>
              <span className="sr-only">{t(`level.${alert.level}`)}: </span>
              {alertSentence(t, alert)}
            </p>
            <p className="text-[13px]">
              {alert.rule ? (texts[alert.rule] ?? alert.rule) : <DomainName name={alert.domain} />}{' '}
              <span className="text-muted">
                {alert.rule} · {t('since')} {formatTime(new Date(alert.openedAt), reader)}
                {alert.acknowledgedBy && ` · ${t('acknowledged', { who: alert.acknowledgedBy })}`}
              </span>
            </p>
          </div>
          <div className="flex shrink-0 items-center gap-3 text-[13px]">
            {alert.kind !== 'ledger_broken' && (
              <Link className="underline" href={alertPath(alert)}>
                {t(alert.rule && alert.dataset ? 'showRows' : 'showRuns')}
              </Link>
            )}
            {!alert.closedAt && !alert.acknowledgedBy && (
              <ActionButton
                act={act}
                verb="acknowledge-alert"
                input={{ alert: alert.id }}
                forbidden={forbidden}
                reasonElsewhere
              >
                {t('acknowledge')}
              </ActionButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
