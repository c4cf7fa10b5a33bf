/** For tests: reads exports back without the code that wrote them. */
import { inflateRawSync } from 'node:zlib'
import type { Row } from './files/table'

/** All bytes of a body. */
export async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function* rowsOf(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}

/** The files of a ZIP, found through its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o))
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    files.set(name, (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data).toString())
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

export interface ReadCell {
  ref: string
  style: number
  /** Text of a text cell; the digits of a number, as they stand in the file. */
  text?: string
  number?: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const CELL =
  /<c r="([A-Z]+\d+)" s="(\d+)"(?: t="inlineStr"><is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g

/** Cells of a sheet, row by row. Fails on anything that is not a cell or a row. */
export function readSheet(xml: string): ReadCell[][] {
  const data = /<sheetData>(.*)<\/sheetData>/s.exec(xml)?.[1]
  if (data === undefined) throw new Error('no sheetData')
  const rows = [...data.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, , cells = '']) => {
    if (cells.replace(CELL, '') !== '') throw new Error(`unknown cell in ${cells}`)
    return [...cells.matchAll(CELL)].map(([, ref = '', style, text, number]): ReadCell => {
      const read = { ref, style: Number(style) }
      return text === undefined ? { ...read, number } : { ...read, text: decode(text) }
    })
  })
  if (data.replace(/<row r="\d+">.*?<\/row>/gs, '') !== '') throw new Error('text between rows')
  return rows
}

/** What a spreadsheet makes of the text of an element. */
function decode(xml: string): string {
  return xml
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
