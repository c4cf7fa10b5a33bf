import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/ui/table'
import type { SetAside, Universe } from '@/lib/shared/declaration/certificate'
import { type DisplaySettings, formatCount, formatMoney, formatTime } from '@/lib/shared/format'

interface NotDeclaredProps {
  figures: Universe
  texts: Record<string, string>
  dataset: string
  timeZone: string
}

/** What was collected and is not declared: the rule's sentence first, then how many and how much. */
export function NotDeclared({ figures, texts, dataset, timeZone }: NotDeclaredProps) {
  const t = useTranslations()
  const reader: DisplaySettings = { locale: useLocale(), timeZone }
  const lines = [
    ...figures.open_by_rule.map((line) => ({ ...line, state: 'isOpen' as const })),
    ...figures.closed_by_rule.map((line) => ({ ...line, state: 'isClosed' as const })),
  ]
  if (lines.length === 0) return <p>{t('declarations.allDeclared')}</p>
  const money = ({ amount }: SetAside) =>
    Object.entries(amount).map(([currency, sum]) => formatMoney(sum, currency || null, reader))
  return (
    <Table caption={t('declarations.notDeclared')}>
      <thead>
        <tr>
          <Head>{t('terms.rule')}</Head>
          <Head>{t('declarations.state')}</Head>
          <Head right>{t('terms.rows')}</Head>
          <Head right>{t('terms.money')}</Head>
          <Head>{t('declarations.since')}</Head>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.rule} ${line.state}`}>
            <Cell>
              <Link
                href={`/rules/${dataset}/${line.rule}${line.state === 'isClosed' ? '?closed=true' : ''}`}
                className="underline print:no-underline"
              >
                {texts[line.rule] ?? line.rule}
              </Link>
              <div className="text-muted">{line.rule}</div>
            </Cell>
            <Cell>{t(`declarations.${line.state}`)}</Cell>
            <Cell right>{formatCount(line.rows, reader)}</Cell>
            <Cell right>
              {money(line).map((sum) => (
                <div key={sum}>{sum}</div>
              ))}
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">{formatTime(new Date(line.oldest), reader)}</span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
