/**
 * The domain in the address: a link shows a colleague the same rows, whatever domain that person
 * looked at last.
 */

export const DOMAIN_PARAM = 'domain'
/** Stands in the address where all domains are shown. */
export const ALL_DOMAINS = 'all'

/** Screens that show one domain or all of them. */
const SCREENS = [
  '/',
  '/flow',
  '/alerts',
  '/runs',
  '/replays',
  '/declarations',
  '/impact',
  '/flags',
  '/proofs',
]

/** Whether the screen at this path shows one domain or all of them. */
export const showsDomain = (path: string): boolean => SCREENS.includes(path)

/**
 * The domain that an address asks for.
 * @returns `all`, the name of a domain, or undefined where the address leaves it to the reader.
 */
export function domainOf(path: string, params: URLSearchParams): string | undefined {
  return (showsDomain(path) && params.get(DOMAIN_PARAM)) || undefined
}

/** The way to a screen, with the domain that it is to show; undefined: all of them. */
export function withDomain(path: string, domain: string | undefined): string {
  if (!showsDomain(path)) return path
  return `${path}?${DOMAIN_PARAM}=${encodeURIComponent(domain ?? ALL_DOMAINS)}`
}
