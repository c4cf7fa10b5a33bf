import type { useTranslations } from 'next-intl'
import type { ALERT_KINDS } from '@/lib/shared/db/schema/triage'

/** What a sentence is made of. */
export interface AlertFigures {
  kind: (typeof ALERT_KINDS)[number]
  level: 'warning' | 'critical'
  /** Figures of its kind, as the sweep (pipeline/service/alerts) writes them. */
  detail: Record<string, unknown>
}

/** What an alert says. */
export function alertSentence(
  t: ReturnType<typeof useTranslations<'alerts'>>,
  alert: AlertFigures,
): string {
  const figure = (name: string) => String(alert.detail[name] ?? '?')
  const limit = figure(alert.level === 'critical' ? 'critical_days' : 'warn_days')
  switch (alert.kind) {
    case 'age':
      return t('kind.age', { limit })
    case 'stalled':
      return t('kind.stalled', { days: figure('limit_days') })
    case 'surge':
      return t('kind.surge', { rows: figure('rows') })
    default:
      return t(`kind.${alert.kind}`)
  }
}
