/** A delta for the bench: every 100th order of a generated delivery comes again, dearer. */
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CsvWriter } from '@/pipeline/tools/generate/kit/csv-writer'
import {
  COLUMNS,
  type Source,
  valueIn,
  withValue,
} from '@/pipeline/tools/generate/order-to-cash/tables'

/** One order in so many changes. */
const EVERY = 100
/** What each item costs more, in cents. */
const RISE = 100

async function* linesOf(dir: string, source: Source): AsyncGenerator<string> {
  const file = createReadStream(join(dir, `${source}.csv`))
  let header = true
  for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!header) yield line
    header = false
  }
}

function raised(source: Source, line: string, column: string, cents: number): string {
  const value = Math.round(Number(valueIn(source, line, column)) * 100) + cents
  return withValue(source, line, column, (value / 100).toFixed(2))
}

/**
 * Writes the delta: the order, its items, its invoice with billed items and its title, where every
 * item costs one more and the totals follow.
 * @returns rows written.
 */
export async function writeDelta(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  let rows = 0
  const each = async (source: Source, change: (line: string) => string | undefined) => {
    const writer = await CsvWriter.create(join(to, `${source}.csv`), COLUMNS[source])
    for await (const line of linesOf(from, source)) {
      const changed = change(line)
      if (changed !== undefined) writer.line(changed)
      if (writer.full) await writer.drain()
    }
    rows += writer.rows
    await writer.close()
  }
  const orders = new Map<string, number>()
  let order = 0
  for await (const line of linesOf(from, 'VBAK')) {
    if (order++ % EVERY === 0) orders.set(valueIn('VBAK', line, 'VBELN'), 0)
  }
  await each('VBAP', (line) => {
    const items = orders.get(valueIn('VBAP', line, 'VBELN'))
    if (items === undefined) return undefined
    orders.set(valueIn('VBAP', line, 'VBELN'), items + 1)
    return raised('VBAP', line, 'NETWR', RISE)
  })
  await each('VBAK', (line) => {
    const items = orders.get(valueIn('VBAK', line, 'VBELN'))
    return items === undefined ? undefined : raised('VBAK', line, 'NETWR', items * RISE)
  })
  const invoices = new Map<string, number>()
  await each('VBRP', (line) => {
    if (!orders.has(valueIn('VBRP', line, 'AUBEL'))) return undefined
    const invoice = valueIn('VBRP', line, 'VBELN')
    invoices.set(invoice, (invoices.get(invoice) ?? 0) + 1)
    return raised('VBRP', line, 'NETWR', RISE)
  })
  const follow = (source: 'VBRK' | 'BSID' | 'BSAD', columns: string[]) =>
    each(source, (line) => {
      const items = invoices.get(valueIn(source, line, 'VBELN'))
      if (items === undefined) return undefined
      return columns.reduce((text, column) => raised(source, text, column, items * RISE), line)
    })
  await follow('VBRK', ['NETWR'])
  await follow('BSID', ['DMBTR', 'WRBTR'])
  await follow('BSAD', ['DMBTR', 'WRBTR'])
  return rows
}
