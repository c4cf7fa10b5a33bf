import type { useTranslations } from 'next-intl'

/** Why a run was refused or failed, in words; nothing for reasons that only the message tells. */
export function reasonOf(t: ReturnType<typeof useTranslations<'runs'>>, reason: string): string {
  const key = `reason.${reason}` as 'reason.shrink'
  return t.has(key) ? t(key) : ''
}
