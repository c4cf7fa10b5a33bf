/**
 * Empties the outbox. A message is claimed before it is sent and recorded afterwards, so that two
 * workers never send the same one; a worker that dies in between leaves a claim that runs out, and
 * the message is sent again with the same id: at least once, never lost.
 */

import type { Db } from '@/lib/shared/db/connection'
import { publicUrl, readSettings } from '@/lib/shared/env'
import { MAX_ATTEMPTS, waitAfter } from './backoff'
import { type MailServer, sendMail } from './mail'
import { renderMessage } from './render'
import { NotSent } from './render/failure'
import { postMessage, type Receiver } from './webhook'

/** A claim that runs out after this: longer than any attempt may take. */
const CLAIM = '2 minutes'

export interface SendOptions {
  /** The clock; tests bring their own. */
  now?(): Date
  mail?: MailServer
  signal?: AbortSignal
  log?(line: string): void
}

export interface Sent {
  sent: number
  /** Tried, to be tried again. */
  deferred: number
  /** Given up. */
  failed: number
}

interface Claimed {
  id: number
  kind: 'alerts' | 'digest' | 'test'
  messageId: string
  payload: unknown
  attempts: number
  channel: Receiver & { id: number; name: string; kind: 'mail' | 'webhook'; language: string }
  zone: string
}

/** `$1` the clock, `$2` channels that have just failed: the rest of theirs can wait. */
const NEXT = `UPDATE quality.notification n
  SET attempts = n.attempts + 1, claimed_until = $1::timestamptz + interval '${CLAIM}'
  FROM (SELECT d.id FROM quality.notification d
    WHERE d.status = 'pending' AND d.next_at <= $1::timestamptz AND NOT d.channel_id = ANY ($2::int[])
      AND (d.claimed_until IS NULL OR d.claimed_until <= $1::timestamptz)
    ORDER BY d.next_at, d.id LIMIT 1 FOR UPDATE SKIP LOCKED) due,
    quality.channel c, quality.workspace w
  WHERE n.id = due.id AND c.id = n.channel_id
  RETURNING n.id, n.kind, n.message_id AS "messageId", n.payload, n.attempts, w.time_zone AS zone,
    jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'form', c.form, 'url', c.address,
      'language', c.language, 'secret', c.secret) AS channel`

/**
 * Sends all that is due. A channel whose receiver does not answer costs one attempt, not one for
 * each message. The caller must not be in a transaction.
 */
export async function sendDue(db: Db, options: SendOptions = {}): Promise<Sent> {
  const { now = () => new Date(), signal, log = () => {} } = options
  const mail = options.mail ?? mailServer()
  const done: Sent = { sent: 0, deferred: 0, failed: 0 }
  const away: number[] = []
  while (!signal?.aborted) {
    const [claimed] = await db.rows<Claimed>(NEXT, [now().toISOString(), away])
    if (!claimed) break
    const failure = await attempt(claimed, mail, now())
    const outcome = await record(db, claimed, failure, now())
    done[outcome] += 1
    if (failure?.retryable) away.push(claimed.channel.id)
    const what = `notification ${claimed.id} to channel ${claimed.channel.id}`
    log(
      failure
        ? `${what} was not sent (${failure.code}), attempt ${claimed.attempts}`
        : `${what} was sent`,
    )
  }
  return done
}

/** The mail server of this process's settings. */
function mailServer(): MailServer {
  const settings = readSettings()
  const { LAZARET_SMTP_URL: url, LAZARET_MAIL_FROM: from } = settings
  return { url, from, base: publicUrl(settings) }
}

async function attempt(
  { channel, zone, ...entry }: Claimed,
  mail: MailServer,
  now: Date,
): Promise<NotSent | undefined> {
  try {
    const message = renderMessage({ ...entry, channel }, mail.base, zone)
    if (channel.kind === 'mail') await sendMail(message, channel.url, channel.id, mail)
    else await postMessage(message, channel, now)
    return undefined
  } catch (error) {
    if (error instanceof NotSent) return error
    // A message that cannot be made is our fault; it must not hold up the others.
    return new NotSent('other', error instanceof Error ? error.message.slice(0, 300) : '', true)
  }
}

/** Only the attempt that holds the claim may record; one that has lost it to another is too late. */
async function record(
  db: Db,
  { id, kind, attempts }: Claimed,
  failure: NotSent | undefined,
  now: Date,
) {
  const mine = 'WHERE id = $1 AND attempts = $2'
  if (!failure) {
    await db.exec(
      `UPDATE quality.notification SET status = 'sent', sent_at = $3, claimed_until = NULL,
        error = NULL ${mine}`,
      [id, attempts, now.toISOString()],
    )
    return 'sent'
  }
  // Who presses the test button waits for an answer, not for tomorrow.
  const retry = failure.retryable && attempts < MAX_ATTEMPTS && kind !== 'test'
  const next = new Date(now.getTime() + waitAfter(attempts, failure.retryAfter))
  await db.exec(
    `UPDATE quality.notification SET status = $3, next_at = $4, claimed_until = NULL,
      error = $5::jsonb ${mine}`,
    [
      id,
      attempts,
      retry ? 'pending' : 'failed',
      retry ? next.toISOString() : now.toISOString(),
      JSON.stringify({ code: failure.code, detail: failure.detail }),
    ],
  )
  return retry ? 'deferred' : 'failed'
}
