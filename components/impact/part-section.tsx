import { useTranslations } from 'next-intl'
import type { AxisUnit } from '@/components/flow/chart-parts'
import { ChartSection } from '@/components/flow/tables'
import type { FigureMeta, ImpactRow, ImpactTable } from '@/lib/server/queries/impact'
import type { Reader } from '@/lib/shared/format'
import { figureText, groupText } from './figure-text'
import { GroupTable } from './group-table'
import { LazyGroupChart } from './lazy-chart'
import type { ImpactPoint } from './points'

interface PartProps {
  table: ImpactTable
  figure: FigureMeta
  rows: ImpactRow[]
  hrefOf(group: (string | null)[]): string
  reader: Reader
}

/** In which unit the axis is; the rows are in one currency, or in none that is known. */
function unitOf({ kind }: FigureMeta, [first]: ImpactRow[]): AxisUnit {
  if (kind === 'money') return { currency: first?.currency ?? '' }
  return kind === 'count' ? 'rows' : kind
}

/** A figure by one of its groups: chart, and the same as a table. */
export function PartSection({ table, figure, rows, hrefOf, reader }: PartProps) {
  const t = useTranslations('impact')
  const title = t('by', {
    figure: figure.title[reader.locale] ?? figure.column,
    table: table.groups.map((g) => g.title[reader.locale] ?? g.column).join(', '),
  })
  const set = figure.rests[0] ?? ''
  // Days and shares do not add up with what is missing: only rows and money are stacked.
  const stacked = figure.total !== null
  const points = rows.map((row): ImpactPoint => {
    const coverage = row.coverage[set]
    const rowsHeld = coverage?.withheldRows ?? 0
    const held = coverage?.withheldMoney[row.currency ?? ''] ?? '0'
    const missing = t('missing', { n: rowsHeld })
    return {
      label: groupText(row.group, table.groups, t('unassignedShort'), reader.locale),
      inside: Number(row.figures[figure.column] ?? 0),
      withheld: figure.total === 'amount' ? Number(held) : rowsHeld,
      insideText: figureText(row.figures[figure.column], figure.kind, row.currency, reader),
      withheldText:
        figure.total === 'amount'
          ? `${figureText(held, 'money', row.currency, reader)} · ${missing}`
          : missing,
      href: hrefOf(row.group),
    }
  })
  return (
    <ChartSection
      title={title}
      note={t(stacked ? 'chartNote' : 'chartNotePlain')}
      chart={
        points.every(({ inside, withheld }) => inside === 0 && withheld === 0) ? (
          <p className="py-4 text-muted">{t('emptyChart')}</p>
        ) : (
          <LazyGroupChart
            points={points}
            title={title}
            unit={unitOf(figure, rows)}
            stacked={stacked}
            horizontal={table.groups.length === 1 && table.groups[0]?.order === null}
          />
        )
      }
      table={
        <GroupTable table={table} figure={figure} rows={rows} hrefOf={hrefOf} reader={reader} />
      }
    />
  )
}
