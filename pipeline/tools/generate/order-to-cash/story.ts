import { sapDay } from '@/pipeline/tools/generate/kit/days'
import { Random } from '@/pipeline/tools/generate/kit/random'
import { chainOf, paymentNumber, pickCustomer } from './chains'
import { customerLines } from './customers'
import { type Doc, docOf } from './docs'
import { CUSTOMER_CAST, harm, KINDS, mend, NEWER_KINDS } from './faults'
import type { Kind } from './kinds'
import { PROOF_KINDS } from './proof-kinds'
import { nextFull, type Sizes } from './size'
import { withValue } from './tables'
import { type Customer, Dealer, docsOf, type Tracked, track, victim } from './tracked'

/**
 * What happens after the first extract. SAP's state changes by actions on the agenda of a
 * delivery; `touch` puts a row on the list of what a delta brings.
 */
export class Story {
  readonly customers = new Map<number, Customer>()
  readonly chains = new Map<number, Tracked>()
  readonly touched = new Set<Doc>()
  now = 1
  readonly random: Random
  private readonly agenda = new Map<number, (() => void)[]>()
  private readonly dealer: Dealer
  private readonly newer = new Dealer(NEWER_KINDS)
  private born = { customers: 0, orders: 0, invoices: 0, payments: 0 }
  private changes = 0

  constructor(readonly sizes: Sizes) {
    this.random = new Random(sizes.seed, 0x5354)
    this.dealer = new Dealer(sizes.preset === 'proof' ? PROOF_KINDS : KINDS)
  }

  at(delivery: number, action: () => void): void {
    if (delivery > this.sizes.deliveries || delivery <= this.now) return
    const actions = this.agenda.get(delivery) ?? []
    actions.push(action)
    this.agenda.set(delivery, actions)
  }

  touch(...docs: (Doc | null)[]): void {
    for (const doc of docs) if (doc?.exists) this.touched.add(doc)
  }

  /** Lets the next day come: what was planned for it, and new business. */
  advance(): void {
    this.now++
    this.touched.clear()
    for (const action of this.agenda.get(this.now) ?? []) action()
    this.agenda.delete(this.now)
    this.births()
  }

  /** Does the next kind of fault to a chain, and plans when it is put right, if ever. */
  strike(chain: Tracked, kind: Kind = this.dealer.deal(chain.invoice !== null)): void {
    const doc = victim(chain, kind.role, this.random)
    if (doc === null) return
    harm(doc, kind, this.random)
    this.touch(doc)
    if (kind.step !== 'copy') this.planMend(chain, doc)
  }

  /** Most faults are put right in a later delivery; some come again with other money before. */
  planMend(chain: Tracked, doc: Doc): void {
    const days = this.random.int(1, 5)
    const items = doc.source === 'VBAP' || doc.source === 'VBRP'
    if (items && doc.label !== null && doc.label.column !== 'NETWR' && this.random.chance(0.3)) {
      this.at(this.now + this.random.int(1, days), () => this.revalue(doc))
    }
    if (!this.random.chance(0.7)) return
    this.at(this.now + days, () => {
      mend(doc)
      this.touch(doc)
      this.redeliver([chain], 0.6)
    })
  }

  private revalue(doc: Doc): void {
    const value = `${this.random.int(100, 9000)}.50`
    for (const version of ['line', 'good'] as const) {
      doc[version] = withValue(doc.source, doc[version], 'NETWR', value)
    }
    if (doc.twin !== '') doc.twin = withValue(doc.source, doc.twin, 'NETWR', value)
    this.touch(doc)
  }

  /** Rows that waited for a parent come again, at once, in some days, or not at all. */
  redeliver(chains: Tracked[], probability: number): void {
    if (!this.random.chance(probability)) return
    const later = this.random.int(0, 3)
    const all = () => {
      for (const chain of chains) this.touch(...docsOf(chain))
    }
    if (later === 0) all()
    else this.at(this.now + later, all)
  }

  /** The customer's master data comes late, or comes right again, at a delivery. */
  arrive(customer: Customer, delivery: number): void {
    this.at(delivery, () => {
      mend(customer.kna1)
      customer.kna1.exists = true
      customer.knb1.exists = true
      this.touch(customer.kna1, customer.knb1)
      this.redeliver(customer.chains, 0.5)
    })
  }

  /** A good customer's newer version is faulty: all that leans on it must leave Silver. */
  spoil(customer: Customer, delivery: number): void {
    this.at(delivery, () => {
      harm(customer.kna1, CUSTOMER_CAST, this.random)
      this.touch(customer.kna1)
      this.arrive(customer, this.now + this.random.int(1, 4))
    })
  }

  /** A customer is missing from the next full snapshot and comes back after it. */
  drop(customer: Customer): void {
    const full = nextFull(this.sizes, this.now)
    if (full === null) return
    this.at(full, () => {
      customer.kna1.exists = false
      customer.knb1.exists = false
      this.arrive(customer, full + this.random.int(1, 3))
    })
  }

  /** Something happens to a good chain some day: changed, spoilt, damaged, or deleted. */
  disturb(chain: Tracked, delivery: number): void {
    const what = this.changes++ % 4
    const full = nextFull(this.sizes, 1)
    if (what === 2 && full !== null) {
      // Billed orders disappear below their invoices, the others without a trace.
      this.at(full, () => {
        for (const doc of [chain.order, ...chain.items]) doc.exists = false
      })
    } else if (what === 1) {
      this.at(delivery, () => this.strike(chain, this.newer.deal(chain.invoice !== null)))
    } else if (what === 3) {
      this.at(delivery, () => this.strike(chain))
    } else {
      this.at(delivery, () => this.revise(chain))
    }
  }

  private revise(chain: Tracked): void {
    const item = chain.items[0] as Doc
    for (const doc of [item, chain.order]) {
      const [column, value] = doc === item ? ['ARKTX', 'Texto revisado'] : ['VTWEG', '20']
      doc.good = withValue(doc.source, doc.good, column as string, value as string)
      doc.line = doc.good
      this.touch(doc)
    }
  }

  /** The open title is paid on a day; sometimes the extraction brings both images of it. */
  settleTitle(chain: Tracked, payDay: number): void {
    this.at(payDay - this.sizes.keyDay + 1, () => {
      const { title } = chain
      if (title === null || !title.exists) return
      const number = this.sizes.size.invoices - this.sizes.size.open + ++this.born.payments
      const day = sapDay(payDay)
      const clear = (line: string) => {
        const dated = withValue('BSAD', line, 'AUGDT', day)
        return withValue('BSAD', dated, 'AUGBL', paymentNumber(number))
      }
      title.line = clear(title.line)
      title.good = clear(title.good)
      title.source = 'BSAD'
      this.touch(title)
      if (title.label === null && this.random.chance(0.08)) title.repeat = title.line
    })
  }

  private births(): void {
    const { sizes, random } = this
    const day = sizes.keyDay + this.now - 1
    const fresh = Math.max(1, Math.round(1.2 * sizes.scale))
    const orders = Math.max(4, Math.round(40 * sizes.scale))
    for (let i = 0; i < fresh; i++) this.newCustomer(day)
    for (let i = 0; i < orders; i++) {
      const known = sizes.size.customers + this.born.customers
      const newest = i < fresh ? known - fresh + i : -1
      const some = random.chance(0.06)
        ? random.int(sizes.size.customers, known - 1)
        : pickCustomer(random, sizes.size.customers)
      this.newChain(newest >= 0 ? newest : some, day)
    }
  }

  private newCustomer(day: number): void {
    const index = this.sizes.size.customers + this.born.customers++
    const { kna1, knb1 } = customerLines(this.sizes, index, true, day)
    const general = docOf('KNA1', kna1)
    const company = docOf('KNB1', knb1, [{ name: 'CLIENTE', parent: general }])
    const customer = { kna1: general, knb1: company, restless: true, chains: [] }
    this.customers.set(index, customer)
    if (this.born.customers % 3 === 2) {
      general.exists = false
      company.exists = this.random.chance(0.5)
      this.arrive(customer, this.now + this.random.int(1, 4))
    }
    this.touch(general, company)
  }

  private newChain(customerIndex: number, day: number): void {
    const { sizes, random } = this
    const customer = this.customers.get(customerIndex) ?? null
    const index = sizes.size.orders + this.born.orders++
    const faulty = this.born.orders % 6 === 0 && !customer?.restless
    const lag = faulty || random.chance(0.7) ? 0 : random.int(1, 3)
    const derived = chainOf(sizes, {
      index,
      customer: customerIndex,
      orderDay: day,
      items: random.int(1, 5),
      invoice: sizes.size.invoices + this.born.invoices++,
      invoiceDay: day + lag,
      payment: null,
    })
    const chain = track(derived, customer)
    this.chains.set(index, chain)
    customer?.chains.push(chain)
    if (faulty) this.strike(chain)
    const billing = docsOf(chain).slice(1 + chain.items.length)
    if (lag > 0) {
      for (const doc of billing) doc.exists = false
      this.at(this.now + lag, () => {
        for (const doc of billing) doc.exists = true
        this.touch(...billing)
      })
    }
    this.touch(...docsOf(chain))
    this.settleTitle(chain, derived.payDay)
  }
}
