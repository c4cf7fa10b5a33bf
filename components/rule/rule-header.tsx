import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DatasetName } from '@/components/names'
import type { RuleDetail } from '@/lib/server/queries/rule'

interface RuleHeaderProps {
  rule: RuleDetail
  dataset: string
  code: string
  locale: string
  /** The stock as the reader looks at it. */
  stockHref: string
  /** What can be done with all of its rows. */
  children: ReactNode
}

/** What the rule means, whose it is, and how a row of it is fixed. */
export function RuleHeader({ rule, dataset, code, locale, stockHref, children }: RuleHeaderProps) {
  const t = useTranslations()
  return (
    <>
      <Link
        href={stockHref}
        data-key="Escape"
        aria-keyshortcuts="Escape"
        className="self-start text-[13px] underline"
      >
        ← {t('stock.title')}
      </Link>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-xl">{rule.means[locale] ?? code}</h1>
          <p className="break-words text-muted">
            {code} · <DatasetName name={dataset} /> · {t('terms.owner')} {rule.owner} ·{' '}
            {t('rule.thresholds', { warn: rule.warnDays, critical: rule.criticalDays })}
          </p>
          {rule.retired && <p className="text-warning">▲ {t('rule.retired')}</p>}
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </header>
      <p>
        <strong>{t('terms.label', { label: t('rule.mend') })}</strong> {rule.mend[locale]}{' '}
        <span className="text-muted">
          {[rule.sapField ?? rule.sapTable, rule.transaction].filter(Boolean).join(' · ')}
        </span>
      </p>
    </>
  )
}
