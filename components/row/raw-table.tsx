import { useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/table'
import type { RowDetail } from '@/lib/queries/row'

/** The values as received, the offending field marked; bytes where the record is no row. */
export function RawTable({ row }: { row: RowDetail }) {
  const t = useTranslations('row')
  if (row.bytes) {
    return (
      <section className="flex min-w-0 flex-col gap-1">
        <h2 className="font-semibold">{t('bytes', { n: row.bytes.length })}</h2>
        <pre className="whitespace-pre-wrap break-all border border-line bg-panel p-2 text-[12px]">
          {row.bytes.text}
        </pre>
        <pre className="whitespace-pre-wrap break-all border border-line p-2 text-[12px] text-muted">
          {row.bytes.hex.replace(/(..)/g, '$1 ')}
        </pre>
        <p className="text-muted">{row.detail}</p>
      </section>
    )
  }
  const offending = new Set(row.rules.flatMap((r) => (r.field ? [r.field.split('-').at(-1)] : [])))
  return (
    <Table caption={t('raw')}>
      <thead>
        <tr>
          <Head>{t('field')}</Head>
          <Head>{t('value')}</Head>
        </tr>
      </thead>
      <tbody>
        {Object.entries(row.raw ?? {}).map(([field, value]) => (
          <tr key={field} className={offending.has(field) ? 'bg-flag/20' : ''}>
            <Cell>
              {field}
              {offending.has(field) && <span className="text-critical"> ■</span>}
            </Cell>
            <Cell>
              {value === null || value === '' ? (
                <span className="text-muted">{t(value === null ? 'missing' : 'empty')}</span>
              ) : (
                <code className="whitespace-pre-wrap break-all">{value}</code>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
