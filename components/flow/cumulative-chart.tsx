'use client'

import { useRouter } from 'next/navigation'
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
import { AXIS, HEIGHT, inInk, LEGEND, MARGIN, TOOLTIP, useAxis, useExact } from './chart-parts'
import type { CumulativePoint } from './points'

/** All that came, with the opening stock, against all that left: what lies between is the stock. */
export default function CumulativeChart({ points }: { points: CumulativePoint[] }) {
  const t = useTranslations('flow')
  const exact = useExact()
  const axis = useAxis(points.flatMap((point) => [point.arrived, point.left]))
  const router = useRouter()
  const dots = points.length <= 16
  // The dot under the pointer leads to the rows of its period.
  const lead = (side: 'inHref' | 'outHref') => ({
    r: 5,
    cursor: 'pointer',
    onClick: (_: unknown, dot: unknown) => {
      const point = points[(dot as { index?: number }).index ?? -1]
      if (point) router.push(point[side])
    },
  })
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={points} margin={MARGIN} accessibilityLayer title={t('cumulative')}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="label" {...AXIS} minTickGap={24} />
        <YAxis width="auto" {...AXIS} {...axis} />
        <Tooltip {...TOOLTIP} cursor={{ stroke: 'var(--muted)' }} formatter={exact} />
        <Legend {...LEGEND} formatter={inInk} />
        <Line
          dataKey="arrived"
          name={`+ ${t('cumulativeIn')}`}
          stroke="var(--in)"
          strokeWidth={2}
          dot={dots ? { r: 3, fill: 'var(--in)' } : false}
          activeDot={lead('inHref')}
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
          activeDot={lead('outHref')}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
