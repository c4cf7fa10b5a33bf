/** The file: one Silver table as CSV, in the order of its key, streamed into pieces of about 1 MB. */
import { createHash } from 'node:crypto'
import type { Db } from '@/lib/shared/db/connection'
import { id, silverTable } from '@/pipeline/engine/compile/postgres/quoting'
import type { HandOver } from '@/pipeline/engine/define/hand-over'
import type { Dataset } from '@/pipeline/engine/define/schema'

/** Rows asked of the database at a time. */
const FETCH = 5000
/** Bytes of a piece; the last one is smaller. */
const PART = 1 << 20

export interface WrittenFile {
  rows: number
  bytes: number
  sha256: string
}

/** How the file reads; part of its certificate. */
export const FILE_FORMAT = {
  encoding: 'UTF-8',
  delimiter: ',',
  quoting: 'RFC 4180',
  line_end: 'CRLF',
} as const

/**
 * Writes the file inside the caller's transaction. Values are exact: text as it is in Silver, dates
 * ISO 8601, money with its digits; nothing is empty, and `""` is empty text. The order is that of
 * the bytes of the key, so that the same rows always give the same file.
 * @param onPart keeps one piece; pieces are numbered from 0.
 */
export async function writeFile(
  db: Db,
  dataset: Dataset,
  { columns }: HandOver,
  onPart: (n: number, content: Buffer) => Promise<void>,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let text = `${columns.map(csvValue).join(',')}\r\n`
  let waiting = Buffer.alloc(0)
  let parts = 0
  let rows = 0
  let bytes = 0
  const flush = async (all: boolean) => {
    const more = Buffer.from(text)
    text = ''
    hash.update(more)
    bytes += more.length
    waiting = Buffer.concat([waiting, more])
    while (waiting.length >= PART || (all && waiting.length > 0)) {
      await onPart(parts, waiting.subarray(0, PART))
      parts += 1
      waiting = waiting.subarray(PART)
    }
  }
  const list = columns.map((c) => `s.${id(c)}::text AS ${id(c)}`).join(', ')
  const order = [...dataset.key.map((k) => `s.${id(k)}::text COLLATE "C" NULLS LAST`), 's.key_hash']
  await db.exec(`DECLARE declared NO SCROLL CURSOR FOR
    SELECT ${list} FROM ${silverTable(dataset.name)} s ORDER BY ${order.join(', ')}`)
  while (true) {
    const batch = await db.rows<Record<string, string | null>>(`FETCH ${FETCH} FROM declared`)
    for (const row of batch) {
      text += `${columns.map((c) => csvValue(row[c] ?? null)).join(',')}\r\n`
    }
    rows += batch.length
    await flush(false)
    if (batch.length < FETCH) break
  }
  await db.exec('CLOSE declared')
  await flush(true)
  return { rows, bytes, sha256: hash.digest('hex') }
}

function csvValue(value: string | null): string {
  if (value === null) return ''
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
