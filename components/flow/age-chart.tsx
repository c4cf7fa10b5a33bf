'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
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
import { AXIS, HEIGHT, inInk, LEGEND, MARGIN, TOOLTIP, useAxis, useExact } from './chart-parts'
import type { AgePoint } from './points'

/** The open stock by when it was first seen; what is ready stands out. */
export default function AgeChart({ points }: { points: AgePoint[] }) {
  const t = useTranslations()
  const router = useRouter()
  const exact = useExact()
  const axis = useAxis(points.map((point) => point.ready + point.waiting))
  const lead = (_: unknown, index: number) => {
    const point = points[index]
    if (point) router.push(point.href)
  }
  const bar = { stackId: 'age', cursor: 'pointer', isAnimationActive: false, onClick: lead }
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={points} margin={MARGIN} accessibilityLayer title={t('flow.ages')}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="label" {...AXIS} minTickGap={24} />
        <YAxis width="auto" {...AXIS} {...axis} />
        <Tooltip {...TOOLTIP} formatter={exact} />
        <Legend {...LEGEND} formatter={inInk} />
        <Bar {...bar} dataKey="waiting" name={t('flow.notReady')} fill="var(--muted)" />
        <Bar
          {...bar}
          dataKey="ready"
          name={t('terms.ready')}
          fill="var(--flag)"
          stroke="var(--ink)"
        />
      </BarChart>
    </ResponsiveContainer>
  )
}
