/** Which domain the reader looks at; one place for all screens. */
import { cookies } from 'next/headers'
import { readShell } from '@/lib/server/queries/shell'

/** Cookie in which the choice is remembered. */
export const DOMAIN_COOKIE = 'lazaret_domain'

/** The chosen domain; undefined: all of them. One that is gone counts as no choice. */
export async function chosenDomain(): Promise<string | undefined> {
  const wanted = (await cookies()).get(DOMAIN_COOKIE)?.value
  if (!wanted) return undefined
  return (await readShell()).domains.find((name) => name === wanted)
}
