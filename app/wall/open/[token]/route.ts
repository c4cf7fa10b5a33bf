import { cookies } from 'next/headers'
import { DEVICE_COOKIE, openDevice } from '@/lib/server/auth/devices'
import { isSecure } from '@/lib/server/http/scheme'
import { database } from '@/lib/shared/db/client'
import { LOCALE_COOKIE, LOCALES } from '@/lib/shared/i18n/locales'

export const dynamic = 'force-dynamic'

/** As long as browsers keep a cookie. */
const MAX_AGE = 60 * 60 * 24 * 400

interface Context {
  params: Promise<{ token: string }>
}

/** A device's link: exchanged for a cookie that scripts cannot read, then out of the address. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const url = new URL(request.url)
  const headers = new Headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    location: '/wall',
  })
  const jar = await cookies()
  const kept = { maxAge: MAX_AGE, sameSite: 'lax', path: '/' } as const
  let device: Awaited<ReturnType<typeof openDevice>>
  try {
    device = await openDevice(database(), token)
  } catch {
    // Nobody stands in front of the screen: it tries again by itself.
    headers.delete('location')
    headers.set('refresh', '5')
    return new Response('The database is away. Trying again …\n', { status: 503, headers })
  }
  if (device) {
    jar.set(DEVICE_COOKIE, token, { ...kept, httpOnly: true, secure: isSecure(request.headers) })
    const locale = LOCALES.find((l) => l === url.searchParams.get('lang'))
    if (locale) jar.set(LOCALE_COOKIE, locale, kept)
    return new Response(null, { status: 303, headers })
  }
  headers.delete('location')
  return new Response('This link opens nothing: it was revoked, or never was one.\n', {
    status: 404,
    headers,
  })
}
