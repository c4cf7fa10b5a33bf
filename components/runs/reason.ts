import type { useTranslations } from 'next-intl'

type Translate = ReturnType<typeof useTranslations<'runs'>>

/** Why a run was refused or failed, in words. */
export function reasonOf(t: Translate, reason: string): string {
  const key = `reason.${reason}` as 'reason.shrink'
  return t(t.has(key) ? key : 'otherReason')
}

/** What to do next about it; nothing for reasons that say it themselves. */
export function nextOf(t: Translate, reason: string): string {
  const key = `next.${reason}` as 'next.shrink'
  return t.has(key) ? t(key) : ''
}
