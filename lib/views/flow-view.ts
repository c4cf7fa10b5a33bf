/** The view of the flow screen as it stands in the address. */
import {
  createLoader,
  createSerializer,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { parseAsBack } from './back'

export const RANGES = [28, 56, 91] as const
export const GRAINS = ['day', 'week'] as const
const MOVES = ['in', 'out', 'open'] as const

export const flowView = {
  days: parseAsNumberLiteral(RANGES).withDefault(56),
  grain: parseAsStringLiteral(GRAINS).withDefault('week'),
  domain: parseAsString,
  dataset: parseAsString,
  rule: parseAsString,
}
export const loadFlowView = createLoader(flowView)
export const flowHref = createSerializer(flowView)

/** The rows behind a figure: what came in or went out in a range of days, or is still there. */
const movesView = {
  kind: parseAsStringLiteral(MOVES).withDefault('in'),
  from: parseAsString,
  to: parseAsString,
  domain: parseAsString,
  dataset: parseAsString,
  rule: parseAsString,
  before: parseAsString,
  /** The screen that led here. */
  back: parseAsBack,
}
export const loadMovesView = createLoader(movesView)
export const movesHref = createSerializer(movesView)

const DAY_MS = 86_400_000

/** The day `n` days after `day`, both YYYY-MM-DD. */
export const plusDays = (day: string, n: number): string =>
  new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10)

/** The last `n` days of the zone, today included, both ends YYYY-MM-DD. */
export function lastDays(n: number, at: Date, timeZone: string): { from: string; to: string } {
  // This locale writes days as YYYY-MM-DD.
  const to = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at)
  return { from: plusDays(to, 1 - n), to }
}

export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
