'use client'

import dynamic from 'next/dynamic'
import { HEIGHT } from './chart-parts'

// As high as what replaces it, so that nothing jumps.
const Waiting = () => <div style={{ height: HEIGHT }} className="bg-panel" />

// The options are read by the compiler: each has to be written out.
export const LazyFlowChart = dynamic(() => import('./flow-chart'), {
  ssr: false,
  loading: Waiting,
})
export const LazyCumulativeChart = dynamic(() => import('./cumulative-chart'), {
  ssr: false,
  loading: Waiting,
})
export const LazyAgeChart = dynamic(() => import('./age-chart'), {
  ssr: false,
  loading: Waiting,
})
