import { useTranslations } from 'next-intl'
import type { RunLine } from '@/lib/server/queries/runs'

const SIGN = { running: '…', committed: '✓', refused: '▲', failed: '■', interrupted: '▲' } as const
const TONE = {
  running: 'text-muted',
  committed: '',
  refused: 'text-warning',
  failed: 'text-critical',
  interrupted: 'text-warning',
} as const

/** How a run ended: a sign, a word, and a colour. */
export function RunStatus({ status }: { status: RunLine['status'] }) {
  const t = useTranslations('runs')
  return (
    <span className={`whitespace-nowrap ${TONE[status]}`}>
      <span aria-hidden="true">{SIGN[status]} </span>
      {t(`status.${status}`)}
    </span>
  )
}
