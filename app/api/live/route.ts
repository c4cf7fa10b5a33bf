import { currentActor } from '@/lib/server/auth/actor'
import { watch } from '@/lib/server/live'

export const dynamic = 'force-dynamic'

// An open stream would keep the server from ending.
const open = new Set<() => void>()
process.once('SIGTERM', () => {
  for (const end of open) end()
})

const KEEP_ALIVE_MS = 20_000

/** Server-sent events: one whenever something that the screens show has changed. */
export async function GET(request: Request): Promise<Response> {
  if (!(await currentActor())) return new Response('sign in first', { status: 401 })
  const encoder = new TextEncoder()
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      send('retry: 2000\n\n')
      const stop = watch((pulse) => send(`data: ${JSON.stringify(pulse)}\n\n`))
      const alive = setInterval(() => send(': alive\n\n'), KEEP_ALIVE_MS)
      end = () => {
        if (!open.delete(end)) return
        stop()
        clearInterval(alive)
        controller.close()
      }
      open.add(end)
      request.signal.addEventListener('abort', () => end())
    },
    cancel: () => end(),
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  })
}
