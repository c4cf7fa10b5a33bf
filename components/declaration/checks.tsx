import { useTranslations } from 'next-intl'
import type { Certificate } from '@/lib/shared/declaration/certificate'

const OWNERS = ['declaration', 'run'] as const

/** Every check with its figure, also on paper. */
export function Checks({ checks, run }: { checks: Certificate['checks']; run: number }) {
  const t = useTranslations('declarations')
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">
        <span aria-hidden="true">✓ </span>
        {t('checks', { n: checks.filter((c) => c.ok).length })}
      </h2>
      {OWNERS.map((of) => (
        <div key={of}>
          <h3 className="text-muted">{t(`of.${of}`, { id: run })}</h3>
          <ul className="columns-1 gap-8 text-[13px] sm:columns-2">
            {checks
              .filter((c) => c.of === of)
              .map((c) => (
                <li key={c.name} className="flex justify-between gap-2 break-inside-avoid">
                  <span className="min-w-0 break-words">{c.name}</span>
                  <span className="whitespace-nowrap text-muted">
                    {c.expected} = {c.found}
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
