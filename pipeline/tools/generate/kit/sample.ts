import type { Random } from './random'

/** A stretch of a sequence: how many elements it has and how many of them are chosen. */
export interface Stratum {
  size: number
  take: number
}

/**
 * Chooses exactly `take` elements of each stratum while walking the sequence once
 * (selection sampling): exact counts without holding the sequence.
 */
export class ExactSampler {
  private at = 0
  private left: number
  private need: number

  constructor(
    private readonly strata: Stratum[],
    private readonly random: Random,
  ) {
    this.left = strata[0]?.size ?? 0
    this.need = strata[0]?.take ?? 0
  }

  /** Whether the next element is chosen. */
  next(): boolean {
    while (this.left === 0 && this.at < this.strata.length - 1) {
      const stratum = this.strata[++this.at] as Stratum
      this.left = stratum.size
      this.need = stratum.take
    }
    if (this.left === 0) return false
    const chosen = this.random.next() * this.left < this.need
    this.left--
    if (chosen) this.need--
    return chosen
  }
}

/** Deals exactly `total` pieces to `boxes` boxes, 1 to `max` each, about evenly spread. */
export class ExactParts {
  constructor(
    private boxes: number,
    private total: number,
    private readonly max: number,
    private readonly random: Random,
  ) {}

  next(): number {
    const { boxes, total, max } = this
    // Lean towards what is still to be dealt, so that the last boxes look like the others.
    const drift = total / boxes - (1 + max) / 2
    let n = this.random.int(1, max)
    if (this.random.next() < Math.abs(drift)) n += drift > 0 ? 1 : -1
    n = Math.max(1, total - max * (boxes - 1), Math.min(n, max, total - (boxes - 1)))
    this.boxes--
    this.total -= n
    return n
  }
}

/** Splits `take` over stretches of a sequence: shares of the sequence and shares of the choice. */
export function strata(size: number, take: number, shares: [number, number][]): Stratum[] {
  let restSize = size
  let restTake = take
  const result = shares.map(([ofSize, ofTake]) => {
    const stratumSize = Math.min(restSize, Math.floor(size * ofSize))
    const stratum = { size: stratumSize, take: Math.min(stratumSize, Math.floor(take * ofTake)) }
    restSize -= stratum.size
    restTake -= stratum.take
    return stratum
  })
  const first = { size: restSize, take: Math.min(restSize, restTake) }
  let over = restTake - first.take
  for (const stratum of result) {
    const more = Math.min(over, stratum.size - stratum.take)
    stratum.take += more
    over -= more
  }
  return [first, ...result]
}
