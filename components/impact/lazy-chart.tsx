'use client'

import dynamic from 'next/dynamic'
import { HEIGHT } from '../flow/chart-parts'

export const LazyGroupChart = dynamic(() => import('./group-chart'), {
  ssr: false,
  // As high as what replaces it, so that nothing jumps.
  loading: () => <div style={{ height: HEIGHT }} className="bg-panel" />,
})
