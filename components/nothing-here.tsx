import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'

/** An address that leads nowhere, and where to go instead. */
export function NothingHere() {
  const t = useTranslations('shell')
  return (
    <section className="flex max-w-2xl flex-col items-start gap-2">
      <h1 className="font-semibold text-xl">{t('notFound')}</h1>
      <p>{t('notFoundHint')}</p>
      <ButtonLink href="/">{t('toStock')}</ButtonLink>
    </section>
  )
}
