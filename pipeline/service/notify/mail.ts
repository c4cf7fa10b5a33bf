/** Sends a message as mail. */
import { createTransport } from 'nodemailer'
import { asHtml } from './forms/html'
import { asText } from './forms/text'
import { connectionFailure, NotSent, shortened } from './render/failure'
import type { Message } from './render/message'

export interface MailServer {
  /** smtp://user:password@host:587 or smtps://…; undefined: none is set. */
  url: string | undefined
  /** Address of the sender; undefined: `lazaret@` the host of the links. */
  from: string | undefined
  /** What links begin with. */
  base: string
}

const WAIT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** However slowly the server talks: less than the time for which a message is claimed. */
const MAX_SENDING_MS = 60_000

/** `example.com` of a name; an IP address in the brackets that mail wants. */
function mailHost(base: string): string {
  const { hostname } = new URL(base)
  if (/^[\d.]+$/.test(hostname)) return `[${hostname}]`
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1, -1)}]` : hostname
}

/**
 * Whether a password would go over the network: then not without TLS, also when the server, or who
 * stands between, does not offer it.
 */
export function needsTls(url: string): boolean {
  const { hostname, password } = new URL(url)
  return password !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/**
 * Resolves when the server has taken the mail for its one recipient.
 * @throws NotSent: a refused recipient or message (5xx) is final, everything else is not.
 */
export async function sendMail(message: Message, to: string, channel: number, server: MailServer) {
  if (!server.url) throw new NotSent('no_server', 'LAZARET_SMTP_URL', true)
  const host = mailHost(server.base)
  const transport = createTransport({
    url: server.url,
    ...WAIT,
    requireTLS: needsTls(server.url),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // An object as address is taken as it is: no list and no header can hide in it.
  const address = (text: string) => ({ name: '', address: text })
  const late = new AbortController()
  const sent = transport.sendMail({
    from: { name: 'Lazaret', address: server.from ?? `lazaret@${host}` },
    to: address(to),
    messageId: `<${message.id}@${host}>`,
    subject: message.subject,
    text: asText(message),
    html: asHtml(message),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Id': `<channel-${channel}.lazaret.${host.replace(/[^a-z0-9.-]/gi, '')}>`,
      'Content-Language': message.language,
    },
  })
  sent.catch(() => {})
  try {
    await Promise.race([sent, after(MAX_SENDING_MS, late.signal)])
  } catch (error) {
    throw mailFailure(error)
  } finally {
    late.abort()
    transport.close()
  }
}

const after = (milliseconds: number, signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new NotSent('timed_out', `${milliseconds / 1000} s`, true)),
      milliseconds,
    )
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

function mailFailure(error: unknown): NotSent {
  if (error instanceof NotSent) return error
  const { code, responseCode, response } = error as {
    code?: string
    responseCode?: number
    response?: string
  }
  const detail = shortened(response || (error instanceof Error ? error.message : String(error)))
  // The administrator will mend it: the message is not to blame.
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 535) {
    return new NotSent('sign_in', detail, true)
  }
  if (responseCode && responseCode >= 400) {
    return new NotSent('refused', detail, responseCode < 500)
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new NotSent('refused', detail, false)
  return connectionFailure(error)
}
