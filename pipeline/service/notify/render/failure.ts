/** Why a message was not taken; codes are keys of the texts `channels.error`. */
const FAILURES = [
  /** No mail server is set. */
  'no_server',
  /** The mail server does not want our name or password. */
  'sign_in',
  /** The mail server refuses the recipient or the message. */
  'refused',
  /** Nobody answers at that address. */
  'unreachable',
  'timed_out',
  /** The connection cannot be trusted. */
  'certificate',
  /** The receiver answered with a status that is no success. */
  'http',
  /** The receiver sends elsewhere, which is not followed. */
  'redirect',
  'other',
] as const
export type FailureCode = (typeof FAILURES)[number]

/** A message was not taken. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  constructor(
    readonly code: FailureCode,
    /** What the other side said, in short; never an address or a secret of ours. */
    readonly detail: string,
    /** Whether the same message may be taken later. */
    readonly retryable: boolean,
    /** Milliseconds that the receiver asks to wait. */
    readonly retryAfter = 0,
  ) {
    super(`${code}: ${detail}`)
  }
}

const MAX_ERROR_CHARS = 300

/** Text from outside in one line of at most 300 characters. */
export const shortened = (text: string): string => {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MAX_ERROR_CHARS ? `${line.slice(0, MAX_ERROR_CHARS)} …` : line
}

const TIMED_OUT = ['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'TimeoutError']

/** What went wrong below the protocol: name service, connection, encryption, time. */
export function connectionFailure(error: unknown): NotSent {
  const all: (Error & { code?: unknown })[] = []
  for (let e = error; e instanceof Error && all.length < 5; e = e.cause) all.push(e)
  const codes = all.flatMap((e) => [String(e.code ?? ''), e.name])
  const detail = shortened(all.at(-1)?.message || codes[0] || String(error))
  if (codes.some((c) => TIMED_OUT.includes(c))) return new NotSent('timed_out', detail, true)
  if (codes.some((c) => /CERT|TLS|SSL/.test(c)) || /certificate/i.test(detail))
    return new NotSent('certificate', detail, true)
  const away = /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EDNS|ESOCKET|EPIPE|UND_ERR_SOCKET)/
  if (codes.some((c) => away.test(c))) return new NotSent('unreachable', detail, true)
  return new NotSent('other', detail, true)
}
