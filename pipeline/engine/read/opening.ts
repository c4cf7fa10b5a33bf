/** What is found out about a file before its first record. */

import { DeliveryRefused } from '@/lib/shared/errors'
import { bomLength, detectEncoding, encodingNote, wideEncoding } from './encoding'
import { readHeader } from './header'
import type { Header } from './layout'
import { excerpt } from './passed'
import { type ByteStream, MadeStream, readHead } from './source/byte-stream'
import type { Container } from './source/container'
import { fromUtf16 } from './source/utf16'
import type { Encoding, ExtractOptions, FileEncoding } from './types'

/** A header must end within these first bytes of the file. */
const HEAD_BYTES = 1024 * 1024

export interface Opening {
  /** Of the file itself, and of its text, UTF-16 being read as UTF-8. */
  encoding: FileEncoding
  textEncoding: Encoding
  bom: number
  header: Header
  notes: string[]
  /** Bytes of the text after which a declared footer begins. */
  until?: number
}

/** The text of a file from its beginning: unpacked, UTF-16 as UTF-8. */
export async function openText(
  container: Container,
  encoding: FileEncoding,
  hashed: boolean,
): Promise<ByteStream> {
  const stream = await container.open(hashed)
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return stream
  return new MadeStream(stream, fromUtf16(stream, encoding))
}

/** Looks at the head of a file, and at all of it where its encoding is not declared. */
export async function openContent(container: Container, options: ExtractOptions): Promise<Opening> {
  const { file } = container
  const notes: string[] = []
  if (container.compression !== 'none') {
    const member = container.member ? `, the file ${container.member}` : ''
    notes.push(`${container.compression} is unpacked${member}`)
  }
  const raw = await withStream(await container.open(false), (s) => readHead(s, 4096))
  refuseForeign(raw, file)
  const wide = wideEncoding(raw, file)
  const encoding = await decideEncoding(container, raw, wide, options, notes)
  const textEncoding = wide || encoding.startsWith('utf-16') ? 'utf-8' : (encoding as Encoding)
  const bytes = await withStream(await openText(container, encoding, false), (s) =>
    readHead(s, HEAD_BYTES + 1),
  )
  const final = bytes.length <= HEAD_BYTES
  const bom = bomLength(bytes)
  const head = { bytes: bytes.subarray(bom, HEAD_BYTES), final, encoding: textEncoding }
  const header = readHeader(head, file, options)
  notes.push(...header.notes)
  const opening: Opening = { encoding, textEncoding, bom, header, notes }
  if (options.footer) await findFooter(container, opening, options.footer)
  return opening
}

/** What the file itself says outweighs a declaration, because it is seldom wrong. */
async function decideEncoding(
  container: Container,
  raw: Buffer,
  wide: FileEncoding | undefined,
  { encoding: declared }: ExtractOptions,
  notes: string[],
): Promise<FileEncoding> {
  if (wide) {
    if (declared && declared !== wide) notes.push(`declared ${declared}, but read as ${wide}`)
    return wide
  }
  const marked = bomLength(raw) > 0
  if (marked && declared && declared !== 'utf-8') {
    notes.push(`declared ${declared}, but read as UTF-8, whose byte order mark it has`)
  }
  if (declared && !marked) return declared
  // The first damaged byte may come late, and is worth a word.
  const stream = await container.open(false)
  const seen = await withStream(stream, detectEncoding)
  const evidence = marked ? { ...seen, encoding: 'utf-8' as const } : seen
  const note = encodingNote(evidence)
  if (note) notes.push(note)
  return evidence.encoding
}

const FOREIGN: [string, string, string][] = [
  ['PAR1', 'a Parquet file', 'Name it .parquet'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (.xls)', 'Save it as .xlsx or as CSV'],
  ['%PDF', 'a PDF', 'Export the table as CSV'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd', 'Compress it with gzip'],
  ['BZh', 'compressed with bzip2', 'Compress it with gzip'],
  ['\xfd7zXZ', 'compressed with xz', 'Compress it with gzip'],
  ['7z\xbc\xaf', 'a 7-Zip archive', 'Send a zip archive, or the file itself'],
]

/** @throws DeliveryRefused unreadable_file for files of another kind, which are called by its name */
function refuseForeign(head: Buffer, file: string): void {
  const text = head.toString('latin1')
  const known = FOREIGN.find(([magic]) => text.startsWith(magic))
  const html = /^\s*(<!doctype html|<html|<table|<\?xml|<meta)/i.test(
    text.replace('\xef\xbb\xbf', ''),
  )
  const hint = 'SAP and Excel call such pages .xls: save it as CSV or as text'
  const found = known ?? (html ? ['', 'a page of HTML or XML', hint] : undefined)
  if (!found) return
  throw new DeliveryRefused('unreadable_file', `${file} is ${found[1]}`, { file }, found[2])
}

async function withStream<T>(stream: ByteStream, work: (stream: ByteStream) => Promise<T>) {
  try {
    return await work(stream)
  } finally {
    await stream.close()
  }
}

/** Where the last lines that are not empty begin; they are shown, for nothing goes in silence. */
async function findFooter(container: Container, opening: Opening, lines: number): Promise<void> {
  const stream = await openText(container, opening.encoding, false)
  const starts: number[] = []
  let offset = 0
  let lineStart = 0
  let empty = true
  const keep = () => {
    if (!empty) starts.push(lineStart)
    if (starts.length > lines) starts.shift()
    empty = true
  }
  await withStream(stream, async () => {
    const block = Buffer.allocUnsafe(256 * 1024)
    for (;;) {
      const length = await stream.read(block, 0, block.length)
      if (length === 0) break
      for (let i = 0; i < length; i++) {
        const byte = block[i] as number
        if (byte === 0x0a || byte === 0x0d) {
          keep()
          lineStart = offset + i + 1
        } else if (byte !== 0x20) empty = false
      }
      offset += length
    }
  })
  keep()
  const { header, bom, notes, textEncoding } = opening
  const until = Math.max(starts[0] ?? offset, bom + header.offset)
  opening.until = until
  const again = await openText(container, opening.encoding, false)
  const text = await withStream(again, async (s) => {
    await skip(s, until)
    return (await readHead(s, 4096)).toString(textEncoding === 'utf-8' ? 'utf8' : 'latin1')
  })
  const count = starts.length === 1 ? 'the last line is' : `the last ${starts.length} lines are`
  notes.push(`${count} passed over as declared: "${excerpt(text)}"`)
}

async function skip(stream: ByteStream, bytes: number): Promise<void> {
  const block = Buffer.allocUnsafe(256 * 1024)
  for (let left = bytes; left > 0; ) {
    const length = await stream.read(block, 0, Math.min(left, block.length))
    if (length === 0) return
    left -= length
  }
}
