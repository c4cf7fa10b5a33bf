'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { AXIS, HEIGHT, inInk, LEGEND, MARGIN, TOOLTIP, useAxis, useExact } from './chart-parts'
import type { FlowPoint } from './points'

/** In against out as bars, the stock as a dark line; out is striped, whatever the colours. */
export default function FlowChart({ points }: { points: FlowPoint[] }) {
  const t = useTranslations()
  const router = useRouter()
  const exact = useExact()
  const rows = useAxis(points.flatMap((point) => [point.in, point.out]))
  const stock = useAxis(points.map((point) => point.stock))
  const stripes = useId().replaceAll(':', '')
  const lead = (side: 'inHref' | 'outHref') => (_: unknown, index: number) => {
    const point = points[index]
    if (point) router.push(point[side])
  }
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ComposedChart data={points} margin={MARGIN} accessibilityLayer title={t('flow.chart')}>
        <defs>
          <pattern
            id={stripes}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={6} height={6} fill="var(--out)" />
            <rect width={2} height={6} fill="var(--page)" fillOpacity={0.55} />
          </pattern>
        </defs>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="label" {...AXIS} minTickGap={24} />
        <YAxis yAxisId="rows" width="auto" {...AXIS} {...rows} />
        <YAxis yAxisId="stock" orientation="right" width="auto" {...AXIS} {...stock} />
        <Tooltip {...TOOLTIP} formatter={exact} />
        <Legend {...LEGEND} formatter={inInk} />
        <Bar
          yAxisId="rows"
          dataKey="in"
          name={`+ ${t('terms.in')}`}
          fill="var(--in)"
          cursor="pointer"
          isAnimationActive={false}
          onClick={lead('inHref')}
        />
        <Bar
          yAxisId="rows"
          dataKey="out"
          name={`− ${t('terms.out')}`}
          fill={`url(#${stripes})`}
          stroke="var(--out)"
          cursor="pointer"
          isAnimationActive={false}
          onClick={lead('outHref')}
        />
        <Line
          yAxisId="stock"
          dataKey="stock"
          name={t('flow.stockLine')}
          stroke="var(--ink)"
          strokeWidth={2}
          dot={points.length <= 16 ? { r: 3, fill: 'var(--ink)' } : false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
