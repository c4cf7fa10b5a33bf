import { currentSession } from '@/lib/server/auth/actor'
import { watch } from '@/lib/server/live'
import { openStream } from '@/lib/server/live/streams'
import { database } from '@/lib/shared/db/client'

export const dynamic = 'force-dynamic'

const KEEP_ALIVE_MS = 20_000
const MAX_UNREAD_EVENTS = 50
const headers = { 'cache-control': 'no-store, no-transform' }

/** Server-sent events: one whenever something that the screens show has changed. */
export async function GET(request: Request): Promise<Response> {
  const found = await currentSession()
  if (!found) return new Response('sign in first', { status: 401, headers })
  const encoder = new TextEncoder()
  let end = () => {}
  const leave = openStream(
    found.session,
    () => end(),
    () => database(),
  )
  if (!leave) return new Response('too many open pages', { status: 429, headers })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        controller.enqueue(encoder.encode(text))
        // Nobody reads what is sent.
        if ((controller.desiredSize ?? 0) < -MAX_UNREAD_EVENTS) end()
      }
      send('retry: 2000\n\n')
      const stop = watch((pulse) => send(`data: ${JSON.stringify(pulse)}\n\n`))
      const alive = setInterval(() => send(': alive\n\n'), KEEP_ALIVE_MS)
      end = () => {
        end = () => {}
        leave()
        stop()
        clearInterval(alive)
        controller.close()
      }
      request.signal.addEventListener('abort', () => end())
      if (request.signal.aborted) end()
    },
    cancel: () => end(),
  })
  return new Response(body, { headers: { ...headers, 'content-type': 'text/event-stream' } })
}

/** Next would open a stream for HEAD that nobody reads or closes. */
export const HEAD = () => new Response(null, { status: 405, headers: { allow: 'GET' } })
