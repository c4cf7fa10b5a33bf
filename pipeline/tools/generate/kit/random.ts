/** Mixes integers into one well-spread 32-bit number: the same numbers give the same result. */
export function mix(...parts: number[]): number {
  let h = 0x9e3779b9
  for (const part of parts) {
    h = Math.imul(h ^ (part >>> 0), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}

/** A small seeded generator (mulberry32). Integer arithmetic only: no machine differs. */
export class Random {
  private state: number

  constructor(...seed: number[]) {
    this.state = mix(...seed)
  }

  /** Starts again from another seed, so that one object serves millions of rows. */
  reseed(a: number, b: number, c: number): this {
    this.state = mix(a, b, c)
    return this
  }

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** An integer from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** The index drawn from cumulative weights whose last value is the total. */
  weighted(cumulative: readonly number[]): number {
    const x = this.next() * (cumulative[cumulative.length - 1] as number)
    let i = 0
    while (x >= (cumulative[i] as number)) i++
    return i
  }

  /**
   * A waiting time of about the given mean, as an integer from 0 up to the limit. Built from
   * coin tosses and not from Math.log, whose last digits may differ between machines.
   */
  wait(mean: number, limit: number): number {
    const doublings = Math.min(Math.clz32(Math.floor(this.next() * 4294967296) | 1), 12)
    return Math.min(limit, Math.floor((doublings + this.next()) * mean * 0.667))
  }
}
