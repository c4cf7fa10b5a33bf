import Link from 'next/link'
import { useTranslations } from 'next-intl'

/** An address that leads nowhere, and where to go instead. */
export function NothingHere() {
  const t = useTranslations('shell')
  return (
    <section className="flex max-w-2xl flex-col items-start gap-2">
      <h1 className="font-semibold text-xl">{t('notFound')}</h1>
      <p>{t('notFoundHint')}</p>
      <Link href="/" className="rounded-sm border border-line px-3 py-1.5 hover:bg-panel">
        {t('toStock')}
      </Link>
    </section>
  )
}
