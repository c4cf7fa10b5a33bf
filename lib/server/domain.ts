/** Which domain the reader looks at; one place for all screens. */
import { cookies, headers } from 'next/headers'
import { readShell } from '@/lib/server/queries/shell'
import { domainOf } from '@/lib/views/domain'

/** Cookie in which the choice is remembered. */
export const DOMAIN_COOKIE = 'lazaret_domain'

/** The domain in the address of this page, as the proxy passes it on. */
async function askedDomain(): Promise<string | undefined> {
  const address = new URL((await headers()).get('x-lazaret-path') ?? '/', 'http://here')
  return domainOf(address.pathname, address.searchParams)
}

/**
 * The domain of the address, else the one chosen last; undefined: all of them. One that is gone
 * counts as no choice.
 */
export async function chosenDomain(): Promise<string | undefined> {
  const wanted = (await askedDomain()) ?? (await cookies()).get(DOMAIN_COOKIE)?.value
  if (!wanted) return undefined
  return (await readShell()).domains.find((name) => name === wanted)
}
