import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Cell, Head, Table } from '@/components/ui/table'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { Delivery } from '@/lib/server/queries/channels'
import { type DisplaySettings, formatCount, formatTime } from '@/lib/shared/format'
import { SendFailure } from './failure'

interface DeliveriesProps {
  deliveries: Delivery[]
  /** Older ones that are not listed. */
  more: number
  reader: DisplaySettings
  act: Act
}

/** What was given up, what waits, and what was sent last. */
export function Deliveries({ deliveries, more, reader, act }: DeliveriesProps) {
  const t = useTranslations('channels.deliveries')
  const state = useTranslations('channels')('state')
  const actions = useTranslations('settings')('actions')
  if (deliveries.length === 0) return <p className="text-muted">{t('none')}</p>
  return (
    <>
      <Table caption={t('title')} wide>
        <thead>
          <tr>
            <Head>{t('channel')}</Head>
            <Head>{t('what')}</Head>
            <Head>{t('made')}</Head>
            <Head>{state}</Head>
            <Head>
              <span className="sr-only">{actions}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Line key={delivery.id} delivery={delivery} reader={reader} act={act} />
          ))}
        </tbody>
      </Table>
      {more > 0 && <p className="text-muted">{t('more', { n: formatCount(more, reader) })}</p>}
    </>
  )
}

function Line({
  delivery,
  reader,
  act,
}: Pick<DeliveriesProps, 'reader' | 'act'> & { delivery: Delivery }) {
  const t = useTranslations('channels.deliveries')
  const { send, failure, pending } = useVerb(act, 'retry-notification')
  const { id, channel, kind, changes, status, attempts, error, sentAt } = delivery
  const time = (iso: string) => formatTime(new Date(iso), reader)
  return (
    <tr>
      <Cell>{channel}</Cell>
      <Cell>{kind === 'alerts' ? t('kind.alerts', { n: changes ?? 0 }) : t(`kind.${kind}`)}</Cell>
      <Cell>{time(delivery.createdAt)}</Cell>
      <Cell>
        {status === 'sent' && <>✓ {t('sent', { time: time(sentAt ?? delivery.createdAt) })}</>}
        {status === 'pending' && (
          <span className={error ? 'text-warning' : ''}>
            {error && '▲ '}
            {t('pending', { n: attempts })}
            {error && `, ${t('next', { time: time(delivery.nextAt) })}`}
          </span>
        )}
        {status === 'failed' && (
          <span className="text-critical">■ {t('failed', { n: attempts })}</span>
        )}
        {error && (
          <div>
            <SendFailure error={error} />
          </div>
        )}
      </Cell>
      <Cell>
        {(status === 'failed' || (status === 'pending' && error)) && (
          <Button disabled={pending} onClick={() => send({ notification: id })}>
            {status === 'failed' ? t('again') : t('now')}
          </Button>
        )}
        <Failure>{failure}</Failure>
      </Cell>
    </tr>
  )
}
