import { HEIGHT } from '@/components/flow/chart-parts'

/** What a chart of the impact screen draws: a group, what is in its figure, what is withheld. */
export interface ImpactPoint {
  label: string
  /** As a number, for the length of the bar; the texts have the exact value. */
  inside: number
  withheld: number
  insideText: string
  withheldText: string
  href: string
}

/** Height of a chart in pixels; known before it is loaded, so that nothing jumps. */
export const heightOf = (points: readonly unknown[], horizontal: boolean): number =>
  horizontal ? Math.max(HEIGHT / 2, 72 + points.length * 26) : HEIGHT
