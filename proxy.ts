import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { contentPolicy, setPolicies } from '@/lib/server/http/headers'
import { isAllowedHost } from '@/lib/server/http/hosts'

const development = process.env.NODE_ENV === 'development'

/**
 * Stands before every page and route. Refuses hosts that are not ours, and NUL, which no text of
 * the database can hold. Sets the policies of the answer, and tells the pages their own address, so
 * that a sign-in leads back to it.
 */
export function proxy(request: NextRequest): NextResponse {
  const https = request.headers.get('x-forwarded-proto') === 'https'
  const csp = contentPolicy(randomBytes(16).toString('base64'), development)
  const answer = answerOf(request, csp)
  setPolicies(answer.headers, csp, https)
  return answer
}

function answerOf(request: NextRequest, csp: string): NextResponse {
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? ''
  if (!isAllowedHost(host)) {
    return new NextResponse('Not a name of this app: set LAZARET_URL or LAZARET_HOSTS\n', {
      status: 421,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  if (request.nextUrl.href.includes('%00')) {
    return new NextResponse('An address cannot hold the character NUL', { status: 400 })
  }
  const headers = new Headers(request.headers)
  const { pathname, searchParams } = request.nextUrl
  // How the router asks for a page is no part of its address.
  searchParams.delete('_rsc')
  const query = searchParams.toString()
  headers.set('x-lazaret-path', query ? `${pathname}?${query}` : pathname)
  // Next takes the nonce for its own scripts from here.
  headers.set('content-security-policy', csp)
  return NextResponse.next({ request: { headers } })
}

// Everything but the build's own files. The compiler reads this text, so it is written out.
export const config = { matcher: ['/((?!_next/).*)'] }
