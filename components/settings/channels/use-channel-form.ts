import { useLocale } from 'next-intl'
import { useRef, useState } from 'react'
import { useVerb } from '@/components/ui/use-verb'
import type { Act } from '@/lib/server/commands'
import type { ChannelLine } from '@/lib/server/queries/channels'
import { addressProblem, channelFields } from '@/lib/shared/notify/channel'
import type { ChannelKind, WebhookForm } from '@/lib/shared/notify/kinds'
import { makeToken } from '@/lib/shared/util/random'

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

/** What the form holds, but for the address. */
export type ChannelValues = typeof EMPTY & { language: string }

/** What the form begins with. */
function valuesOf(channel: ChannelLine | undefined, language: string): ChannelValues {
  if (!channel) return { ...EMPTY, language }
  const { name, kind, form, owners, rules, domains, levels } = channel
  const { alerts, digest, digestHour, enabled } = channel
  const own = { alerts, digest, digestHour, enabled, language: channel.language }
  return { name, kind, form, owners, rules, domains, levels: levels as string[], ...own }
}

interface Options {
  /** The one to change; undefined: a new one. */
  channel: ChannelLine | undefined
  act: Act
  onClose(): void
  /** A webhook was made: its secret, for the only time. */
  onSecret(secret: { name: string; value: string }): void
}

/** What a channel's form holds, what is wrong with it, and how it is sent. */
export function useChannelForm({ channel, act, onClose, onSecret }: Options) {
  const locale = useLocale()
  const [values, setValues] = useState(() => valuesOf(channel, locale))
  const [address, setAddress] = useState(channel?.kind === 'mail' ? channel.to : '')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const verb = channel ? 'update-channel' : 'create-channel'
  const { send, failure, fields, pending } = useVerb(act, verb)
  // One for all attempts to send this form, so that a repeat is the same request.
  const secret = useRef('')
  const isWebhook = values.kind === 'webhook'
  /** A webhook's address is never shown again; left empty, it stays as it is. */
  const keepsAddress = channel?.kind === 'webhook' && address.trim() === ''

  const problems = (): string[] => {
    const found = Object.entries(channelFields)
      .filter(([name, schema]) => !schema.safeParse(values[name as 'name']).success)
      .map(([name]) => name)
    const isBad = !keepsAddress && addressProblem(values.kind, address.trim())
    return isBad ? [...found, 'address'] : found
  }
  const submit = () => {
    const found = problems()
    setWrong(found)
    if (found.length > 0) return
    const { kind, ...rest } = { ...values, form: isWebhook ? values.form : 'json' }
    const to = keepsAddress ? {} : { address: address.trim() }
    if (channel) return send({ channel: channel.id, ...rest, ...to }, onClose)
    secret.current ||= makeToken()
    const value = secret.current
    send({ kind, ...rest, ...to, ...(isWebhook ? { secret: value } : {}) }, () => {
      if (isWebhook && values.form === 'json') onSecret({ name: values.name.trim(), value })
      onClose()
    })
  }
  return {
    values,
    set: (change: Partial<ChannelValues>) => setValues({ ...values, ...change }),
    address,
    setAddress,
    isWebhook,
    isWrong: (name: string) => wrong.includes(name) || fields.includes(name),
    submit,
    failure,
    pending,
  }
}
