'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Failure } from '@/components/ui/failure'
import { Input, Select } from '@/components/ui/field'
import { ShownOnce } from '@/components/ui/shown-once'
import { Cell, Head, Table } from '@/components/ui/table'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { DeviceLine } from '@/lib/server/queries/accounts'
import { formatTime } from '@/lib/shared/format'
import { LOCALE_NAMES, LOCALES } from '@/lib/shared/i18n/locales'
import { makeToken } from '@/lib/shared/util/random'

interface DevicesProps {
  devices: DeviceLine[]
  timeZone: string
  act: Act
}

/** Screens on walls: make a link, see who looks, revoke. */
export function Devices({ devices, timeZone, act }: DevicesProps) {
  const t = useTranslations('settings')
  const locale = useLocale()
  const { send, failure, pending } = useVerb(act, 'create-device')
  const [link, setLink] = useState<{ name: string; url: string }>()
  const create = (form: FormData) => {
    const name = String(form.get('name')).trim()
    const token = makeToken()
    const url = `${location.origin}/wall/open/${token}?lang=${form.get('lang')}`
    send({ name, token }, () => setLink({ name, url }))
  }
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">{t('devices.title')}</h2>
      <p className="max-w-3xl text-muted">{t('devices.about')}</p>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          create(new FormData(event.currentTarget))
        }}
      >
        <label className="flex flex-col gap-1">
          {t('devices.name')}
          <Input name="name" required maxLength={100} className="w-56" />
        </label>
        <label className="flex flex-col gap-1">
          {useTranslations('shell')('language')}
          <Select
            name="lang"
            defaultValue={locale}
            options={LOCALES.map((l) => [l, LOCALE_NAMES[l]])}
          />
        </label>
        <Button type="submit" disabled={pending}>
          {t('devices.create')}
        </Button>
      </form>
      <Failure>{failure}</Failure>
      {link && <ShownOnce label={t('devices.link', { name: link.name })} value={link.url} />}
      {devices.length === 0 ? (
        <p className="text-muted">{t('devices.none')}</p>
      ) : (
        <Table caption={t('devices.title')} hidden>
          <thead>
            <tr>
              <Head>{t('devices.name')}</Head>
              <Head>{t('devices.made')}</Head>
              <Head>{t('devices.lastSeen')}</Head>
              <Head>
                <span className="sr-only">{t('actions')}</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <Line key={device.id} device={device} reader={{ locale, timeZone }} act={act} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

interface LineProps {
  device: DeviceLine
  reader: { locale: string; timeZone: string }
  act: Act
}

function Line({ device, reader, act }: LineProps) {
  const t = useTranslations('settings.devices')
  const { send, failure, pending } = useVerb(act, 'revoke-device')
  const time = (iso: string) => formatTime(new Date(iso), reader)
  return (
    <tr className={device.revokedAt ? 'text-muted' : ''}>
      <Cell>{device.name}</Cell>
      <Cell>
        {time(device.createdAt)} · {device.createdBy}
      </Cell>
      <Cell>{device.lastSeenAt ? time(device.lastSeenAt) : t('never')}</Cell>
      <Cell>
        {device.revokedAt ? (
          t('revoked', { time: time(device.revokedAt) })
        ) : (
          <ConfirmButton
            label={t('revoke')}
            about={device.name}
            pending={pending}
            onConfirm={() => send({ device: device.id })}
          />
        )}
        <Failure>{failure}</Failure>
      </Cell>
    </tr>
  )
}
