'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { ALL_DOMAINS, DOMAIN_PARAM } from '@/lib/views/domain'

/**
 * Puts the domain that is shown into the address, where the address left it to the reader: what is
 * copied from there shows others the same.
 * @param domain undefined: all of them.
 */
export function DomainInAddress({ domain }: { domain: string | undefined }) {
  const path = usePathname()
  const params = useSearchParams()
  useEffect(() => {
    const asked = params.get(DOMAIN_PARAM) ?? undefined
    // "All" gives way too, on screens that show one domain at a time.
    if (asked !== undefined && (asked !== ALL_DOMAINS || domain === undefined)) return
    const all = new URLSearchParams(params)
    all.set(DOMAIN_PARAM, domain ?? ALL_DOMAINS)
    window.history.replaceState(null, '', `${path}?${all}${window.location.hash}`)
  }, [path, params, domain])
  return null
}
