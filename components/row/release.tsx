import { useTranslations } from 'next-intl'
import type { RowDetail } from '@/lib/server/queries/row'

/** What would release the row: the fix of its first failing rule, or that nothing is in its way. */
export function Release({ row, locale }: { row: RowDetail; locale: string }) {
  const t = useTranslations('row')
  const [first] = row.rules
  return (
    <section className="border-flag border-l-4 pl-3">
      <h2 className="font-semibold">{t('release')}</h2>
      <p>
        {row.ready ? t('readyNow') : first?.mend?.[locale]}{' '}
        <span className="text-muted">
          {[first?.field, first?.transaction].filter(Boolean).join(' · ')}
        </span>
      </p>
    </section>
  )
}
