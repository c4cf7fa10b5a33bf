/**
 * A process of its own for memory.test.ts: exports so many rows × 20 cells into a file, then says
 * how much memory that took.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { csvStream } from './files/csv'
import type { Column, ColumnType, Row, Table } from './files/table'
import { xlsxStream } from './xlsx/workbook'

const [format, count, file] = process.argv.slice(2)

const types: ColumnType[] = [...Array(16).fill('text'), 'time', 'count', 'money', 'count']
const columns = types.map((type, i): Column => ({ heading: `Column ${i + 1}`, type }))
const means = 'The customer of this order does not exist'
const mend =
  'Create the customer (XD01) or correct VBAK-KUNNR; then wait for the next load, or replay.'

async function* rows(): AsyncGenerator<Row> {
  for (let i = 0; i < Number(count); i++) {
    const key = String(i).padStart(10, '0')
    const customer = `0000${100_000 + (i % 977)}`
    const amount = `${(i * 37) % 1_000_003}.${10 + (i % 90)}`
    // biome-ignore format: one row
    yield ['itens', 'VBAP', 'KUNNR', `100 / ${key} / 000010`, customer, 'VBAK_CLIENTE_INEXISTENTE',
      means, mend, 'XD01', 'Cadastro', 'To process', 'BRL', customer, key, 'VBAP_1.csv', '=1+1',
      '2026-11-30 14:02:31', i, i % 2 ? amount : `-${amount}`, i % 700]
  }
}

const started = Date.now()
const before = process.memoryUsage.rss()
const table: Table = { name: 'Rows', columns, rows: rows() }
const body = format === 'csv' ? csvStream(table, 'fr') : xlsxStream(table)
await pipeline(Readable.fromWeb(body as NodeStream), createWriteStream(file as string))
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
console.log(
  JSON.stringify({
    seconds: (Date.now() - started) / 1000,
    before: megabytes(before),
    peak: megabytes(process.resourceUsage().maxRSS * 1024),
  }),
)
