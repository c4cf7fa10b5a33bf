/** A channel as a person fills it in: checked in the browser and by the verbs alike. */
import { z } from 'zod'
import { LOCALES } from '@/lib/shared/i18n/locales'
import { CHANNEL_KINDS, type ChannelKind, WEBHOOK_FORMS } from './kinds'

const chosen = z.array(z.string().min(1).max(400)).max(1000)

export const channelFields = {
  /** In footers of messages; never in a header. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}*$/u, 'must be one line'),
  kind: z.enum(CHANNEL_KINDS),
  /** Of a webhook. */
  form: z.enum(WEBHOOK_FORMS),
  language: z.enum(LOCALES),
  /** Empty: all. */
  owners: chosen,
  /** dataset/rule */
  rules: chosen,
  domains: chosen,
  levels: z.array(z.enum(['warning', 'critical'])).max(2),
  alerts: z.boolean(),
  digest: z.boolean(),
  /** Full hour on the workspace's clock. */
  digestHour: z.number().int().min(0).max(23),
  enabled: z.boolean(),
}
export const ChannelSecret = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const mail = z.email().max(254)

/**
 * Why an address cannot be used; undefined when it can. A webhook may lead to any host, also inside
 * the network: that is an administrator's decision. It is http or https, without a name and
 * password in it, which would end up in logs on the way.
 */
export function addressProblem(kind: ChannelKind, address: string): string | undefined {
  if (kind === 'mail') return mail.safeParse(address).success ? undefined : 'is no e-mail address'
  if (address.length > 2000) return 'is too long'
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'is no http or https address'
  const { username, password } = new URL(address)
  return username || password ? 'must not contain a name or password' : undefined
}

/** An address as it may be shown: whoever has the rest of a webhook's URL may write to it. */
export function shownAddress(kind: ChannelKind, address: string): string {
  return kind === 'mail' ? address : `${new URL(address).origin}/…`
}
