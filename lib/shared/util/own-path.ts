/** Any origin: only whether an address leaves it matters. */
const HERE = 'http://here.invalid'

/**
 * The path, query and fragment of an address that stays within the app; `/` for any other. Read as
 * a browser reads it: tabs and line ends vanish, backslashes are slashes, dots are resolved.
 */
export function ownPath(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(address, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return '/'
  return `${pathname}${search}${hash}`
}
