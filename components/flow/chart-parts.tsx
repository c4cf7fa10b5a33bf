'use client'

import { useLocale, useTranslations } from 'next-intl'
import { formatCount, formatTick } from '@/lib/shared/format'
import { roundTicks } from './ticks'

export const HEIGHT = 280
export const MARGIN = { top: 8, right: 8, bottom: 4, left: 4 }
export const AXIS = { stroke: 'var(--muted)', tick: { fill: 'var(--muted)', fontSize: 12 } }
export const TOOLTIP = {
  contentStyle: {
    background: 'var(--page)',
    border: '1px solid var(--line)',
    color: 'var(--ink)',
    fontSize: 13,
  },
  itemStyle: { color: 'var(--ink)' },
  cursor: { fill: 'var(--panel)' },
  isAnimationActive: false,
}
export const LEGEND = { wrapperStyle: { fontSize: 13, color: 'var(--ink)' } }

/** Legend text in the page's ink: the sign beside it has the colour. */
export const inInk = (text: string) => <span style={{ color: 'var(--ink)' }}>{text}</span>

/** What the figures of an axis are: rows, money of a currency, days, or percents. */
export type AxisUnit = 'rows' | 'days' | 'percent' | { currency: string }

/**
 * What an axis needs for these values: round ticks from zero, each written with its unit.
 * @param values every value that is drawn; of stacked bars, their sums.
 */
export function useAxis(values: readonly number[], unit: AxisUnit = 'rows') {
  const locale = useLocale()
  const ages = useTranslations('terms.ages')
  const ticks = roundTicks(values, unit === 'rows')
  const tickFormatter = (n: number): string => {
    if (unit === 'days') return ages('short', { n: formatTick(n, null, { locale }) })
    if (unit === 'percent') return `${formatTick(n, null, { locale })}%`
    return formatTick(n, unit === 'rows' ? null : unit.currency, { locale })
  }
  return { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1], tickFormatter }
}

/** A figure of the tooltip in full. */
export function useExact(): (n: unknown) => string {
  const locale = useLocale()
  return (n) => formatCount(Number(n), { locale })
}
