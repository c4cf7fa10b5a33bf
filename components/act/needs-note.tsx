import { useTranslations } from 'next-intl'

interface NeedsNoteProps {
  /** Names of verbs, each with the least role that may; absent where the reader may. */
  verbs: readonly { label: string; needs: string | undefined }[]
}

/** Says which buttons beside it need another role, once per role. Nothing where all may be used. */
export function NeedsNote({ verbs }: NeedsNoteProps) {
  const t = useTranslations('act')
  const roles = useTranslations('shell.roles')
  const needed = [...new Set(verbs.flatMap(({ needs }) => needs ?? []))]
  if (needed.length === 0) return null
  const namesOf = (role: string) =>
    verbs.flatMap(({ label, needs }) => (needs === role ? label.replace('…', '') : [])).join(', ')
  return (
    <p className="basis-full text-[13px] text-muted">
      {needed
        .map((role) => `${namesOf(role)}: ${t('needsRole', { role: roles(role as 'steward') })}`)
        .join('. ')}
    </p>
  )
}
