'use client'

import { useLocale } from 'next-intl'

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

/** Figures as the reader writes them. */
export function useNumbers() {
  const locale = useLocale()
  const short = new Intl.NumberFormat(locale, { notation: 'compact' })
  const whole = new Intl.NumberFormat(locale)
  return {
    axis: (n: number) => short.format(n),
    exact: (n: unknown) => whole.format(Number(n)),
  }
}
