import { useTranslations } from 'next-intl'
import type { Verdict } from '@/lib/shared/proof'

const SIGN = { guarded: '✓', unguarded: '■', masked: '◐', not_exercised: '○', cannot: '–' } as const

/** A verdict: a sign, a word, and a colour where somebody has to act. */
export function VerdictWord({ verdict, quiet }: { verdict: Verdict; quiet?: boolean }) {
  const t = useTranslations('proofs')
  const tone = {
    guarded: '',
    unguarded: quiet ? 'text-muted' : 'text-critical',
    masked: 'text-muted',
    not_exercised: 'text-muted',
    cannot: 'text-muted',
  }[verdict]
  return (
    <span className={`whitespace-nowrap ${tone}`}>
      <span aria-hidden="true">{SIGN[verdict]} </span>
      {t(`verdict.${verdict}`)}
    </span>
  )
}
