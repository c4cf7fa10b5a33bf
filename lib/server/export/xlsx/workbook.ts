/**
 * An XLSX workbook written while its rows arrive (docs/decisions/0005-xlsx.md). Memory does not
 * depend on the number of rows: text is inline, and the parts that count sheets come last.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { CHUNK, Chunker, webStream } from '../files/stream'
import type { Row, Table } from '../files/table'
import { headXml, rowWriter } from './cells'
import { otherParts, SHEET_END, sheetStart } from './parts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Rows that a sheet holds, its headings included. */
const SHEET_ROWS = 1_048_576
/** XML of one sheet: well below 4 GiB, from where ZIP needs extensions that not all readers know. */
const SHEET_BYTES = 3 * 2 ** 30
/** Level 6 costs a quarter more CPU for a file a tenth smaller. */
const LEVEL = 3

export interface Limits {
  /** Rows per sheet, headings included. */
  rows?: number
  /** XML characters per sheet. */
  bytes?: number
}

/** The body of an XLSX download. */
export function xlsxStream(table: Table, limits: Limits = {}): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const rows = new Lookahead(table.rows)
  let sheet: Readable | undefined
  const write = async () => {
    let count = 0
    do {
      count++
      sheet = Readable.from(sheetXml(table, rows, limits), {
        objectMode: false,
        highWaterMark: CHUNK,
      })
      const written = finished(sheet)
      zip.addReadStream(sheet, `xl/worksheets/sheet${count}.xml`, { compressionLevel: LEVEL })
      await written
    } while (!out.destroyed && (await rows.more()))
    for (const [path, xml] of Object.entries(otherParts(table.name, count))) {
      zip.addBuffer(Buffer.from(xml), path, { compressionLevel: LEVEL })
    }
    zip.end()
  }
  zip.on('error', (error: Error) => out.destroy(error))
  out.once('close', () => {
    sheet?.destroy()
    void rows.leave()
  })
  write().catch((error: Error) => out.destroy(error))
  return webStream(out, () => table.close?.() ?? Promise.resolve())
}

/** One sheet: until the rows end or the sheet is full. */
async function* sheetXml(table: Table, rows: Lookahead, limits: Limits): AsyncGenerator<Buffer> {
  const { rows: maxRows = SHEET_ROWS, bytes: maxBytes = SHEET_BYTES } = limits
  const rowXml = rowWriter(table.columns)
  const out = new Chunker()
  out.add(sheetStart(table.columns) + headXml(table.columns))
  let number = 1
  let size = 0
  while (number < maxRows && size < maxBytes && (await rows.more())) {
    const xml = rowXml(rows.take(), ++number)
    size += xml.length
    const chunk = out.add(xml)
    if (chunk) yield chunk
  }
  out.add(SHEET_END)
  yield out.rest()
}

/** Tells whether another row comes before a sheet is opened for it. */
class Lookahead {
  private readonly iterator: AsyncIterator<Row>
  private next: Row | undefined
  private done = false

  constructor(rows: AsyncIterable<Row>) {
    this.iterator = rows[Symbol.asyncIterator]()
  }

  async more(): Promise<boolean> {
    if (this.next || this.done) return this.next !== undefined
    const result = await this.iterator.next()
    if (result.done) this.done = true
    else this.next = result.value
    return this.next !== undefined
  }

  take(): Row {
    const row = this.next
    if (!row) throw new Error('take() without more()')
    this.next = undefined
    return row
  }

  /** The reader is gone: the source may close what it holds. */
  async leave(): Promise<void> {
    if (this.done) return
    this.done = true
    await this.iterator.return?.().catch(() => {})
  }
}
