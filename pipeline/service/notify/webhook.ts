/** Sends a message to an HTTP receiver. */
import { createHmac } from 'node:crypto'
import { asSlack } from './forms/slack'
import { asTeams } from './forms/teams'
import { connectionFailure, NotSent, shortened } from './render/failure'
import type { Message } from './render/message'

export interface Receiver {
  url: string
  form: 'json' | 'teams' | 'slack'
  /** Signs the body; null: it is not signed. */
  secret: string | null
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 2048
/** Statuses after which the same request may succeed later. */
const RETRYABLE_STATUSES = [408, 425, 429]

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 over the time, a dot and the body, as it goes over the wire.
 * The receiver computes the same with the secret, and refuses times that are long ago.
 */
function signatureOf(secret: string, body: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

const bodyOf = (message: Message, form: Receiver['form']): object =>
  form === 'teams' ? asTeams(message) : form === 'slack' ? asSlack(message) : message.document

/**
 * Resolves when the receiver answered with a success. Redirects are not followed.
 * @throws NotSent: too many requests, time-outs, 5xx and no connection are tried again, other
 *   answers are final.
 */
export async function postMessage(message: Message, receiver: Receiver, now: Date): Promise<void> {
  const body = JSON.stringify(bodyOf(message, receiver.form))
  const seconds = Math.floor(now.getTime() / 1000)
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Lazaret',
    'idempotency-key': message.id,
    'x-lazaret-event': message.kind,
  }
  if (receiver.secret) headers['x-lazaret-signature'] = signatureOf(receiver.secret, body, seconds)
  let response: Response
  try {
    response = await fetch(receiver.url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw connectionFailure(error)
  }
  const said = await beginningOf(response).catch(() => '')
  const { status } = response
  if (response.ok) return
  if (status >= 300 && status < 400) throw new NotSent('redirect', String(status), false)
  const retryable = RETRYABLE_STATUSES.includes(status) || status >= 500
  throw new NotSent('http', shortened(`${status} ${said}`), retryable, retryAfter(response, now))
}

/** The first bytes of an answer as text; the rest is not read. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MAX_RESPONSE_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8')
}

/** Milliseconds that the receiver asks to wait, as seconds or as a date. */
function retryAfter(response: Response, now: Date): number {
  const text = response.headers.get('retry-after')
  if (!text) return 0
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0
}
