import { sapDay, workday } from '@/pipeline/tools/generate/kit/days'
import { Random } from '@/pipeline/tools/generate/kit/random'
import { ExactParts, ExactSampler, strata } from '@/pipeline/tools/generate/kit/sample'
import { customerNumber, termOf } from './customers'
import { HISTORY_DAYS, type Sizes } from './size'
import { MATERIALS } from './words'

const CHAIN = 0x4f
const random = new Random(0)

/** An order with all that follows from it, as lines. Nothing of it depends on other chains. */
export interface Chain {
  index: number
  customer: number
  order: string
  items: string[]
  /** Empty when the order is not billed. */
  invoice: string
  billed: string[]
  title: string
  paid: boolean
  invoiceDay: number
  /** When the open title will be paid, or the paid one was. */
  payDay: number
}

/** What decides about a chain besides the seed. */
export interface ChainSpec {
  index: number
  customer: number
  orderDay: number
  items: number
  /** Number of the invoice from 0; null: not billed. */
  invoice: number | null
  invoiceDay?: number
  /** Number of the payment from 1; null: the title is open. */
  payment: number | null
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')
const orderNumber = (index: number): string => pad(10_000_000 + index, 10)
const invoiceNumber = (index: number): string => pad(90_000_000 + index, 10)
export const paymentNumber = (index: number): string => `15${pad(index, 8)}`

function money(cents: number): string {
  const rest = cents % 100
  return `${(cents - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/** When a customer pays: about half of the titles late, most of these by days, some by months. */
function paymentDay(due: number, r: Random): number {
  return r.chance(0.49) ? due + 1 + r.wait(9, 120) : due - r.wait(3, 12)
}

/** Derives a chain from the seed and its numbers. */
export function chainOf(sizes: Sizes, spec: ChainSpec): Chain {
  const r = random.reseed(sizes.seed, CHAIN, spec.index)
  const { index, customer, orderDay } = spec
  const [term, days] = TERM_CACHE.of(sizes.seed, customer)
  const kunnr = customerNumber(customer)
  const vbeln = orderNumber(index)
  const date = sapDay(orderDay)
  const invoice = spec.invoice === null ? '' : invoiceNumber(spec.invoice)
  const items: string[] = []
  const billed: string[] = []
  let net = 0
  for (let i = 0; i < spec.items; i++) {
    const [matnr, text, unit, price, low, high] = r.pick(MATERIALS)
    // The square favours small quantities, the factor stands for negotiated prices.
    const quantity = low + Math.floor((high - low) * r.next() * r.next())
    const cents = quantity * Math.round((price * r.int(85, 115)) / 100)
    const posnr = pad((i + 1) * 10, 6)
    net += cents
    const value = money(cents)
    items.push(`100,${vbeln},${posnr},${matnr},${text},${quantity},${unit},${value},BRL,${date}`)
    if (invoice !== '') {
      billed.push(`100,${invoice},${posnr},${vbeln},${posnr},${matnr},${quantity},${unit},${value}`)
    }
  }
  const order = `100,${vbeln},${date},TA,1000,10,00,${kunnr},${money(net)},BRL,1000,${term}`
  const invoiceDay = spec.invoiceDay ?? Math.min(sizes.keyDay, workday(orderDay + r.int(0, 6)))
  const chain = { index, customer, order, items, billed, invoiceDay }
  if (spec.invoice === null) {
    return { ...chain, invoice: '', title: '', paid: false, payDay: 0 }
  }
  const fkdat = sapDay(invoiceDay)
  const tax = Math.round((net * 18) / 100)
  const gross = money(net + tax)
  let payDay = Math.max(invoiceDay, paymentDay(invoiceDay + days, r))
  if (spec.payment !== null) payDay = Math.min(payDay, sizes.keyDay)
  else if (payDay <= sizes.keyDay) payDay = sizes.keyDay + 1 + r.wait(40, 300)
  const cleared =
    spec.payment === null ? '00000000,' : `${sapDay(payDay)},${paymentNumber(spec.payment)}`
  const belnr = `14${pad((spec.invoice as number) + 1, 8)}`
  return {
    ...chain,
    invoice: `100,${invoice},F2,${fkdat},${kunnr},1000,${money(net)},${money(tax)},BRL,${term}`,
    title:
      `100,1000,${kunnr},${fkdat.slice(0, 4)},${belnr},001,${fkdat},${fkdat},RV,S,BRL,` +
      `${gross},${gross},${fkdat},${term},${days},${invoice},${cleared}`,
    paid: spec.payment !== null,
    payDay,
  }
}

/** Terms of the latest customers: a bounded memory of what is derived over and over. */
const TERM_CACHE = {
  seed: 0,
  slots: [] as ([string, number] | undefined)[],
  of(seed: number, customer: number): [string, number] {
    if (this.seed !== seed || this.slots.length > 100_000) this.slots = []
    this.seed = seed
    let term = this.slots[customer]
    if (term === undefined) this.slots[customer] = term = termOf(seed, customer)
    return term
  },
}

/**
 * All chains of the first extract in the order of their numbers, derived while walking: memory
 * does not grow with their number, and walking again gives the same ones.
 */
export function* baseChains(sizes: Sizes): Generator<Chain> {
  const { size, seed, keyDay } = sizes
  const { orders, invoices } = size
  const r = (stream: number) => new Random(seed, stream)
  const unbilled = orders - invoices
  // What is recent is mostly not billed yet, or billed and not paid yet.
  const isUnbilled = new ExactSampler(strata(orders, unbilled, [[0.02, 0.35]]), r(1))
  const openStrata = strata(invoices, size.open, [
    [0.06, 0.12],
    [0.05, 0.31],
    [0.05, 0.43],
  ])
  const isOpen = new ExactSampler(openStrata, r(2))
  const billedItems = new ExactParts(invoices, size.invoiceItems, 5, r(3))
  const otherItems = new ExactParts(unbilled, size.orderItems - size.invoiceItems, 5, r(4))
  const buyer = r(5)
  let invoice = 0
  let payment = 0
  for (let index = 0; index < orders; index++) {
    const bills = !isUnbilled.next()
    const open = bills && isOpen.next()
    const age = HISTORY_DAYS - Math.floor(((index + 1) * HISTORY_DAYS) / orders)
    yield chainOf(sizes, {
      index,
      customer: pickCustomer(buyer, size.customers),
      orderDay: workday(keyDay - age - 1),
      items: bills ? billedItems.next() : otherItems.next(),
      invoice: bills ? invoice++ : null,
      payment: bills && !open ? ++payment : null,
    })
  }
}

/** Some customers buy more than others: the choices lean to one side of the list. */
export function pickCustomer(r: Random, customers: number): number {
  const x = r.next()
  return Math.floor(x * (0.4 + 0.6 * x) * customers)
}
