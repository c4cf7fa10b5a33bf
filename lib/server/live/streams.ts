/**
 * The open event streams of this process: few per session, and none longer than its session. One
 * timer looks after all of them.
 */
import { z } from 'zod'
import type { Reader } from '@/lib/shared/db/database'
import { typedRows } from '@/lib/shared/db/typed-rows'

/** Tabs of one browser that follow the server at once. */
export const MAX_STREAMS_PER_SESSION = 10
const MAX_STREAMS = 2000
/** After so long at most a stream ends when its session has ended. */
const LOOK_EVERY_MS = 10_000

interface Stream {
  session: string
  end(): void
}

interface Streams {
  open: Set<Stream>
  timer: NodeJS.Timeout | undefined
}

const shared = globalThis as typeof globalThis & { lazaretStreams?: Streams }

function streams(): Streams {
  if (!shared.lazaretStreams) {
    const made: Streams = { open: new Set(), timer: undefined }
    // An open stream would keep the server from ending.
    process.once('SIGTERM', () => {
      for (const stream of made.open) stream.end()
    })
    shared.lazaretStreams = made
  }
  return shared.lazaretStreams
}

/**
 * Adds a stream.
 * @param end closes it; it is called when the session has ended or the process stops.
 * @param db asked which sessions still hold.
 * @returns how to take it off the list, or undefined when the session has as many as it may.
 */
export function openStream(
  session: string,
  end: () => void,
  db: () => Reader,
): (() => void) | undefined {
  const { open } = streams()
  const own = [...open].filter((stream) => stream.session === session).length
  if (own >= MAX_STREAMS_PER_SESSION || open.size >= MAX_STREAMS) return undefined
  const stream = { session, end }
  open.add(stream)
  keepLooking(db)
  return () => void open.delete(stream)
}

function keepLooking(db: () => Reader): void {
  const all = streams()
  if (all.timer) return
  all.timer = setInterval(() => {
    if (all.open.size === 0) {
      clearInterval(all.timer)
      all.timer = undefined
      return
    }
    // While the database is away nobody can say that a session has ended.
    void endStale(db()).catch(() => {})
  }, LOOK_EVERY_MS)
  all.timer.unref()
}

const SessionId = z.object({ id: z.string() })

/** Ends the streams whose session is gone or has run out. */
export async function endStale(db: Reader): Promise<void> {
  const { open } = streams()
  const sessions = [...new Set([...open].map((stream) => stream.session))]
  const held = await typedRows(
    db,
    SessionId,
    'SELECT id FROM auth.session WHERE id = ANY ($1::text[]) AND expires_at > now()',
    [sessions],
  )
  const ids = new Set(held.map(({ id }) => id))
  for (const stream of [...open]) if (!ids.has(stream.session)) stream.end()
}
