import { type NextRequest, NextResponse } from 'next/server'

/**
 * Tells the pages their own address, so that a sign-in leads back to it. NUL, which no text of the
 * database can hold, is refused here for all of them.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.nextUrl.href.includes('%00')) {
    return new NextResponse('An address cannot hold the character NUL', { status: 400 })
  }
  const headers = new Headers(request.headers)
  const { pathname, searchParams } = request.nextUrl
  // How the router asks for a page is no part of its address.
  searchParams.delete('_rsc')
  const query = searchParams.toString()
  headers.set('x-lazaret-path', query ? `${pathname}?${query}` : pathname)
  return NextResponse.next({ request: { headers } })
}

// Pages and downloads only: what lies in public/ has no address to lead back to. The compiler reads
// this text, so it is written out.
export const config = {
  matcher: [
    '/((?!_next/|api/auth|api/live|(?:icon(?:-[a-z0-9-]+)?\\.(?:svg|png)|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt)$).*)',
  ],
}
