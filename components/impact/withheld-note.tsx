import Link from 'next/link'
import { useTranslations } from 'next-intl'

/** Says that a list has only the rows that are missing from a figure, and leads out of it. */
export function WithheldNote({
  what,
  dropHref,
  backHref,
}: {
  what: string
  dropHref: string
  backHref: string
}) {
  const t = useTranslations('impact')
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-flag border-l-4 bg-panel px-3 py-2">
      <span>{t('onlyWithheld', { what })}</span>
      <Link href={dropHref} className="underline">
        {t('dropFilter')}
      </Link>
      <Link href={backHref} className="underline">
        {t('backToImpact')}
      </Link>
    </p>
  )
}
