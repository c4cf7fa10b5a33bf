'use client'

import type { AlertCounts } from '@/lib/server/queries/shell'
import { useDomain } from './use-domain'

interface AlertBadgeProps {
  /** Open alerts of each domain. */
  counts: Record<string, AlertCounts>
  /** The domain that the frame was made with; undefined: all of them. */
  domain: string | undefined
}

/** Open alerts of what is looked at, with the sign of the worst. Nothing where none is open. */
export function AlertBadge({ counts, domain }: AlertBadgeProps) {
  const shown = useDomain(domain)
  const own = Object.entries(counts).filter(([name]) => shown === undefined || name === shown)
  const open = own.reduce((sum, [, count]) => sum + count.open, 0)
  const isCritical = own.some(([, count]) => count.critical > 0)
  if (open === 0) return null
  return (
    <span className={isCritical ? 'text-critical' : 'text-warning'}>
      {' '}
      {isCritical ? '■' : '▲'} {open}
    </span>
  )
}
