import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One delivered record: its values by column, or null when it cannot be read as one. */
export interface Delivered {
  source: string
  file: string
  /** 1-based line in its file. */
  line: number
  /** The bytes, as latin1 text. */
  bytes: string
  values: Record<string, string> | null
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Splits one line by the letter of RFC 4180; null when the line breaks it. */
function fieldsOf(line: string): string[] | null {
  const fields: string[] = []
  let at = 0
  for (;;) {
    let field = ''
    if (line[at] === '"') {
      for (at++; ; at++) {
        if (at >= line.length) return null
        if (line[at] !== '"') field += line[at]
        else if (line[at + 1] === '"') field += line[at++]
        else break
      }
      at++
      if (at < line.length && line[at] !== ',') return null
    } else {
      const end = line.indexOf(',', at)
      field = line.slice(at, end < 0 ? line.length : end)
      at = end < 0 ? line.length : end
    }
    fields.push(field)
    if (at >= line.length) return fields
    at++
  }
}

/**
 * Reads the files of a delivery as the generator writes them (comma, LF, no line end in a value).
 * A test helper: it holds everything, so it is for small scales.
 */
export function readDelivery(folder: string): { mode: 'full' | 'delta'; records: Delivered[] } {
  const names = readdirSync(folder).sort()
  const ready = names.includes('_READY')
    ? (JSON.parse(readFileSync(join(folder, '_READY'), 'utf8')) as { mode: 'full' | 'delta' })
    : { mode: 'full' as const }
  const records: Delivered[] = []
  for (const file of names) {
    const source = /^(\w+?)(_\d+)?\.csv$/i.exec(file)?.[1]?.toUpperCase()
    if (source === undefined) continue
    const content = readFileSync(join(folder, file))
    let header: string[] | null = null
    let line = 0
    for (let start = 0; start < content.length; ) {
      const end = content.indexOf(10, start)
      const record = content.subarray(start, end < 0 ? content.length : end)
      start = (end < 0 ? content.length : end) + 1
      line++
      const fields = decode(record)
      if (header === null) {
        header = fields
        continue
      }
      const names: string[] = header
      const values =
        fields?.length === names.length
          ? Object.fromEntries(names.map((name, i) => [name, fields[i] as string]))
          : null
      records.push({ source, file, line, bytes: record.toString('latin1'), values })
    }
  }
  return { mode: ready.mode, records }
}

function decode(record: Buffer): string[] | null {
  if (record.includes(0)) return null
  try {
    return fieldsOf(decoder.decode(record))
  } catch {
    return null
  }
}
