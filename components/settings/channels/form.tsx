import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useTitles } from '@/components/names'
import type { ChannelChoices, ChannelLine } from '@/lib/server/queries/channels'
import { LOCALE_NAMES, LOCALES } from '@/lib/shared/i18n/locales'
import { addressProblem, channelFields } from '@/lib/shared/notify/channel'
import {
  CHANNEL_KINDS,
  type ChannelKind,
  WEBHOOK_FORMS,
  type WebhookForm,
} from '@/lib/shared/notify/kinds'
import { makeToken } from '@/lib/shared/util/random'
import { button, Failure, field } from '../parts'
import { type SettingsAct, useVerb } from '../use-verb'
import { Choices } from './choices'
import { Check, Field, Select } from './fields'

interface ChannelFormProps {
  /** The one to change; undefined: a new one. */
  channel: ChannelLine | undefined
  choices: ChannelChoices
  timeZone: string
  act: SettingsAct
  onClose(): void
  /** A webhook was made: its secret, for the only time. */
  onSecret(secret: { name: string; value: string }): void
}

const EMPTY = {
  name: '',
  kind: 'mail' as ChannelKind,
  form: 'json' as WebhookForm,
  owners: [] as string[],
  rules: [] as string[],
  domains: [] as string[],
  levels: [] as string[],
  alerts: true,
  digest: false,
  digestHour: 7,
  enabled: true,
}

/** What the form begins with. */
function valuesOf(channel: ChannelLine | undefined, language: string) {
  if (!channel) return { ...EMPTY, language }
  const { name, kind, form, owners, rules, domains, levels } = channel
  const { alerts, digest, digestHour, enabled } = channel
  const own = { alerts, digest, digestHour, enabled, language: channel.language }
  return { name, kind, form, owners, rules, domains, levels: levels as string[], ...own }
}

/** A channel to fill in; what is not right is said at its field, before and after it is sent. */
export function ChannelForm(props: ChannelFormProps) {
  const { channel, choices, timeZone, act, onClose, onSecret } = props
  const t = useTranslations('channels')
  const shared = useTranslations()
  const titles = useTitles()
  const locale = useLocale()
  const [values, setValues] = useState(() => valuesOf(channel, locale))
  const [address, setAddress] = useState(channel?.kind === 'mail' ? channel.to : '')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { send, failure, fields, pending } = useVerb(
    act,
    channel ? 'update-channel' : 'create-channel',
  )
  // One for all attempts to send this form, so that a repeat is the same wish.
  const secret = useRef('')
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const { kind } = values
  const isWebhook = kind === 'webhook'
  const keeps = channel?.kind === 'webhook' && address.trim() === ''

  const submit = () => {
    const found = Object.entries(channelFields)
      .filter(([name, schema]) => !schema.safeParse(values[name as 'name']).success)
      .map(([name]) => name)
    if (!keeps && addressProblem(kind, address.trim())) found.push('address')
    setWrong(found)
    if (found.length > 0) return
    const { kind: _, ...changing } = { ...values, form: isWebhook ? values.form : 'json' }
    const to = keeps ? {} : { address: address.trim() }
    if (channel) return send({ channel: channel.id, ...changing, ...to }, onClose)
    secret.current ||= makeToken()
    const { current: value } = secret
    const signed = isWebhook ? { secret: value } : {}
    send({ kind, ...changing, ...to, ...signed }, () => {
      if (isWebhook && values.form === 'json') onSecret({ name: values.name.trim(), value })
      onClose()
    })
  }
  const isWrong = (name: string) => wrong.includes(name) || fields.includes(name)
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-3 border-line border-l-4 py-1 pl-3"
      aria-label={channel ? t('editOf', { name: channel.name }) : t('add')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex flex-wrap gap-3">
        <Field label={t('name')} problem={isWrong('name') ? t('wrong.name') : undefined}>
          {(id) => (
            <input
              {...id}
              value={values.name}
              maxLength={100}
              onChange={(event) => set({ name: event.target.value })}
              className={`${field} w-56`}
            />
          )}
        </Field>
        {!channel && (
          <Select
            label={t('kind')}
            value={kind}
            options={CHANNEL_KINDS.map((k) => [k, t(`kinds.${k}`)])}
            onChange={(value) => set({ kind: value as ChannelKind })}
          />
        )}
        {isWebhook && (
          <Select
            label={t('form')}
            value={values.form}
            options={WEBHOOK_FORMS.map((f) => [f, t(`forms.${f}`)])}
            onChange={(value) => set({ form: value as WebhookForm })}
          />
        )}
        <Select
          label={shared('shell.language')}
          value={values.language}
          options={LOCALES.map((l) => [l, LOCALE_NAMES[l]])}
          onChange={(language) => set({ language })}
        />
      </div>
      <Field
        label={isWebhook ? t('url') : t('mailAddress')}
        problem={isWrong('address') ? t(isWebhook ? 'wrong.url' : 'wrong.mail') : undefined}
      >
        {(id) => (
          <input
            {...id}
            type={isWebhook ? 'url' : 'email'}
            autoComplete="off"
            value={address}
            placeholder={channel?.kind === 'webhook' ? t('urlKept', { to: channel.to }) : undefined}
            onChange={(event) => setAddress(event.target.value)}
            className={`${field} w-full max-w-xl`}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Check
          label={t('sendAlerts')}
          checked={values.alerts}
          onChange={(alerts) => set({ alerts })}
        />
        <Check
          label={t('sendDigest')}
          checked={values.digest}
          onChange={(digest) => set({ digest })}
        />
        {values.digest && (
          <Select
            label={t('hour', { zone: timeZone })}
            value={String(values.digestHour)}
            options={Array.from({ length: 24 }, (_, h) => [
              String(h),
              `${String(h).padStart(2, '0')}:00`,
            ])}
            onChange={(hour) => set({ digestHour: Number(hour) })}
          />
        )}
        <Check
          label={t('enabled')}
          checked={values.enabled}
          onChange={(enabled) => set({ enabled })}
        />
      </div>
      <div>
        <p>
          {t('only')} <span className="text-muted">{t('onlyAbout')}</span>
        </p>
        <Choices
          label={t('levels')}
          options={(['critical', 'warning'] as const).map((level) => ({
            id: level,
            label: shared(`alerts.level.${level}`),
          }))}
          chosen={values.levels}
          onChange={(levels) => set({ levels })}
        />
        <Choices
          label={t('owners')}
          options={choices.owners.map((owner) => ({ id: owner, label: owner }))}
          chosen={values.owners}
          onChange={(owners) => set({ owners })}
        />
        <Choices
          label={t('domains')}
          options={choices.domains.map((d) => ({ id: d, label: titles.domains[d] ?? d }))}
          chosen={values.domains}
          onChange={(domains) => set({ domains })}
        />
        <Choices
          label={t('rules')}
          options={choices.rules.map(({ id, means }) => ({ id, label: means, hint: id }))}
          chosen={values.rules}
          onChange={(rules) => set({ rules })}
        />
      </div>
      <Failure>{failure}</Failure>
      <div className="flex gap-2">
        <button type="submit" disabled={pending} className={button}>
          {channel ? shared('settings.save') : t('add')}
        </button>
        <button type="button" className={button} onClick={onClose}>
          {shared('terms.cancel')}
        </button>
      </div>
    </form>
  )
}
