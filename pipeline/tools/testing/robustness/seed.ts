/** A handful of order chains with their customers, small enough to be run hundreds of times. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCES, type Source, valueIn } from '@/pipeline/tools/generate/order-to-cash/tables'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'

/** Text of each file, header included. */
export type Files = Record<Source, string>

/** The first so many orders of a generated delivery, with all that belongs to them. */
export async function smallDelivery(orders: number): Promise<Files> {
  const made = await generated({ scale: 0.01, preset: 'article' })
  try {
    const lines = Object.fromEntries(
      SOURCES.map((s) => [
        s,
        readFileSync(join(made.out, `${s}.csv`), 'utf8')
          .trimEnd()
          .split('\n'),
      ]),
    ) as Record<Source, string[]>
    const kept = new Set(lines.VBAK.slice(1, orders + 1).map((l) => valueIn('VBAK', l, 'VBELN')))
    const billed = lines.VBRP.slice(1).filter((l) => kept.has(valueIn('VBRP', l, 'AUBEL')))
    const invoices = new Set(billed.map((l) => valueIn('VBRP', l, 'VBELN')))
    const belongs = (source: Source, line: string): boolean => {
      if (source === 'KNA1' || source === 'KNB1') return true
      const ofOrder = source === 'VBAK' || source === 'VBAP'
      return (ofOrder ? kept : invoices).has(valueIn(source, line, 'VBELN'))
    }
    return Object.fromEntries(
      SOURCES.map((s) => {
        const [header = '', ...rest] = lines[s]
        return [s, `${[header, ...rest.filter((line) => belongs(s, line))].join('\n')}\n`]
      }),
    ) as Files
  } finally {
    made.remove()
  }
}
