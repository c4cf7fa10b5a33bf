/** The few routes of the sign-in library that are open to the network; all others answer 404. */
import { database } from '@/lib/shared/db/client'
import { databaseOf, withReadTimeout } from '@/lib/shared/db/database'
import { askLibrary } from './server'
import { findSession } from './session'

/** Method and path below `/api/auth`. Everything else that the library offers stays closed. */
const OPEN_ROUTES: ReadonlySet<string> = new Set([
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
])
const PREFIX = '/api/auth'
/** An e-mail address and a password fit many times. */
export const MAX_AUTH_BODY_BYTES = 4096

/**
 * Answers a request to the sign-in library.
 * @returns 404 for a route that the app does not use, 413 for a body of more than
 *   `MAX_AUTH_BODY_BYTES`, else what the library says. Session tokens are left out: scripts have
 *   no use for them.
 */
export async function answerAuth(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : pathname
  if (!OPEN_ROUTES.has(`${request.method} ${path}`)) return refusal('no such route', 404)
  if (path === '/get-session') return answerSession(request)
  const body = await smallBody(request)
  if (body === 'too large') return refusal(`at most ${MAX_AUTH_BODY_BYTES} bytes`, 413)
  const { method, headers, url } = request
  return withoutToken(await askLibrary(new Request(url, { method, headers, body })))
}

/** The session as scripts may know it, or null. Not the library's: that one knows no rest. */
async function answerSession(request: Request): Promise<Response> {
  const found = await withReadTimeout(findSession(request.headers, databaseOf(database())))
  const shown = found
    ? { user: found.actor, session: { id: found.session, expiresAt: found.expiresAt } }
    : null
  return Response.json(shown, { headers: { 'cache-control': 'no-store' } })
}

function refusal(message: string, status: number): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } })
}

/** Reads no more than the limit, whatever `content-length` says. @returns undefined: no body. */
async function smallBody(
  request: Request,
): Promise<Uint8Array<ArrayBuffer> | undefined | 'too large'> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > MAX_AUTH_BODY_BYTES) return 'too large'
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_AUTH_BODY_BYTES) return 'too large'
    chunks.push(chunk)
  }
  return bytes > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined
}

async function withoutToken(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'no-store')
  const { status } = answer
  const text = await answer.text()
  if (!answer.ok || !headers.get('content-type')?.includes('json')) {
    return new Response(text, { status, headers })
  }
  const shown = JSON.stringify(JSON.parse(text || 'null'), (name, value) =>
    name === 'token' ? undefined : value,
  )
  headers.delete('content-length')
  return new Response(shown, { status, headers })
}
