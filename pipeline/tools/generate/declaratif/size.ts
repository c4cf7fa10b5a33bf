import { UsageError } from '@/lib/shared/errors'
import { dayOf } from '@/pipeline/tools/generate/kit/days'

export interface GenerateOptions {
  out: string
  /** proof: a single delivery in which every rule is failed by a row of its own. */
  preset?: 'proof'
  seed?: number
  /** 1: 8,000 holders and about 20,000 contracts at the first delivery. */
  scale?: number
  deliveries?: number
  /** Every n-th delivery is a full one again: of the file whose turn it is, or of both. */
  fullEvery?: number
  /** The day of the first extract, 2026-06-30 unless given. */
  keyDate?: string
  /** Days from one delivery to the next, 1 unless given. */
  everyDays?: number
  onProgress?(rows: number, delivery: number): void
}

export interface Sizes {
  preset: 'proof' | null
  seed: number
  scale: number
  deliveries: number
  fullEvery: number
  everyDays: number
  keyDay: number
  /** Holders registered up to the first delivery. */
  holders: number
  /** Holders registered on each day after it. */
  newPerDay: number
}

export type File = 'contrats' | 'referentiel_personnes'
export const FILES: readonly File[] = ['referentiel_personnes', 'contrats']

/** Holders at scale 1. */
const HOLDERS = 8000
/** The business grows: of the holders there are, one in so many registers on each later day. */
const GROWTH = 250
/** The first holders registered so many days before the first delivery. */
export const HISTORY_DAYS = 900

/** Checks the options; a wrong one is a usage error that names it. */
export function sizesOf(options: GenerateOptions): Sizes {
  const { seed = 1, scale = 1, deliveries = 1, fullEvery = 0, everyDays = 1 } = options
  const { preset = null } = options
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
  if (preset === 'proof' && deliveries > 1) {
    throw new UsageError('The preset proof is one delivery')
  }
  const holders = Math.round(HOLDERS * scale)
  const newPerDay = Math.max(2, Math.round(holders / GROWTH))
  const keyDay = keyDayOf(options)
  return { preset, seed, scale, deliveries, fullEvery, everyDays, keyDay, holders, newPerDay }
}

function keyDayOf({ keyDate = '2026-06-30' }: GenerateOptions): number {
  try {
    return dayOf(keyDate)
  } catch {
    throw new UsageError(`key date ${keyDate}: a date such as 2026-06-30 is needed`)
  }
}

/** Whether a delivery is a snapshot of what it brings. */
export const isFull = (sizes: Sizes, delivery: number): boolean =>
  delivery === 1 || (sizes.fullEvery > 0 && (delivery - 1) % sizes.fullEvery === 0)

/**
 * What a delivery brings: the first one both files, later ones one of them. Contracts come two
 * days out of three, the reference on the third: each at its own pace.
 */
export const filesOf = (delivery: number): readonly File[] =>
  delivery === 1 ? FILES : [delivery % 3 === 0 ? 'referentiel_personnes' : 'contrats']
