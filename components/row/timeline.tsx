import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import type { TimelineEvent } from '@/lib/server/queries/row'
import { formatMoney, formatTime } from '@/lib/shared/format'

/** Who did what, when. */
export function Timeline({ events, timeZone }: { events: TimelineEvent[]; timeZone: string }) {
  const t = useTranslations('row')
  // What the product did by itself; everybody else has a name.
  const machine = useTranslations('row.machine')
  const reader = { locale: useLocale(), timeZone }
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-semibold">{t('timeline')}</h2>
      <ol className="border-line border-l-2 pl-3">
        {events.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: append-only, in order
          <li key={i} className="py-1">
            <time dateTime={event.at} className="text-muted">
              {formatTime(new Date(event.at), reader)}
            </time>{' '}
            <strong className="font-medium">{t(`event.${event.kind}` as 'event.ENTERED')}</strong>
            {event.kind === 'EXITED' &&
              event.reason &&
              `: ${t(`exit.${event.reason}` as 'exit.REPLAYED')}`}
            {event.kind === 'RULE_CHANGED' && ` (${event.ruleFrom} → ${event.rule})`}
            {event.kind === 'REVALUED' &&
              ` (${event.amountFrom === null ? '–' : formatMoney(event.amountFrom, event.currency, reader)} → ${event.amount === null ? '–' : formatMoney(event.amount, event.currency, reader)})`}
            {event.note && <span>: {event.note}</span>}{' '}
            <span className="text-muted">
              {!saysWho(event) &&
                t('by', {
                  who: machine.has(event.actor) ? machine(event.actor as 'run') : event.actor,
                })}
              {event.runId !== null && (
                <>
                  {' '}
                  <Link href={`/runs/${event.runId}`} className="underline">
                    #{event.runId}
                  </Link>
                </>
              )}
              {event.replayId !== null && (
                <>
                  {' '}
                  <Link href={`/replays/${event.replayId}`} className="underline">
                    #{event.replayId}
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** "Settled by a replay" says already who did it. */
const saysWho = ({ kind, reason, actor }: TimelineEvent): boolean =>
  kind === 'EXITED' && reason === 'REPLAYED' && actor === 'replay'
