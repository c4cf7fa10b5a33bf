/** Under which names the app answers: a page of another name must not speak for its reader. */
import { isIP } from 'node:net'
import { readSettings, type Settings } from '@/lib/shared/env'

type HostSettings = Pick<Settings, 'LAZARET_URL' | 'LAZARET_HOSTS' | 'HOST'>

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request may name this host: that of LAZARET_URL, those of LAZARET_HOSTS, loopback and
 * HOST. When the app listens on the network, any IP address: only names can be pointed elsewhere
 * (DNS rebinding), addresses cannot.
 * @param host as in the header `Host`, with or without a port.
 */
export function isAllowedHost(host: string, settings: HostSettings = readSettings()): boolean {
  if (!/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(host) || !URL.canParse(`http://${host}`)) return false
  const { hostname, host: full } = new URL(`http://${host}`)
  if (LOOPBACK.has(hostname)) return true
  const own = settings.LAZARET_URL ? new URL(settings.LAZARET_URL) : undefined
  if (own && (own.host === full || own.hostname === hostname)) return true
  if (settings.LAZARET_HOSTS.some((name) => name === full || name === hostname)) return true
  const listens = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  if (listens === hostname) return true
  const onLoopback = LOOPBACK.has(listens) || listens.startsWith('127.')
  return !onLoopback && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}
