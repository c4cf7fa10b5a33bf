import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Cell, Head, Table } from '@/components/ui/table'
import type { RowDetail, TypedValue } from '@/lib/server/queries/row'
import { formatDay, formatDecimal } from '@/lib/shared/format'

/**
 * The values as received beside what the run makes of them, the offending field marked; bytes where
 * the record is no row.
 */
export function ValuesTable({ row }: { row: RowDetail }) {
  const t = useTranslations('row')
  if (row.bytes) return <Bytes row={row} bytes={row.bytes} />
  // What was wrong is not wrong any more once the row has left.
  const failing = row.statut === 'SOLDEE' ? [] : row.rules
  const offending = new Set(failing.flatMap(({ field }) => field?.split('-').at(-1) ?? []))
  const typed = row.typed ?? []
  const derived = typed.filter(({ field }) => field === null)
  const mark = <span className="text-critical"> ■</span>
  return (
    <Table caption={t('values')}>
      <thead>
        <tr>
          <Head>{t('field')}</Head>
          <Head>{t('raw')}</Head>
          {row.typed && <Head>{t('typed')}</Head>}
        </tr>
      </thead>
      <tbody>
        {Object.entries(row.raw ?? {}).map(([field, value]) => {
          const read = typed.filter((x) => x.field === field)
          const wrong = offending.has(field) || read.some(({ bad }) => bad)
          return (
            <tr key={field} data-field={field} className={wrong ? 'bg-flag/20' : ''}>
              <Cell>
                {field}
                {wrong && mark}
              </Cell>
              <Cell>
                {value === null || value === '' ? (
                  <Nothing>{t(value === null ? 'missing' : 'empty')}</Nothing>
                ) : (
                  <code className="whitespace-pre-wrap break-all">{value}</code>
                )}
              </Cell>
              {row.typed && (
                <Cell>
                  {read.map((x) => (
                    <Typed key={x.column} value={x} />
                  ))}
                </Cell>
              )}
            </tr>
          )
        })}
        {derived.map((x) => (
          <tr key={x.column}>
            <Cell>
              <Nothing>{t('derived')}</Nothing>
            </Cell>
            <Cell />
            <Cell>
              <Typed value={x} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** A value under its business name, as the reader writes numbers and dates. */
function Typed({ value: { column, type, value, bad } }: { value: TypedValue }) {
  const t = useTranslations('row')
  const locale = useLocale()
  const kind = kindOf(type)
  const shown = () => {
    if (bad)
      return (
        <strong className="text-critical">{t('unreadable', { type: t(`type.${kind}`) })}</strong>
      )
    if (value === null) return <Nothing>{t('nothing')}</Nothing>
    switch (kind) {
      case 'number':
      case 'integer':
        return formatDecimal(value, { locale })
      case 'date':
        return formatDay(value, { locale })
      case 'boolean':
        return t(value === 'true' ? 'yes' : 'no')
      default:
        return <span className="whitespace-pre-wrap break-all">{value}</span>
    }
  }
  return (
    <div>
      {shown()} <span className="text-[12px] text-muted">{column}</span>
    </div>
  )
}

function kindOf(type: string): 'text' | 'integer' | 'date' | 'boolean' | 'number' {
  if (type.startsWith('numeric')) return 'number'
  return type === 'integer' || type === 'date' || type === 'boolean' ? type : 'text'
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <span className="text-muted">{children}</span>
)

function Bytes({ row, bytes }: { row: RowDetail; bytes: NonNullable<RowDetail['bytes']> }) {
  const t = useTranslations('row')
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h2 className="font-semibold">{t('bytes', { n: bytes.length })}</h2>
      <pre className="whitespace-pre-wrap break-all border border-line bg-panel p-2 text-[12px]">
        {bytes.text}
      </pre>
      <pre className="whitespace-pre-wrap break-all border border-line p-2 text-[12px] text-muted">
        {bytes.hex.replace(/(..)/g, '$1 ')}
      </pre>
      <p className="text-muted">{row.detail}</p>
    </section>
  )
}
