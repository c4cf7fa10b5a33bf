import { UsageError } from '@/lib/shared/errors'
import { dayOf } from './days'

/** What a generator of deliveries is asked for. */
export interface DeliveryOptions {
  out: string
  seed?: number
  /** Times the number of rows that the domain has at scale 1. */
  scale?: number
  deliveries?: number
  /** From which delivery on every n-th is a full snapshot again: 7 gives 1, 8, 15, … */
  fullEvery?: number
  /** Delivery n is extracted in the night after day `keyDate` + n × `everyDays` − 1. */
  keyDate?: string
  everyDays?: number
  /** Told about progress, for a bar. */
  onProgress?(rows: number, delivery: number): void
}

/** The options with their defaults, checked. */
export interface DeliveryPlan {
  seed: number
  scale: number
  deliveries: number
  fullEvery: number
  keyDay: number
  everyDays: number
}

const DEFAULT_KEY_DATE = '2026-06-30'

/** Checks the options; a wrong one is a usage error that names it. */
export function deliveryPlan(options: DeliveryOptions): DeliveryPlan {
  const { seed = 1, scale = 1, deliveries = 1, fullEvery = 0, everyDays = 1 } = options
  if (!Number.isSafeInteger(seed)) throw new UsageError(`seed ${seed}: a whole number is needed`)
  if (!(Number.isFinite(scale) && scale >= 0.01)) {
    throw new UsageError(`scale ${scale}: a number from 0.01 upwards is needed`)
  }
  if (!Number.isInteger(deliveries) || deliveries < 1 || deliveries > 999) {
    throw new UsageError(`deliveries ${deliveries}: a whole number from 1 to 999 is needed`)
  }
  if (!Number.isInteger(fullEvery) || fullEvery < 0) {
    throw new UsageError(`full-every ${fullEvery}: a whole number of deliveries is needed`)
  }
  if (!Number.isInteger(everyDays) || everyDays < 1) {
    throw new UsageError(`every-days ${everyDays}: a whole number of days is needed`)
  }
  return { seed, scale, deliveries, fullEvery, everyDays, keyDay: keyDayOf(options.keyDate) }
}

function keyDayOf(date = DEFAULT_KEY_DATE): number {
  try {
    return dayOf(date)
  } catch {
    throw new UsageError(`key date ${date}: a date such as 2026-06-30 is needed`)
  }
}

/** Whether a delivery is a full snapshot. */
export const isFull = ({ fullEvery }: DeliveryPlan, delivery: number): boolean =>
  delivery === 1 || (fullEvery > 0 && (delivery - 1) % fullEvery === 0)

/** The first full snapshot that is this delivery or a later one; null if none comes. */
export function fullFrom(plan: DeliveryPlan, delivery: number): number | null {
  for (let d = delivery; d <= plan.deliveries; d++) if (isFull(plan, d)) return d
  return null
}
