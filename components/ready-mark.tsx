import { useTranslations } from 'next-intl'

/** Says that nothing is in the way of a row any more, or of how many. */
export function ReadyMark({ count }: { count?: string }) {
  const t = useTranslations('terms')
  return (
    <span className="bg-flag px-1 text-flag-ink">
      {t('ready')}
      {count && ` ${count}`}
    </span>
  )
}
