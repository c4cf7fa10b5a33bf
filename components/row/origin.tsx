import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { RowDetail } from '@/lib/server/queries/row'

/** The other rules that the row fails. */
export function OtherRules({ row, locale }: { row: RowDetail; locale: string }) {
  const t = useTranslations('row')
  const others = row.rules.slice(1)
  if (others.length === 0) return null
  return (
    <section>
      <h2 className="font-semibold">{t('alsoFails')}</h2>
      <ul>
        {others.map((rule) => (
          <li key={rule.code}>
            {rule.means?.[locale] ?? rule.code} <span className="text-muted">{rule.code}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** File, line and run that brought the row, and its earlier stay in quarantine. */
export function Origin({ row }: { row: RowDetail }) {
  const t = useTranslations('row')
  const line = row.line === row.lineTo ? String(row.line) : `${row.line}–${row.lineTo}`
  return (
    <section>
      <h2 className="font-semibold">{t('lineage')}</h2>
      <p>
        <Link href={`/runs/${row.runId}`} className="underline">
          {t('place', { file: row.file ?? '', line, run: row.runId })}
        </Link>
      </p>
      {row.previousId !== null && (
        <p>
          <Link href={`/rows/${row.previousId}`} className="underline">
            {t('earlier', { id: row.previousId })}
          </Link>
        </p>
      )}
    </section>
  )
}
