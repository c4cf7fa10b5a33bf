'use client'

import { useTranslations } from 'next-intl'
import {
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { AXIS, HEIGHT, inInk, LEGEND, MARGIN, TOOLTIP, useNumbers } from './chart-parts'
import type { CumulativePoint } from './points'

/** All that came, with the opening stock, against all that left: what lies between is the stock. */
export default function CumulativeChart({ points }: { points: CumulativePoint[] }) {
  const t = useTranslations('flow')
  const { axis, exact } = useNumbers()
  const dots = points.length <= 16
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={points} margin={MARGIN} accessibilityLayer title={t('cumulative')}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="label" {...AXIS} minTickGap={24} />
        <YAxis width="auto" {...AXIS} tickFormatter={axis} allowDecimals={false} />
        <Tooltip {...TOOLTIP} cursor={{ stroke: 'var(--muted)' }} formatter={exact} />
        <Legend {...LEGEND} formatter={inInk} />
        <Line
          dataKey="arrived"
          name={`+ ${t('cumulativeIn')}`}
          stroke="var(--in)"
          strokeWidth={2}
          dot={dots ? { r: 3, fill: 'var(--in)' } : false}
          isAnimationActive={false}
        />
        <Line
          dataKey="left"
          name={`− ${t('cumulativeOut')}`}
          stroke="var(--out)"
          strokeWidth={2}
          strokeDasharray="6 3"
          dot={
            dots ? { r: 3, fill: 'var(--page)', stroke: 'var(--out)', strokeDasharray: '0' } : false
          }
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
