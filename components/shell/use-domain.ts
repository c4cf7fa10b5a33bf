'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { ALL_DOMAINS, domainOf } from '@/lib/views/domain'

/**
 * The domain that the screen shows; undefined: all of them.
 * @param chosen what the frame was made with. It outlives a change of the address.
 */
export function useDomain(chosen: string | undefined): string | undefined {
  const path = usePathname()
  const asked = domainOf(path, useSearchParams())
  return asked === undefined ? chosen : asked === ALL_DOMAINS ? undefined : asked
}
