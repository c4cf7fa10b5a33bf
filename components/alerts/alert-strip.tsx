import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import type { Alert } from '@/lib/server/queries/alerts'
import { type AlertGroup, groupAnchor, groupSentence } from '@/lib/shared/alerts/groups'
import { withDomain } from '@/lib/views/domain'

interface AlertStripProps {
  /** Open alerts by kind, the worst first. */
  groups: AlertGroup<Alert>[]
  /** Rule code → what it means. */
  texts: Record<string, string>
  /** The domain that they are of; undefined: all of them. */
  domain: string | undefined
}

/** Alerts named per kind; the line says how many there are in all. */
const MAX_NAMED = 2

/** A line per kind of alert: how many, the first ones with the way to their rows, and to all. */
export function AlertStrip({ groups, texts, domain }: AlertStripProps) {
  const t = useTranslations('alerts')
  return (
    <section aria-label={t('title')} className="border-line border-y py-2 text-[13px]">
      <ul className="flex flex-col gap-1">
        {groups.map(({ kind, level, alerts }) => (
          <li key={`${level} ${kind}`} className="flex flex-wrap gap-x-3">
            <span className={level === 'critical' ? 'text-critical' : 'text-warning'}>
              <span aria-hidden="true">{level === 'critical' ? '■' : '▲'} </span>
              <span className="sr-only">{t(`level.${level}`)}: </span>
              {groupSentence(t, alerts[0], alerts.length)}
            </span>
            {alerts.slice(0, MAX_NAMED).map((alert) => (
              <span key={alert.id} className="min-w-0 max-w-full truncate">
                <Subject alert={alert} texts={texts} />
              </span>
            ))}
            {alerts.length > MAX_NAMED && (
              <Link
                href={`${withDomain('/alerts', domain)}#${groupAnchor({ level, kind })}`}
                className="underline"
              >
                {t('more', { n: alerts.length - MAX_NAMED })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What an alert is about, with the way there. */
function Subject({ alert, texts }: { alert: Alert; texts: Record<string, string> }) {
  const { rule, dataset, domain } = alert
  return (
    <Link
      className="font-medium underline-offset-2 hover:underline"
      href={rule && dataset ? `/rules/${dataset}/${rule}` : '/runs'}
    >
      {rule ? (texts[rule] ?? rule) : <DomainName name={domain} />}
    </Link>
  )
}
