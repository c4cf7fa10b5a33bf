import { csvField } from '@/pipeline/tools/generate/kit/csv-writer'
import { sapDay } from '@/pipeline/tools/generate/kit/days'
import { mix, Random } from '@/pipeline/tools/generate/kit/random'
import type { Sizes } from './size'
import { cumulative, FORMS, NAMES, SECTORS, STATES, TERMS } from './words'

const CUSTOMER = 0x43
const TERM = 0x54
const FIRST_CUSTOMER = 200_001
const sectorWeights = cumulative(SECTORS.map(([, share]) => share))
const stateWeights = cumulative(STATES.map(([, share]) => share))
const termWeights = cumulative(TERMS.map(([, , share]) => share))
const random = new Random(0)

/** The number of the customer with this index, as SAP writes it. */
export function customerNumber(index: number): string {
  return String(FIRST_CUSTOMER + index).padStart(10, '0')
}

/** Payment term of a customer: code and days. Orders, invoices and titles follow it. */
export function termOf(seed: number, index: number): [string, number] {
  const [code, days] = TERMS[random.reseed(seed, TERM, index).weighted(termWeights)] as [
    string,
    number,
    number,
  ]
  return [code, days]
}

/** Two check digits make twelve digits a CNPJ. */
export function cnpj(twelve: string): string {
  let digits = twelve
  for (const start of [5, 6]) {
    let weight = start
    let sum = 0
    for (const digit of digits) {
      sum += Number(digit) * weight
      weight = weight === 2 ? 9 : weight - 1
    }
    digits += sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return digits
}

function root(seed: number, index: number): string {
  // A step coprime to 10^8 visits each root once before one comes twice.
  const value = ((index + 1) * 61_234_567 + (mix(seed, 0x52) % 100_000_000)) % 100_000_000
  return String(value).padStart(8, '0')
}

/** The general and the company row of a customer. */
export function customerLines(
  sizes: Sizes,
  index: number,
  withCnpj: boolean,
  since?: number,
): { kna1: string; knb1: string } {
  const r = random.reseed(sizes.seed, CUSTOMER, index)
  const [sector, , kinds] = SECTORS[r.weighted(sectorWeights)] as (typeof SECTORS)[number]
  const [state, , cities] = STATES[r.weighted(stateWeights)] as (typeof STATES)[number]
  const name = csvField(`${r.pick(kinds)} ${r.pick(NAMES)}${r.pick(FORMS)}`)
  const city = r.pick(cities)
  const day = sapDay(since ?? sizes.keyDay - 800 - r.int(0, 3600))
  const number = customerNumber(index)
  const tax = withCnpj ? cnpj(`${root(sizes.seed, index)}0001`) : ''
  const [term] = termOf(sizes.seed, index)
  return {
    kna1: `100,${number},BR,${name},${city},${state},${tax},0001,${sector},${day}`,
    knb1: `100,${number},1000,0012100000,${term},${day}`,
  }
}

/** The copy that an overlapping extraction brings: upper case, surplus spaces at the end. */
export function shoutedCopy(kna1: string): string {
  const quoted = /^((?:[^,]*,){3})("(?:[^"]|"")*"|[^,]*)(.*)$/.exec(kna1)
  const [, before = '', name = '', after = ''] = quoted ?? []
  const upper = name.toUpperCase()
  const padded = upper.endsWith('"') ? `${upper.slice(0, -1)}  "` : `${upper}  `
  return before + padded + after
}
