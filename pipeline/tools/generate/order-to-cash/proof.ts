/**
 * The preset `proof`: what the daily faults leave out, so that every rule is failed by a row that
 * fails no other one, and switching it off lets something through.
 */
import type { Chain } from './chains'
import { type Doc, docOf } from './docs'
import {
  ambiguous,
  COMPANY_KEYLESS,
  CUSTOMER_CAST,
  CUSTOMER_CUT,
  cut,
  harm,
  keyless,
  malformed,
} from './faults'
import type { Kind } from './kinds'
import type { Story } from './story'
import { withValue } from './tables'
import type { Customer } from './tracked'

/** One chain in so many is struck, so that a small extract has room for every kind. */
export const PROOF_EVERY = 11

/** Faults of the company data of a customer whose own data are good. */
const COMPANY: Kind[] = [
  COMPANY_KEYLESS,
  malformed('order', 'short_record', cut),
  ambiguous('order'),
  CUSTOMER_CAST,
]
const CUSTOMER: Kind[] = [CUSTOMER_CAST, CUSTOMER_CUT, keyless('order', 'KUNNR')]

/** Deals what happens to customers: first one that is missing, then each fault once. */
export class ProofCustomers {
  private readonly company = [...COMPANY]
  private readonly customer = [...CUSTOMER]
  private missing = true

  constructor(private readonly story: Story) {}

  /** @returns the customer as followed, or undefined when it is left alone. */
  deal(index: number, lines: { kna1: string; knb1: string }): Customer | undefined {
    if (index % 3 !== 2) return undefined
    const kna1 = docOf('KNA1', lines.kna1)
    const knb1 = docOf('KNB1', lines.knb1, [{ name: 'CLIENTE', parent: kna1 }])
    const follow = (restless: boolean) => ({ kna1, knb1, restless, chains: [] })
    if (this.missing) {
      this.missing = false
      kna1.exists = false
      return follow(true)
    }
    const own = this.customer.shift()
    if (own) {
      harm(kna1, own, this.story.random)
      return follow(true)
    }
    const company = this.company.shift()
    if (!company) return undefined
    harm(knb1, company, this.story.random)
    return follow(false)
  }
}

/**
 * A credit note of a customer in quarantine. Titles of invoices wait behind their invoice anyway, so
 * only a title without one shows whether the customer's rule is guarded.
 */
export function creditNote(chain: Chain, customer: Customer): Doc {
  const changes: [string, string][] = [
    ['BELNR', '9900000001'],
    ['BLART', 'DG'],
    ['SHKZG', 'H'],
    ['VBELN', ''],
    ['AUGDT', '00000000'],
    ['AUGBL', ''],
  ]
  const line = changes.reduce(
    (text, [column, value]) => withValue('BSID', text, column, value),
    chain.title,
  )
  return docOf('BSID', line, [{ name: 'CLIENTE', parent: customer.kna1 }])
}
