import { useTranslations } from 'next-intl'
import { useTitles } from '@/components/names'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Failure } from '@/components/ui/failure'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { ChannelLine } from '@/lib/server/queries/channels'
import { formatTime, type Reader } from '@/lib/shared/format'
import { LOCALE_NAMES, type Locale } from '@/lib/shared/i18n/locales'
import { makeToken } from '@/lib/shared/util/random'
import { SendFailure } from './failure'

interface LineProps {
  channel: ChannelLine
  reader: Reader
  act: Act
  onEdit(): void
  onSecret(secret: { name: string; value: string }): void
}

/** A channel: where it leads, what it takes, how it is, and what may be done with it. */
export function Line({ channel, reader, act, onEdit, onSecret }: LineProps) {
  const t = useTranslations('channels')
  const test = useVerb(act, 'test-channel')
  const remove = useVerb(act, 'delete-channel')
  const rotate = useVerb(act, 'rotate-channel-secret')
  const { id, name, kind, form, to } = channel
  const newSecret = () => {
    const secret = makeToken()
    rotate.send({ channel: id, secret }, () => onSecret({ name, value: secret }))
  }
  return (
    <li
      className={`grid gap-x-5 gap-y-1 border-line border-b py-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)_18rem] ${channel.enabled ? '' : 'text-muted'}`}
    >
      <div>
        <p className="font-semibold">{name}</p>
        <p className="break-all">{to}</p>
        <p className="text-muted">{kind === 'mail' ? t('kinds.mail') : t(`forms.${form}`)}</p>
      </div>
      <div>
        <Takes channel={channel} />
      </div>
      <div>
        <State channel={channel} reader={reader} />
      </div>
      <div>
        <span className="flex flex-wrap gap-2">
          <Button
            aria-label={`${t('test')}: ${name}`}
            disabled={test.pending}
            onClick={() => test.send({ channel: id })}
          >
            {t('test')}
          </Button>
          <Button aria-label={t('editOf', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
          {kind === 'webhook' && form === 'json' && (
            <ConfirmButton
              label={t('newSecret')}
              about={name}
              pending={rotate.pending}
              onConfirm={newSecret}
            />
          )}
          <ConfirmButton
            label={t('remove')}
            about={name}
            pending={remove.pending}
            onConfirm={() => remove.send({ channel: id })}
          />
        </span>
        <Failure>{test.failure ?? remove.failure ?? rotate.failure}</Failure>
      </div>
    </li>
  )
}

/** alerts, digest at 07:00 · Critical · Sales · 2 rules · Português */
function Takes({ channel }: { channel: ChannelLine }) {
  const t = useTranslations('channels')
  const levels = useTranslations('alerts.level')
  const titles = useTitles()
  const language = LOCALE_NAMES[channel.language as Locale] ?? channel.language
  const hour = `${String(channel.digestHour).padStart(2, '0')}:00`
  const kinds = [
    ...(channel.alerts ? [t('takesAlerts')] : []),
    ...(channel.digest ? [t('takesDigest', { hour })] : []),
  ]
  const only = [
    ...channel.levels.map((level) => levels(level)),
    ...channel.owners,
    ...channel.domains.map((domain) => titles.domains[domain] ?? domain),
    ...(channel.rules.length > 0 ? [t('rulesChosen', { n: channel.rules.length })] : []),
  ]
  return (
    <>
      {kinds.join(', ') || t('takesNothing')}
      <div className="text-muted">{[...only, language].join(' · ')}</div>
    </>
  )
}

function State({ channel, reader }: { channel: ChannelLine; reader: Reader }) {
  const t = useTranslations('channels')
  const { enabled, waiting, failed, test } = channel
  return (
    <>
      {enabled ? t('on') : t('off')}
      {waiting > 0 && <span className="text-warning"> · ▲ {t('waiting', { n: waiting })}</span>}
      {failed > 0 && <span className="text-critical"> · ■ {t('failed', { n: failed })}</span>}
      {test && (
        <div role="status">
          {test.status === 'sent' && '✓ '}
          <span className={test.status === 'failed' ? 'text-critical' : ''}>
            {test.status === 'failed' && '■ '}
            {t(`tested.${test.status}`, { time: formatTime(new Date(test.at), reader) })}
          </span>
          {test.error && (
            <div>
              <SendFailure error={test.error} />
            </div>
          )}
        </div>
      )}
    </>
  )
}
