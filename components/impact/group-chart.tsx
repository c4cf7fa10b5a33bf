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
import { AXIS, HEIGHT, inInk, LEGEND, MARGIN, TOOLTIP, useNumbers } from '../flow/chart-parts'
import type { ImpactPoint } from './points'

/** What is in the figure, and on top of it, hatched, what quarantine withholds. */
export default function GroupChart({ points, title }: { points: ImpactPoint[]; title: string }) {
  const t = useTranslations('impact')
  const router = useRouter()
  const { axis } = useNumbers()
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
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={points} margin={MARGIN} accessibilityLayer title={title}>
        <defs>
          <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse">
            <rect width={6} height={6} fill="var(--page)" />
            <path d="M0 6L6 0M-1 1L1 -1M5 7L7 5" stroke="var(--critical)" strokeWidth={1.5} />
          </pattern>
        </defs>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="label" {...AXIS} minTickGap={4} />
        <YAxis width="auto" {...AXIS} tickFormatter={axis} />
        <Tooltip {...TOOLTIP} formatter={exact as never} />
        <Legend {...LEGEND} formatter={inInk} />
        <Bar {...bar} dataKey="inside" name={t('inFigure')} fill="var(--muted)" />
        <Bar
          {...bar}
          dataKey="withheld"
          name={t('withheld')}
          fill={`url(#${hatch})`}
          stroke="var(--critical)"
        />
      </BarChart>
    </ResponsiveContainer>
  )
}
