/** Random files against an oracle, random damage, and every way to cut the same bytes. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Reading, readAll } from './read.testing'

const CHUNKS = [1, 2, 3, 7, 64]

/** Everything a reading says, to be compared between chunk sizes. */
function essence({ text, malformed, extract }: Reading) {
  const { received, sha256, lineEnds, quoting } = extract
  return { text, malformed, received, sha256, lineEnds, quoting }
}

const cell = fc.oneof(
  fc.constantFrom('', 'a', '0012', 'São', '5"', '\\.', 'NULL', ' x ', '-', '€'),
  fc.string({
    unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', '\r\n', ' ', 'é', '.'),
    maxLength: 8,
  }),
)
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

interface Field {
  value: string
  quote: boolean
}
const field: fc.Arbitrary<Field> = fc.record({ value: cell, quote: fc.boolean() })

/** A field as a writer of RFC 4180 would write it; NULL is an unquoted nothing. */
function write({ value, quote }: Field, delimiter: string): string {
  const must = quote || [delimiter, '"', '\n', '\r'].some((special) => value.includes(special))
  return must ? `"${value.replaceAll('"', '""')}"` : value
}

const wellFormed = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.record({
      delimiter: fc.constantFrom(',' as const, ';' as const, '|' as const, '\t' as const),
      header: fc.constant(['alpha', 'beta', 'gamma', 'delta', 'eps'].slice(0, width)),
      rows: fc.array(fc.tuple(fc.array(field, { minLength: width, maxLength: width }), lineEnd), {
        maxLength: 12,
      }),
      bom: fc.boolean(),
      closed: fc.boolean(),
    }),
  )
  .map(({ delimiter, header, rows, bom, closed }) => {
    let text = `${bom ? '\ufeff' : ''}${header.join(delimiter)}\n`
    for (const [i, [fields, end]] of rows.entries()) {
      text += fields.map((one) => write(one, delimiter)).join(delimiter)
      if (closed || i < rows.length - 1) text += end
    }
    return { text, delimiter, header, rows: rows.map(([fields]) => fields) }
  })

describe('well-formed CSV', { timeout: 60_000 }, () => {
  it('is read as it was written, and as csv-parse reads it', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, async ({ text, delimiter, header, rows }) => {
        const reading = await readAll(text, { columns: header })
        const written = rows.map((fields) =>
          fields.map(({ value, quote }) => (value === '' && !quote ? null : value)),
        )
        expect(reading.malformed).toEqual([])
        expect(reading.rows).toEqual(written)
        expect(reading.extract.received).toBe(rows.length)
        const oracle = parse(text, {
          bom: true,
          delimiter,
          record_delimiter: ['\r\n', '\n', '\r'],
          from: 2,
        })
        expect(reading.rows.map((row) => row.map((value) => value ?? ''))).toEqual(oracle)
      }),
      { numRuns: 200 },
    )
  })
})

/** Well-formed text with bytes changed, inserted and cut out. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.constantFrom('"', '""', ',', '\n', '\r', '\0', '\xe3', '\xc3\xa3', 'x', '","', ''),
    drop: fc.integer({ min: 0, max: 4 }),
  }),
  { maxLength: 8 },
)
const damaged = fc.tuple(wellFormed, damage).map(([{ text, delimiter, header }, damages]) => {
  const head = Buffer.from(`${header.join(delimiter)}\n`)
  let body = Buffer.from(text.replace('\ufeff', '')).subarray(head.length)
  for (const { at, bytes, drop } of damages) {
    const i = Math.floor(at * body.length)
    const insert = Buffer.from(bytes.replace(',', delimiter), 'latin1')
    body = Buffer.concat([body.subarray(0, i), insert, body.subarray(i + drop)])
  }
  return { file: Buffer.concat([head, body]), header, delimiter }
})

/** Physical lines of a file, without their ends, by number from 1. */
function physicalLines(file: Buffer): string[] {
  return file.toString('latin1').split(/\r\n|\r|\n/)
}

describe('damaged CSV', { timeout: 60_000 }, () => {
  it('never throws, and every line that is not blank is in exactly one record', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ({ file, header, delimiter }) => {
        const reading = await readAll(file, { columns: header, delimiter, encoding: 'utf-8' })
        const { rows, lines, numbers, malformed, extract } = reading
        expect(extract.received).toBe(rows.length + malformed.length)
        const all = [...numbers, ...malformed.map((record) => record.number)]
        expect(all.toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i + 1))

        const physical = physicalLines(file)
        const owners = physical.map(() => 0)
        const claim = (from: number, to: number) => {
          for (let line = from; line <= to; line++) owners[line - 1] = (owners[line - 1] ?? 0) + 1
        }
        for (const record of malformed) {
          claim(record.lineFrom, record.lineTo)
          const span = physical.slice(record.lineFrom - 1, record.lineTo).join('\n')
          expect(record.bytes.toString('latin1').replace(/\r\n|\r/g, '\n')).toBe(span)
        }
        for (const [i, row] of rows.entries()) {
          const from = lines[i] as number
          claim(from, from + row.join('|').split(/\r\n|\r|\n/).length - 1)
          expect(row.length).toBe(header.length)
        }
        for (const [i, line] of physical.entries()) {
          const inside = owners[i] === 1 || (line === '' && owners[i] === 0)
          expect(i === 0 ? owners[i] === 0 : inside, `line ${i + 1}`).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('reads the same whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ({ file, header, delimiter }) => {
        const limits = { quoteLines: 3, quoteBytes: 30, recordBytes: 60, lookaheadBytes: 100 }
        const options = { columns: header, delimiter, limits } as const
        const whole = essence(await readAll(file, options))
        for (const chunkBytes of CHUNKS) {
          expect(essence(await readAll(file, { ...options, chunkBytes }))).toEqual(whole)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('reads windows-1252 and extra columns the same whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ({ file, header, delimiter }) => {
        const options = { columns: header.slice(1), delimiter, encoding: 'windows-1252' } as const
        const whole = essence(await readAll(file, options))
        for (const chunkBytes of CHUNKS) {
          expect(essence(await readAll(file, { ...options, chunkBytes }))).toEqual(whole)
        }
      }),
      { numRuns: 20 },
    )
  })
})
