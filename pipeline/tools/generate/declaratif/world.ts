/**
 * Holders and contracts as they are on a given day, each computed from its number alone, so that
 * memory does not grow with the scale.
 */
import { isoDay } from '@/pipeline/tools/generate/kit/days'
import type { Random } from '@/pipeline/tools/generate/kit/random'
import { HISTORY_DAYS, type Sizes } from './size'

/** What is wrong with a holder until `mended`. */
type HolderFault = 'nameless' | 'unreadable_date'
/** What is wrong with a contract until `mended`. */
type ContractFault =
  | 'negative_amount'
  | 'missing_amount'
  | 'unreadable_amount'
  | 'wrong_currency'
  | 'no_effective_date'
  | 'impossible_date'
  | 'short_record'
  | 'ambiguous_key'

const CONTRACT_FAULTS: readonly ContractFault[] = [
  'negative_amount',
  'wrong_currency',
  'missing_amount',
  'ambiguous_key',
  'no_effective_date',
  'unreadable_amount',
  'short_record',
  'impossible_date',
]

export interface Holder {
  index: number
  id: string
  name: string
  birth: string
  /** Day on which the person was registered, in the source that writes contracts too. */
  created: number
  /** Day on which the reference knows the person; null: never. */
  arrives: number | null
  fault: HolderFault | null
  /** Day from which the record is right; null: never. */
  mended: number | null
}

export interface Contract {
  id: string
  holder: Holder
  /** Day on which it takes effect and is in the feed. */
  day: number
  amount: string
  currency: string
  fault: ContractFault | null
  mended: number | null
  /** Its first delivery brings it twice. */
  repeated: boolean
}

const FIRST = [
  'Ana',
  'Bruno',
  'Camille',
  'Diego',
  'Élodie',
  'Fábio',
  'Gwen',
  'Hugo',
  'Inês',
  'Jules',
]
const LAST = [
  'Almeida',
  'Bernard',
  'Costa',
  'Dubois',
  'Esteves',
  'Fournier',
  'Gomes',
  'Lefèvre',
  'Moreau',
  'Nunes',
]

/** Only people registered this recently can be late in the reference: the loss is correlated. */
const LATE_DAYS = 60

/** A holder, by its number in the order of registration. */
export function holderAt(sizes: Sizes, index: number, random: Random): Holder {
  random.reseed(sizes.seed, 1, index)
  const { holders, newPerDay, keyDay } = sizes
  const created =
    index < holders
      ? keyDay - Math.floor(((holders - 1 - index) * HISTORY_DAYS) / holders)
      : keyDay + 1 + Math.floor((index - holders) / newPerDay)
  const name = `${random.pick(FIRST)} ${random.pick(LAST)}`
  const birth = isoDay(created - 365 * 20 - random.int(0, 365 * 50))
  const recent = created > keyDay - LATE_DAYS
  const fault = recent && random.chance(0.03) ? nextFault(random) : null
  const mended = fault && random.chance(0.7) ? created + random.int(8, 40) : null
  return {
    index,
    id: `P${String(index + 1).padStart(8, '0')}`,
    name,
    birth,
    created,
    arrives: recent ? arrival(created, random) : created,
    fault,
    mended,
  }
}

const nextFault = (random: Random): HolderFault =>
  random.chance(0.6) ? 'nameless' : 'unreadable_date'

/** Most are known the same day; some wait for days, a few for weeks, and one in a hundred for ever. */
function arrival(created: number, random: Random): number | null {
  const x = random.int(1, 100)
  if (x === 1) return null
  if (x <= 6) return created + random.int(10, 30)
  return x <= 35 ? created + random.int(1, 6) : created
}

/** How many holders have been registered by a day. */
export const holdersBy = (sizes: Sizes, day: number): number =>
  sizes.holders + Math.max(0, day - sizes.keyDay) * sizes.newPerDay

/** The contracts of a holder that are in the feed by a day, in the order of their dates. */
export function contractsOf(sizes: Sizes, holder: Holder, day: number, random: Random): Contract[] {
  random.reseed(sizes.seed, 2, holder.index)
  const contracts: Contract[] = []
  const most = random.int(1, 4)
  let date = holder.created + random.int(0, 1)
  for (let i = 0; i < most; i++) {
    const faulty = random.chance(0.006)
    const fault = faulty ? random.pick(CONTRACT_FAULTS) : null
    const cents = random.int(0, 99).toString().padStart(2, '0')
    const amount = `${random.int(120, 24_000)}.${cents}`
    const currency = random.chance(0.9) ? 'EUR' : 'CHF'
    const appears = Math.max(date, sizes.keyDay)
    const mended = fault && random.chance(0.7) ? appears + random.int(4, 35) : null
    const repeated = !fault && random.chance(0.002)
    if (date <= day) {
      const id = `C${String(holder.index + 1).padStart(8, '0')}-${i + 1}`
      contracts.push({ id, holder, day: date, amount, currency, fault, mended, repeated })
    }
    date += random.int(20, 320)
  }
  return contracts
}

/** Whether a fault shows in what is extracted on a day. */
export const wrongOn = (
  { fault, mended }: { fault: unknown; mended: number | null },
  day: number,
): boolean => fault !== null && (mended === null || day < mended)
