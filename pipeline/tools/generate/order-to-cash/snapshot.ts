import { mix, Random } from '@/pipeline/tools/generate/kit/random'
import { ExactSampler } from '@/pipeline/tools/generate/kit/sample'
import { baseChains, type Chain } from './chains'
import { customerLines, shoutedCopy } from './customers'
import { type Doc, docOf } from './docs'
import {
  COMPANY_KEYLESS,
  CUSTOMER_CAST,
  CUSTOMER_CUT,
  harm,
  UNKNOWN_ORDER,
  ZERO_QUANTITY,
} from './faults'
import type { Kind } from './kinds'
import { creditNote, PROOF_EVERY, ProofCustomers } from './proof'
import type { Sizes } from './size'
import type { Story } from './story'
import { type Customer, docsOf, type Tracked, track } from './tracked'
import type { RowWriter } from './writer'

type Relieve = () => Promise<void>
type Turn = 'late' | 'uncastable' | 'cut' | 'spoilt' | 'dropped' | 'keyless'
const TURNS: Turn[] = ['late', 'uncastable', 'cut', 'keyless', 'spoilt', 'dropped']

/** Full snapshots: all rows are derived again, those that something happened to are looked up. */
export class Snapshot {
  withoutCnpj = 0
  private owed = 0
  private credited = false
  private readonly proof: ProofCustomers

  constructor(
    private readonly sizes: Sizes,
    private readonly story: Story,
    private readonly rows: RowWriter,
  ) {
    this.proof = new ProofCustomers(story)
  }

  /** The first delivery, which also decides what will be followed. */
  async first(relieve: Relieve): Promise<void> {
    await this.writeCustomers(relieve, (index) => this.turnOf(index))
    for (const c of this.story.customers.values()) this.rows.settle([c.kna1, c.knb1])
    const faults = this.sizes.preset === 'article' ? this.articleFaults() : this.mixedFaults()
    for (const chain of baseChains(this.sizes)) {
      const customer = this.story.customers.get(chain.customer)
      const restless = customer?.restless ? customer : null
      const harmed = restless === null ? faults(chain) : null
      if (harmed !== null) this.write(chain.index, harmed)
      else if (restless === null && !this.hasFuture(chain)) this.writeLines(chain)
      else this.write(chain.index, this.follow(chain, restless))
      if (this.sizes.preset === 'proof' && restless?.kna1.state === 'open')
        this.credit(chain, restless)
      await relieve()
    }
  }

  private credit(chain: Chain, customer: Customer): void {
    if (this.credited || chain.title === '') return
    this.credited = true
    const note = creditNote(chain, customer)
    this.rows.put(note)
    this.rows.settle([note])
    this.rows.forget([note])
  }

  /** A later full delivery: the state of the day, corrections and deletions included. */
  async again(relieve: Relieve): Promise<void> {
    const { story, sizes } = this
    await this.writeCustomers(relieve, () => null)
    for (const [index, customer] of story.customers) {
      if (index >= sizes.size.customers) this.putAll([customer.kna1, customer.knb1])
    }
    for (const chain of baseChains(sizes)) {
      const tracked = story.chains.get(chain.index)
      if (tracked === undefined) this.writeLines(chain)
      else this.putAll(docsOf(tracked))
      await relieve()
    }
    for (const [index, chain] of story.chains) {
      if (index < sizes.size.orders) continue
      this.putAll(docsOf(chain))
      await relieve()
    }
  }

  private putAll(docs: ReturnType<typeof docsOf>): void {
    for (const doc of docs) if (doc.exists) this.rows.put(doc)
  }

  private async writeCustomers(
    relieve: Relieve,
    turn: (index: number) => Turn | null,
  ): Promise<void> {
    const { sizes, story, rows } = this
    const { customers, withoutCnpj, copies } = sizes.size
    const noCnpj = new ExactSampler(
      [{ size: customers, take: withoutCnpj }],
      new Random(sizes.seed, 6),
    )
    const copied = new ExactSampler([{ size: customers, take: copies }], new Random(sizes.seed, 7))
    const surplus: string[] = []
    this.withoutCnpj = 0
    for (let index = 0; index < customers; index++) {
      const missing = noCnpj.next()
      const copy = copied.next()
      const lines = customerLines(sizes, index, !missing)
      const what = turn(index)
      if (what !== null && !missing) this.followCustomer(index, what, lines)
      const dealt = sizes.preset === 'proof' && !missing ? this.proof.deal(index, lines) : undefined
      if (dealt) story.customers.set(index, dealt)
      const customer = story.customers.get(index)
      if (customer !== undefined) this.putAll([customer.kna1, customer.knb1])
      else {
        rows.extract.put('KNA1', lines.kna1)
        rows.extract.put('KNB1', lines.knb1)
        if (missing) this.withoutCnpj++
        if (copy) surplus.push(shoutedCopy(lines.kna1))
      }
      await relieve()
    }
    for (const line of surplus) {
      rows.extract.put('KNA1', line)
      rows.extract.duplicate('KNA1')
    }
  }

  private turnOf(index: number): Turn | null {
    const { preset, deliveries } = this.sizes
    if (preset !== null || index % 24 !== 15) return null
    const turns = deliveries > 1 ? TURNS : TURNS.slice(0, 4)
    return turns[Math.floor(index / 24) % turns.length] as Turn
  }

  private followCustomer(index: number, turn: Turn, lines: { kna1: string; knb1: string }): void {
    const { story } = this
    const { random } = story
    const kna1 = docOf('KNA1', lines.kna1)
    const knb1 = docOf('KNB1', lines.knb1, [{ name: 'CLIENTE', parent: kna1 }])
    const customer: Customer = { kna1, knb1, restless: turn !== 'keyless', chains: [] }
    story.customers.set(index, customer)
    if (turn === 'keyless') {
      harm(knb1, COMPANY_KEYLESS, random)
      story.at(random.int(2, 6), () => story.touch(knb1))
    } else if (turn === 'spoilt') story.spoil(customer, random.int(2, 5))
    else if (turn === 'dropped') story.drop(customer)
    else {
      if (turn === 'late') {
        kna1.exists = false
        knb1.exists = random.chance(0.5)
      } else harm(kna1, turn === 'cut' ? CUSTOMER_CUT : CUSTOMER_CAST, random)
      story.arrive(customer, random.int(2, 5))
    }
  }

  private follow(chain: Chain, customer: Customer | null, calm = false): Tracked {
    const tracked = track(chain, customer)
    if (this.sizes.deliveries === 1) return tracked
    this.story.chains.set(chain.index, tracked)
    customer?.chains.push(tracked)
    if (tracked.title !== null && !chain.paid) this.story.settleTitle(tracked, chain.payDay)
    const disturbed = customer === null && !calm ? this.disturbedIn(chain) : null
    if (disturbed !== null) this.story.disturb(tracked, disturbed)
    return tracked
  }

  private write(index: number, chain: Tracked): void {
    if (this.story.chains.has(index)) this.putAll(docsOf(chain))
    else this.rows.once(chain)
  }

  private writeLines(chain: Chain): void {
    const { extract } = this.rows
    extract.put('VBAK', chain.order)
    for (const line of chain.items) extract.put('VBAP', line)
    if (chain.invoice === '') return
    extract.put('VBRK', chain.invoice)
    for (const line of chain.billed) extract.put('VBRP', line)
    extract.put(chain.paid ? 'BSAD' : 'BSID', chain.title)
  }

  /** Whether a later delivery will bring something of a good chain. */
  private hasFuture(chain: Chain): boolean {
    const { deliveries, keyDay } = this.sizes
    if (deliveries === 1) return false
    const paidLater = chain.invoice !== '' && !chain.paid
    return (paidLater && chain.payDay - keyDay < deliveries) || this.disturbedIn(chain) !== null
  }

  /** The delivery in which something happens to a good chain: one in 1,100 each day. */
  private disturbedIn(chain: Chain): number | null {
    if (chain.index % 37 !== 29) return null
    const delivery = 2 + (mix(this.sizes.seed, chain.index) % 30)
    return delivery <= this.sizes.deliveries ? delivery : null
  }

  /** The faults of the article: single rows, their number exact. */
  private articleFaults(): (chain: Chain) => Tracked | null {
    const { size, seed } = this.sizes
    const sampler = (of: number, take: number, stream: number) =>
      new ExactSampler([{ size: of, take }], new Random(seed, stream))
    const zero = sampler(size.orderItems, size.zeroQuantity, 8)
    const unknown = sampler(size.invoiceItems, size.unknownOrder, 9)
    return (chain) => {
      const zeros = chain.items.map(() => zero.next())
      const unknowns = chain.billed.map(() => unknown.next())
      if (!zeros.includes(true) && !unknowns.includes(true)) return null
      const tracked = this.follow(chain, null, true)
      const strike = (doc: Doc, kind: Kind) => {
        harm(doc, kind, this.story.random)
        this.story.planMend(tracked, doc)
      }
      for (const [i, doc] of tracked.items.entries()) if (zeros[i]) strike(doc, ZERO_QUANTITY)
      for (const [i, doc] of tracked.billed.entries()) if (unknowns[i]) strike(doc, UNKNOWN_ORDER)
      return tracked
    }
  }

  /** Every kind of fault in turn, one in 61 orders. */
  private mixedFaults(): (chain: Chain) => Tracked | null {
    const every = this.sizes.preset === 'proof' ? PROOF_EVERY : 61
    return (chain) => {
      if (chain.index % every === 17 % every) this.owed++
      if (this.owed === 0 || this.disturbedIn(chain) !== null) return null
      this.owed--
      const tracked = this.follow(chain, null, true)
      this.story.strike(tracked)
      return tracked
    }
  }
}
