/**
 * What happens to a row, in numbers of deliveries. Each life is computed from the row's number
 * alone, so that memory does not grow with the scale.
 */
import { type DeliveryPlan, fullFrom } from '../options'
import { Random } from '../random'
import type { FaultKind, TableStory } from './story'

/** Of the rows there are, one in so many is new in each later delivery. */
const GROWTH = 100
/**
 * One row in so many goes wrong; the kinds of faults take turns. What was wrong with older rows has
 * mostly been mended before the first delivery.
 */
const FAULTY = { old: 71, fresh: 19 }
/** The rows of the first delivery came to be over so many days. */
const HISTORY_DAYS = 400

export interface Life<R> {
  row: R
  /** The delivery that brings it first. */
  appears: number
  /** The delivery from which it is changed; null: never. */
  changes: number | null
  /** The delivery from which its source no longer has it. */
  gone: number | null
  /** Its first delivery brings it twice, or brings an older image before it. */
  twice: boolean
  overtaken: boolean
  fault: { kind: FaultKind<R>; from: number; until: number | null } | null
}

/** How many rows there have been by a delivery. */
export function rowsBy<R>(plan: DeliveryPlan, story: TableStory<R>, delivery: number): number {
  const first = Math.round(story.rows * plan.scale)
  return first + (delivery - 1) * growthOf(first)
}

const growthOf = (first: number): number => Math.max(2, Math.round(first / GROWTH))

/** The life of a row. */
export function lifeOf<R>(
  plan: DeliveryPlan,
  story: TableStory<R>,
  index: number,
  random: Random,
): Life<R> {
  random.reseed(plan.seed, 1, index)
  const first = Math.round(story.rows * plan.scale)
  const appears = index < first ? 1 : 2 + Math.floor((index - first) / growthOf(first))
  const eve = plan.keyDay + appears * plan.everyDays - 1
  const day =
    appears === 1
      ? eve - Math.floor(((first - 1 - index) * HISTORY_DAYS) / first)
      : eve - random.int(0, plan.everyDays - 1)
  const row = story.row(index, day, random)
  const fault = faultOf(plan, story, index, appears, random)
  const later = (chance: number, most: number) =>
    random.chance(chance) ? appears + random.int(1, most) : null
  const gone = later(0.002, 12)
  const changes = later(0.04, 10)
  const calm = fault === null
  return {
    row,
    appears,
    gone,
    fault,
    changes: calm && story.change ? changes : null,
    twice: random.chance(0.004) && calm,
    overtaken: random.chance(0.01) && calm && story.older !== undefined,
  }
}

function faultOf<R>(
  { seed }: DeliveryPlan,
  { kinds }: TableStory<R>,
  index: number,
  appears: number,
  random: Random,
): Life<R>['fault'] {
  const turn = index + Math.abs(seed)
  const every = appears === 1 ? FAULTY.old : FAULTY.fresh
  if (turn % every !== 0) return null
  const kind = kinds[Math.floor(turn / every) % kinds.length] as FaultKind<R>
  const from = !kind.nameless && random.chance(0.2) ? appears + random.int(1, 5) : appears
  return { kind, from, until: random.chance(0.8) ? from + random.int(1, 8) : null }
}

/** Whether a delivery brings a row: all that its source has, or what is new or other than before. */
export function isBrought<R>(life: Life<R>, delivery: number, full: boolean): boolean {
  const { appears, changes, gone, fault } = life
  if (delivery < appears || (gone !== null && delivery >= gone)) return false
  return full || [appears, changes, fault?.from, fault?.until].includes(delivery)
}

/** The delivery that ends a stay that begins with `fault.from`; null: none does. */
export function endOf<R>(plan: DeliveryPlan, { gone, fault }: Life<R>): number | null {
  if (!fault) return null
  const mended = fault.until ?? Number.POSITIVE_INFINITY
  const away = gone ?? Number.POSITIVE_INFINITY
  if (mended < away && !fault.kind.nameless) return mended <= plan.deliveries ? mended : null
  const released = Math.min(mended, away)
  return released <= plan.deliveries ? fullFrom(plan, released) : null
}

/** The row as its source has it at a delivery. */
export function rowAt<R>(
  plan: DeliveryPlan,
  story: TableStory<R>,
  { row, changes }: Life<R>,
  index: number,
  delivery: number,
): R {
  if (changes === null || delivery < changes || !story.change) return row
  return story.change(row, new Random(plan.seed, 2, index))
}
