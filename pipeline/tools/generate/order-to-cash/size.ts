import { UsageError } from '@/lib/shared/errors'
import { dayOf } from '@/pipeline/tools/generate/kit/days'

/** The counts at scale 1, those of the article. */
const ARTICLE = {
  customers: 800,
  copies: 8,
  withoutCnpj: 16,
  orders: 29_877,
  orderItems: 89_869,
  invoices: 28_725,
  invoiceItems: 86_446,
  open: 3_352,
  zeroQuantity: 449,
  unknownOrder: 259,
}

export type Size = typeof ARTICLE

/** Every count times the scale: exact for whole scales, rounded and consistent for others. */
export function sizeAt(scale: number): Size {
  if (!(Number.isFinite(scale) && scale >= 0.01)) {
    throw new UsageError(`scale ${scale}: a number from 0.01 upwards is needed`)
  }
  const size = Object.fromEntries(
    Object.entries(ARTICLE).map(([name, count]) => [name, Math.round(count * scale)]),
  ) as Size
  // The items of orders without invoice must fit these orders, 1 to 5 each.
  const unbilled = size.orders - size.invoices
  const items = size.orderItems - size.invoiceItems
  size.orderItems += Math.max(unbilled, Math.min(items, unbilled * 5)) - items
  return size
}

/** article: its faults and their numbers; proof: every rule is failed by a row of its own. */
export const PRESETS = ['article', 'proof'] as const
type Preset = (typeof PRESETS)[number]

/** Smaller extracts have not enough customers for every fault. */
const PROOF_SCALE = 0.05

export interface GenerateOptions {
  out: string
  preset?: Preset
  seed?: number
  scale?: number
  deliveries?: number
  /** From which delivery on every n-th is a full snapshot again: 7 gives 1, 8, 15, … */
  fullEvery?: number
  /** The day of the first extract, 2026-06-30 unless given. */
  keyDate?: string
  /** Told about progress, for a bar. */
  onProgress?: (rows: number, delivery: number) => void
}

/** The options with their defaults, checked. */
export interface Sizes {
  seed: number
  scale: number
  size: Size
  preset: Preset | null
  deliveries: number
  fullEvery: number
  keyDay: number
}

export const DEFAULT_KEY_DATE = '2026-06-30'
/** Orders go back this many days before the key date. */
export const HISTORY_DAYS = 730

/** Checks the options; a wrong one is a usage error that names it. */
export function sizesOf(options: GenerateOptions): Sizes {
  const { seed = 1, scale = 1, deliveries = 1, fullEvery = 0, preset = null } = options
  if (!Number.isSafeInteger(seed)) throw new UsageError(`seed ${seed}: a whole number is needed`)
  if (!Number.isInteger(deliveries) || deliveries < 1 || deliveries > 999) {
    throw new UsageError(`deliveries ${deliveries}: a whole number from 1 to 999 is needed`)
  }
  if (!Number.isInteger(fullEvery) || fullEvery < 0) {
    throw new UsageError(`full-every ${fullEvery}: a whole number of deliveries is needed`)
  }
  if (preset !== null && !PRESETS.includes(preset)) {
    throw new UsageError(`unknown preset ${preset}`, `Known: ${PRESETS.join(', ')}`)
  }
  if (preset === 'proof' && (scale < PROOF_SCALE || deliveries > 1)) {
    throw new UsageError(`The preset proof is one delivery, of scale ${PROOF_SCALE} or more`)
  }
  let keyDay: number
  try {
    keyDay = dayOf(options.keyDate ?? DEFAULT_KEY_DATE)
  } catch {
    throw new UsageError(`key date ${options.keyDate}: a date such as 2026-06-30 is needed`)
  }
  return { seed, scale, size: sizeAt(scale), preset, deliveries, fullEvery, keyDay }
}

/** Whether a delivery is a full snapshot. */
export function isFull(sizes: Sizes, delivery: number): boolean {
  return delivery === 1 || (sizes.fullEvery > 0 && (delivery - 1) % sizes.fullEvery === 0)
}

/** The next full snapshot after a delivery, null if none comes. */
export function nextFull(sizes: Sizes, delivery: number): number | null {
  for (let d = delivery + 1; d <= sizes.deliveries; d++) if (isFull(sizes, d)) return d
  return null
}
