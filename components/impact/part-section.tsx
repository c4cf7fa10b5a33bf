import { useTranslations } from 'next-intl'
import { ChartSection } from '@/components/flow/tables'
import { figureText, groupText } from '@/components/impact/figure-text'
import { GroupTable } from '@/components/impact/group-table'
import { LazyGroupChart } from '@/components/impact/lazy-chart'
import type { ImpactPoint } from '@/components/impact/points'
import type { Reader } from '@/lib/format'
import type { FigureMeta, ImpactRow, ImpactTable } from '@/lib/queries/impact'

interface PartProps {
  table: ImpactTable
  figure: FigureMeta
  rows: ImpactRow[]
  hrefOf(group: (string | null)[]): string
  reader: Reader
}

/** A figure by one of its groups: chart, and the same as a table. */
export function PartSection({ table, figure, rows, hrefOf, reader }: PartProps) {
  const t = useTranslations('impact')
  const title = t('by', {
    figure: figure.title[reader.locale] ?? figure.column,
    table: table.groups.map((g) => g.title[reader.locale] ?? g.column).join(', '),
  })
  const set = figure.rests[0] ?? ''
  const points = rows.map((row): ImpactPoint => {
    const coverage = row.coverage[set]
    const of = row.currency ?? ''
    // Days and shares do not add up with what is missing: only rows and money are stacked.
    const stacked = figure.kind === 'money' && figure.rests.length === 1 && figure.total !== null
    const held = stacked ? (coverage?.withheldMoney[of] ?? '0') : null
    const rowsHeld = coverage?.withheldRows ?? 0
    return {
      label: groupText(row.group, table.groups, t('unassigned'), reader.locale),
      inside: Number(row.figures[figure.column] ?? 0),
      withheld: stacked ? Number(held) : figure.total === 'rows' ? rowsHeld : 0,
      insideText: figureText(row.figures[figure.column], figure.kind, row.currency, reader),
      withheldText: `${stacked ? `${figureText(held, 'money', row.currency, reader)} · ` : ''}${t('missing', { n: rowsHeld })}`,
      href: hrefOf(row.group),
    }
  })
  return (
    <ChartSection
      title={title}
      note={t('chartNote')}
      chart={<LazyGroupChart points={points} title={title} />}
      table={
        <GroupTable table={table} figure={figure} rows={rows} hrefOf={hrefOf} reader={reader} />
      }
    />
  )
}
