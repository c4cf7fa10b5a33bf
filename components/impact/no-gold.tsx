import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DomainName } from '@/components/names'
import { impactHref } from '@/lib/views/impact-view'

/** A domain without figures, or whose figures were never computed: why, and what to do. */
export function NoGold({ domain, domains }: { domain: string; domains: string[] }) {
  const t = useTranslations('impact')
  const declared = domains.includes(domain)
  return (
    <section className="flex max-w-3xl flex-col items-start gap-2 border border-line p-6">
      <h2 className="font-semibold text-lg">{t(declared ? 'notYet' : 'noGold')}</h2>
      <p className="text-muted">{declared ? t('notYetHint', { domain }) : t('noGoldHint')}</p>
      {!declared && (
        <ul className="flex flex-wrap gap-3">
          {domains.map((name) => (
            <li key={name}>
              <Link href={impactHref('/impact', { domain: name })} className="underline">
                <DomainName name={name} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
