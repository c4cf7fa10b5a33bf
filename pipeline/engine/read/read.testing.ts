/** For tests: writes bytes to a file, reads them as an extract, and splits what comes out. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Extract, openExtract } from './extract'
import type { ExtractOptions, MalformedRecord } from './types'

/** Runs work with the path of a file that holds the bytes, in a folder of its own. */
export async function withFile<T>(
  content: string | Buffer,
  work: (path: string) => Promise<T>,
  name = 'T.csv',
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'lazaret-read-'))
  try {
    await writeFile(join(dir, name), content)
    return await work(join(dir, name))
  } finally {
    await rm(dir, { recursive: true })
  }
}

export interface Reading {
  extract: Extract
  /** COPY text as it was emitted. */
  text: string
  /** Fields after number and line as PostgreSQL would read them: null for unquoted nothing. */
  rows: (string | null)[][]
  /** Physical line of each well-formed record. */
  lines: number[]
  numbers: number[]
  malformed: MalformedRecord[]
}

/** Reads a whole file, one at a time; with `columns` undefined the header declares itself. */
export async function readAll(
  content: string | Buffer,
  options: Partial<ExtractOptions> = {},
): Promise<Reading> {
  return withFile(content, (path) => readPath(path, options))
}

async function readPath(path: string, options: Partial<ExtractOptions>): Promise<Reading> {
  const extract = await openExtract(path, { columns: 'all', ...options })
  const chunks: Buffer[] = []
  const malformed: MalformedRecord[] = []
  const onMalformed = (record: MalformedRecord) => void malformed.push(record)
  const copy = extract.copy({ constant: '', firstNumber: 1, onMalformed })
  for await (const chunk of copy) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const rows = parseCopy(text, extract.copyDelimiter)
  return {
    extract,
    text,
    rows: rows.map((row) => row.slice(2)),
    numbers: rows.map((row) => Number(row[0])),
    lines: rows.map((row) => Number(row[1])),
    malformed,
  }
}

/** Number, physical line and reason of each malformed record, in short. */
export function faults(reading: Reading): string[] {
  return reading.malformed.map((record) => {
    const lines = record.lineTo > record.lineFrom ? `-${record.lineTo}` : ''
    return `#${record.number} L${record.lineFrom}${lines} ${record.reason}`
  })
}

function parseCopy(text: string, delimiter: string): (string | null)[][] {
  return parse(text, {
    delimiter,
    record_delimiter: '\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  })
}
