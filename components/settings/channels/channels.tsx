'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ShownOnce } from '@/components/ui/shown-once'
import type { Act } from '@/lib/server/commands'
import type { ChannelChoices, ChannelLine, Delivery } from '@/lib/server/queries/channels'
import { Deliveries } from './deliveries'
import { ChannelForm } from './form'
import { Line } from './line'

interface ChannelsProps {
  channels: ChannelLine[]
  choices: ChannelChoices
  deliveries: { deliveries: Delivery[]; more: number }
  /** Whether a mail server is set, where links lead, and whether a worker runs. */
  sending: { mail: boolean; base: string; worker: boolean }
  timeZone: string
  act: Act
}

/** Who receives alerts, by mail and webhook: channels, tests, and what became of messages. */
export function Channels(props: ChannelsProps) {
  const { channels, choices, deliveries, sending, timeZone, act } = props
  const t = useTranslations('channels')
  const reader = { locale: useLocale(), timeZone }
  const [editing, setEditing] = useState<number | 'new'>()
  const [secret, setSecret] = useState<{ name: string; value: string }>()
  const edited = channels.find((channel) => channel.id === editing)
  const close = () => setEditing(undefined)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">{t('title')}</h2>
      <p className="max-w-3xl text-muted">{t('about')}</p>
      {sending.mail ? (
        <p className="max-w-3xl text-muted">{t('mailSet', { url: sending.base })}</p>
      ) : (
        <p className="max-w-3xl text-warning">▲ {t('mailUnset', { url: sending.base })}</p>
      )}
      {!sending.worker && <p className="max-w-3xl text-critical">■ {t('noWorker')}</p>}
      {(editing === 'new' || edited) && (
        <ChannelForm
          key={String(editing)}
          channel={edited}
          choices={choices}
          timeZone={timeZone}
          act={act}
          onClose={close}
          onSecret={setSecret}
        />
      )}
      {secret && <ShownOnce label={t('secretOf', { name: secret.name })} value={secret.value} />}
      {channels.length === 0 ? (
        <p className="max-w-3xl text-muted">{t('none')}</p>
      ) : (
        <ul className="flex flex-col border-line border-t text-[13px]">
          {channels.map((channel) => (
            <Line
              key={channel.id}
              channel={channel}
              reader={reader}
              act={act}
              onEdit={() => setEditing(channel.id)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      {editing === undefined && (
        <Button className="self-start" onClick={() => setEditing('new')}>
          {t('add')}
        </Button>
      )}
      {channels.length > 0 && <Deliveries {...deliveries} reader={reader} act={act} />}
    </section>
  )
}
