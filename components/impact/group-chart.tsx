'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import {
  AXIS,
  type AxisUnit,
  inInk,
  LEGEND,
  MARGIN,
  TOOLTIP,
  useAxis,
} from '@/components/flow/chart-parts'
import { heightOf, type ImpactPoint } from './points'

export interface GroupChartProps {
  points: ImpactPoint[]
  title: string
  unit: AxisUnit
  /** What is withheld stands on top of what is there; shares and days do not add up. */
  stacked: boolean
  /** Bars run from left to right, one below the other, so that long names fit. */
  horizontal: boolean
}

/** What is in the figure and, hatched, what quarantine withholds from it; a bar leads to its rules. */
export default function GroupChart({ points, title, unit, stacked, horizontal }: GroupChartProps) {
  const t = useTranslations('impact')
  const router = useRouter()
  const axis = useAxis(
    points.map((point) => point.inside + (stacked ? point.withheld : 0)),
    unit,
  )
  const hatch = useId()
  const lead = (_: unknown, index: number) => {
    const point = points[index]
    if (point) router.push(point.href)
  }
  const bar = { stackId: 'all', cursor: 'pointer', isAnimationActive: false, onClick: lead }
  const exact = (_: unknown, name: unknown, item: { dataKey?: unknown; payload?: ImpactPoint }) => [
    item.dataKey === 'withheld' ? item.payload?.withheldText : item.payload?.insideText,
    String(name),
  ]
  const number = { type: 'number', ...AXIS, ...axis } as const
  const names = { type: 'category', dataKey: 'label', ...AXIS } as const
  return (
    <ResponsiveContainer width="100%" height={heightOf(points, horizontal)}>
      <BarChart
        data={points}
        margin={MARGIN}
        layout={horizontal ? 'vertical' : 'horizontal'}
        accessibilityLayer
        title={title}
      >
        <defs>
          <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse">
            <rect width={6} height={6} fill="var(--page)" />
            <path d="M0 6L6 0M-1 1L1 -1M5 7L7 5" stroke="var(--critical)" strokeWidth={1.5} />
          </pattern>
        </defs>
        <CartesianGrid stroke="var(--line)" vertical={horizontal} horizontal={!horizontal} />
        {horizontal ? <XAxis {...number} /> : <XAxis {...names} minTickGap={4} />}
        {horizontal ? (
          <YAxis {...names} width="auto" interval={0} />
        ) : (
          <YAxis {...number} width="auto" />
        )}
        <Tooltip {...TOOLTIP} formatter={exact as never} />
        {stacked && <Legend {...LEGEND} itemSorter={null} formatter={inInk} />}
        <Bar {...bar} dataKey="inside" name={t('inFigure')} fill="var(--muted)" />
        {stacked && (
          <Bar
            {...bar}
            dataKey="withheld"
            name={t('withheld')}
            fill={`url(#${hatch})`}
            stroke="var(--critical)"
          />
        )}
      </BarChart>
    </ResponsiveContainer>
  )
}
