import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Cell, Head, Table } from '@/components/ui/table'
import type { FigureMeta, GoldTableMeta, ImpactRow } from '@/lib/server/queries/impact'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'
import { figureText, groupText, shareText, withheldMoney } from './figure-text'

/** A figure by group, with what is missing from each; a group leads to its rules. */
export function GroupTable({
  table,
  figure,
  rows,
  hrefOf,
  reader,
}: {
  table: GoldTableMeta
  figure: FigureMeta
  rows: ImpactRow[]
  hrefOf(group: (string | null)[]): string
  reader: DisplaySettings
}) {
  const t = useTranslations('impact')
  const set = figure.rests[0] ?? ''
  return (
    <Table caption={table.title[reader.locale] ?? table.name} hidden>
      <thead>
        <tr>
          <Head>{table.groups.map((g) => g.title[reader.locale] ?? g.column).join(' · ')}</Head>
          <Head right>{figure.title[reader.locale] ?? figure.column}</Head>
          <Head right>{t('withheldRows')}</Head>
          <Head right>{t('share')}</Head>
          <Head right>{t('withheldMoney')}</Head>
          <Head right>{t('share')}</Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const coverage = row.coverage[set]
          const label = groupText(row.group, table.groups, t('unassigned'), reader.locale)
          return (
            <tr key={JSON.stringify(row.group)}>
              <Cell>
                <Link href={hrefOf(row.group)} className="underline">
                  {label}
                </Link>
              </Cell>
              <Cell right>
                {figureText(row.figures[figure.column], figure.kind, row.currency, reader)}
              </Cell>
              <Cell right>{formatCount(coverage?.withheldRows ?? 0, reader)}</Cell>
              <Cell right>{shareText(coverage, 'rows', row.currency, reader)}</Cell>
              <Cell right>{withheldMoney(coverage, row.currency, reader)}</Cell>
              <Cell right>{shareText(coverage, 'money', row.currency, reader)}</Cell>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
