import { useTranslations } from 'next-intl'
import type { AlertCounts } from '@/lib/server/queries/alerts'
import type { WallAlarm } from '@/lib/server/queries/wall'
import { groupSentence } from '@/lib/shared/alerts/groups'
import css from './board.module.css'

/** A rule in the reader's words. */
export type Means = (rule: { rule: string; means: Record<string, string> | null }) => string

interface AlarmsProps {
  alarms: WallAlarm[]
  counts: AlertCounts
  means: Means
}

/** Open alerts, critical first: how many, and what the first ones of each kind say. */
export function Alarms({ alarms, counts, means }: AlarmsProps) {
  const t = useTranslations('wall')
  const sentences = useTranslations('alerts')
  const level = counts.critical > 0 ? 'critical' : counts.warning > 0 ? 'warning' : undefined
  const more = counts.critical + counts.warning - alarms.reduce((n, alarm) => n + alarm.n, 0)
  return (
    <section className={css.alarms} data-level={level}>
      <h2>
        {t('alarms')}
        {counts.critical > 0 && (
          <strong> ■ {t('alertLevel.critical', { n: counts.critical })}</strong>
        )}
        {counts.warning > 0 && <strong> ▲ {t('alertLevel.warning', { n: counts.warning })}</strong>}
      </h2>
      {!level && <p>✓ {t('noAlarm')}</p>}
      <ul>
        {alarms.map((alarm) => (
          <li key={`${alarm.level} ${alarm.kind}`}>
            <span>{alarm.level === 'critical' ? '■' : '▲'}</span>
            <span>
              <span>{groupSentence(sentences, alarm, alarm.n)}</span>
              <small className={css.twoLines}>
                {alarm.rule ? means({ rule: alarm.rule, means: alarm.means }) : alarm.domain}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.more}>{t('more', { n: more })}</p>}
    </section>
  )
}
