'use client'

import dynamic from 'next/dynamic'
import { HEIGHT } from './chart-parts'

// As high as what replaces it, so that nothing jumps.
const Waiting = () => <div style={{ height: HEIGHT }} className="bg-panel" />
const lazily = { ssr: false, loading: Waiting }

export const LazyFlowChart = dynamic(() => import('./flow-chart'), lazily)
export const LazyCumulativeChart = dynamic(() => import('./cumulative-chart'), lazily)
export const LazyAgeChart = dynamic(() => import('./age-chart'), lazily)
