/** What a row is about: money, customer, invoice, of its own or of the parent that it names. */
import type { OwnOrVia } from '@/pipeline/engine/define/schema'
import type { DatasetPlan } from './plan'

/** Columns of the marked rows with what a row does not say itself, but its parent. */
export const CARRIED = {
  currency: '_via_currency',
  customer: '_via_customer',
  invoice: '_via_invoice',
}

/** Those of them that a dataset's marked rows have. */
export function carried({ dataset: { money, concerns } }: DatasetPlan): string[] {
  const { customer, invoice } = concerns
  const values = Object.entries({ currency: money?.currency, customer, invoice })
  return values
    .filter(([, v]) => v && typeof v !== 'string')
    .map(([name]) => CARRIED[name as keyof typeof CARRIED])
}

/** Money, customer, invoice of a marked row `m`: read of the rows that are set aside alone. */
export function concernsSql(plan: DatasetPlan): string {
  const { money, concerns } = plan.dataset
  const { id } = plan.dialect
  const value = (v: OwnOrVia | undefined, name: keyof typeof CARRIED) => {
    if (!v) return `NULL::text AS ${name}`
    return `${typeof v === 'string' ? `m.${id(v)}::text` : `m.${CARRIED[name]}`} AS ${name}`
  }
  return [
    `${money ? `m.${id(money.amount)}` : 'NULL'}::numeric(15,2) AS amount`,
    value(money?.currency, 'currency'),
    value(concerns.customer, 'customer'),
    value(concerns.invoice, 'invoice'),
  ].join(', ')
}
