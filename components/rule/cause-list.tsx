import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { ActButtons, type Needs } from '@/components/act/act-buttons'
import type { RowVerb } from '@/components/act/act-fields'
import { ReadyMark } from '@/components/ready-mark'
import type { Act } from '@/lib/server/commands'
import type { CauseLine } from '@/lib/server/queries/causes'
import { formatCount, formatMoneyShort, formatTime, type Reader } from '@/lib/shared/format'

interface CauseListProps {
  causes: CauseLine[]
  /** There are more than these. */
  more: boolean
  chosen: number | null
  /** Address of the rule, without a cause. */
  path: string
  domain: string
  timeZone: string
  act: Act
  needs: Needs
}

/** What belongs to a cause as a whole, not to one row. */
const VERBS: RowVerb[] = ['claim', 'assign', 'snooze']

/** Causes ranked by what a fix would free; choosing one filters the rows and offers its verbs. */
export function CauseList(props: CauseListProps) {
  const { causes, chosen, path, domain, act, needs } = props
  const t = useTranslations('rule')
  const terms = useTranslations('terms')
  const reader = { locale: useLocale(), timeZone: props.timeZone }
  return (
    <section className="flex min-w-0 flex-col gap-1" aria-label={terms('causes')}>
      <h2 className="font-semibold">
        {t('causesOf')}{' '}
        <span className="font-normal text-muted">
          {formatCount(causes.length, reader)}
          {props.more && '+'}
        </span>
      </h2>
      {causes.length === 0 && <p className="text-[13px] text-muted">{t('noCauses')}</p>}
      {chosen !== null && (
        <Link href={path} className="text-[13px] underline" scroll={false}>
          {t('allCauses')}
        </Link>
      )}
      <ul className="text-[13px]">
        {causes.map((cause) => (
          <li
            key={cause.id}
            className={`border-line border-b ${cause.id === chosen ? 'bg-panel' : ''}`}
          >
            <Link
              href={`${path}?cause=${cause.id}`}
              scroll={false}
              aria-current={cause.id === chosen ? 'true' : undefined}
              className="flex flex-col px-1 py-1.5 hover:bg-panel"
            >
              <Cause cause={cause} reader={reader} />
            </Link>
            {cause.id === chosen && (
              <div className="flex flex-wrap gap-1.5 px-1 pb-2">
                <ActButtons
                  verbs={VERBS}
                  replayHref={`/replays/new?domain=${domain}&cause=${cause.id}`}
                  domain={domain}
                  target={{ cause: cause.id }}
                  count={cause.rows - cause.waiting}
                  act={act}
                  needs={needs}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {props.more && <p className="text-[13px] text-muted">{t('moreCauses')}</p>}
    </section>
  )
}

function Cause({ cause, reader }: { cause: CauseLine; reader: Reader }) {
  const t = useTranslations('rule')
  const terms = useTranslations('terms')
  return (
    <>
      <span className="flex justify-between gap-2">
        <span className="truncate font-medium" title={cause.value}>
          {cause.value || t('noValue')}
        </span>
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
        {cause.ready > 0 && <ReadyMark count={formatCount(cause.ready, reader)} />}
        {cause.claim && (
          <span className={cause.claim === 'refuted' ? 'text-critical' : 'text-ink'}>
            {terms(`claim.${cause.claim}`)}
          </span>
        )}
        {cause.owner && <span>{cause.owner}</span>}
        {cause.snoozed && cause.snoozedUntil && (
          <span>
            {t('snoozedUntil', { time: formatTime(new Date(cause.snoozedUntil), reader) })}
          </span>
        )}
      </span>
    </>
  )
}
