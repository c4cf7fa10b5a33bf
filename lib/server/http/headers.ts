/** What each answer tells the browser that it may do with it. */

const POLICIES = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [
    'accelerometer=()',
    'camera=()',
    'display-capture=()',
    'geolocation=()',
    'gyroscope=()',
    'microphone=()',
    'payment=()',
    'usb=()',
  ].join(', '),
} as const

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Content-Security-Policy: scripts and styles of the app only. Attributes `style` are allowed: the
 * widths of bars and the charts are made with them, and they run nothing.
 * @param development the development server evaluates code and puts styles into the page.
 */
export function contentPolicy(nonce: string, development: boolean): string {
  const scripts = `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Sets them on an answer. @param https the reader came over TLS: the browser is to stay with it. */
export function setPolicies(answer: Headers, csp: string, https: boolean): void {
  answer.set('content-security-policy', csp)
  for (const [name, value] of Object.entries(POLICIES)) answer.set(name, value)
  if (https) answer.set('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
}
