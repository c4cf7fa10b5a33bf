import type { useTranslations } from 'next-intl'
import type { Alert } from '@/lib/queries/alerts'

/** What an alert says. */
export function alertSentence(
  t: ReturnType<typeof useTranslations<'alerts'>>,
  alert: Pick<Alert, 'kind' | 'level' | 'detail'>,
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
