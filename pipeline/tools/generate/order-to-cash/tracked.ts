import type { Random } from '@/pipeline/tools/generate/kit/random'
import type { Chain } from './chains'
import { type Doc, docOf } from './docs'
import type { Kind, Role } from './kinds'

/** A customer that something happens to. */
export interface Customer {
  kna1: Doc
  knb1: Doc
  /** Its chains are affected by what happens to it, so they are followed too. */
  restless: boolean
  chains: Tracked[]
}

/** A chain that something happens to, row by row; all others exist only while written. */
export interface Tracked {
  index: number
  order: Doc
  items: Doc[]
  /** Not there when the order is not billed. */
  invoice: Doc | null
  billed: Doc[]
  title: Doc | null
}

/** Follows a chain from now on; a customer of null is one that is never wrong. */
export function track(chain: Chain, customer: Customer | null): Tracked {
  const buyer = { name: 'CLIENTE' as const, parent: customer?.kna1 ?? null }
  const order = docOf('VBAK', chain.order, [buyer])
  const ofOrder = { name: 'ORDEM' as const, parent: order }
  const items = chain.items.map((line) => docOf('VBAP', line, [ofOrder]))
  const tracked = { index: chain.index, order, items, invoice: null, billed: [], title: null }
  if (chain.invoice === '') return tracked
  const invoice = docOf('VBRK', chain.invoice, [buyer])
  const ofInvoice = { name: 'FATURA' as const, parent: invoice }
  return {
    ...tracked,
    invoice,
    billed: chain.billed.map((line) => docOf('VBRP', line, [ofInvoice, ofOrder])),
    title: docOf(chain.paid ? 'BSAD' : 'BSID', chain.title, [buyer, ofInvoice]),
  }
}

/** The rows of a chain, parents first. */
export function docsOf(chain: Tracked): Doc[] {
  const { order, items, invoice, billed, title } = chain
  if (invoice === null || title === null) return [order, ...items]
  return [order, ...items, invoice, ...billed, title]
}

/** The row of a chain that a kind of fault can be done to, if there is one. */
export function victim(chain: Tracked, role: Role, random: Random): Doc | null {
  if (role === 'order') return chain.order
  if (role === 'item') return random.pick(chain.items)
  if (role === 'invoice') return chain.invoice
  if (role === 'title') return chain.title
  return chain.billed.length > 0 ? random.pick(chain.billed) : null
}

/** Deals kinds of faults in turn, skipping none for good: one that does not suit comes later. */
export class Dealer {
  private readonly waiting: Kind[] = []
  private next = 0

  constructor(private readonly kinds: Kind[]) {}

  deal(billed: boolean): Kind {
    const suits = (kind: Kind) => billed || kind.role === 'order' || kind.role === 'item'
    const at = this.waiting.findIndex(suits)
    if (at >= 0) return this.waiting.splice(at, 1)[0] as Kind
    for (;;) {
      const kind = this.kinds[this.next++ % this.kinds.length] as Kind
      if (suits(kind)) return kind
      this.waiting.push(kind)
    }
  }
}
