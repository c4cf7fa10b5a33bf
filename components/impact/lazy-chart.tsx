'use client'

import dynamic from 'next/dynamic'
import type { GroupChartProps } from './group-chart'
import { heightOf } from './points'

const Loaded = dynamic(() => import('./group-chart'), { ssr: false })

/** The chart, loaded when the page is there; the frame is as high from the beginning. */
export function LazyGroupChart(props: GroupChartProps) {
  return (
    <div style={{ minHeight: heightOf(props.points, props.horizontal) }}>
      <Loaded {...props} />
    </div>
  )
}
