/** Random deliveries with random damage. */
import * as fc from 'fast-check'
import { SOURCES, type Source, withValue } from '@/pipeline/tools/generate/order-to-cash/tables'
import type { Files } from './seed'

/** Values that a column does not expect. */
const STRANGE = [
  '',
  ' ',
  '0',
  '-1',
  '5-',
  '1e9',
  '99999999999999999999',
  '1.234,56',
  '20261301',
  '00000000',
  'X',
  'é',
  'RV',
  '"',
  '""',
  "'",
  '\\N',
  '\\.',
  '0000000000',
  '100',
]
/** Bytes that a file does not expect in that place. */
const BYTES = [[0x22], [0x00], [0x0a], [0x0d], [0x0d, 0x0a], [0xff], [0xc3], [0x2c], [0xe9], [0x5c]]

const place = fc.noBias(fc.nat(9999)).map((n) => n / 10_000)
const damage = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('flip' as const),
      at: place,
      by: fc.integer({ min: 1, max: 255 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      at: place,
      bytes: fc.constantFrom(...BYTES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('drop' as const), at: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('repeat' as const), at: place, to: place }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('value' as const),
      at: place,
      column: fc.nat(18),
      value: fc.constantFrom(...STRANGE),
      beside: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('truncate' as const), at: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ends' as const),
      end: fc.constantFrom('\r\n', '\r'),
    }),
  },
)
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const source = fc.constantFrom(...SOURCES)
export const delivery = fc.record({
  mode: fc.constantFrom('full' as const, 'full' as const, 'delta' as const),
  acceptShrink: fc.boolean(),
  /** Files that a delta brings; a full one brings all. */
  brought: fc.uniqueArray(source, { minLength: 1, maxLength: 8 }),
  /** A file that comes in two parts. */
  parted: fc.option(source),
  /** A file that a full delivery forgot, and a file without one of its columns. */
  forgotten: rarely(source),
  dropped: rarely(fc.tuple(source, fc.nat(18))),
  damages: fc.array(fc.tuple(source, damage), { maxLength: 8 }),
})
export type RandomDelivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never

/** Bytes of the files of a delivery, by name. */
export function filesOf(seed: Files, d: RandomDelivery): Map<string, Buffer> {
  const bytes = new Map<Source, Buffer>()
  for (const s of d.mode === 'full' ? SOURCES : d.brought) bytes.set(s, Buffer.from(seed[s]))
  if (d.forgotten !== null && d.mode === 'full') bytes.delete(d.forgotten)
  for (const [s, what] of d.damages) {
    const was = bytes.get(s)
    if (was) bytes.set(s, damaged(s, was, what))
  }
  if (d.dropped) {
    const [s, column] = d.dropped
    const was = bytes.get(s)
    if (was) bytes.set(s, withoutColumn(was, column))
  }
  const files = new Map<string, Buffer>()
  for (const [s, content] of bytes) {
    const halves = s === d.parted ? inTwo(content) : undefined
    if (halves) for (const [i, half] of halves.entries()) files.set(`${s}_${i + 1}.csv`, half)
    else files.set(`${s}.csv`, content)
  }
  return files
}

function damaged(source: Source, bytes: Buffer, d: Damage): Buffer {
  const text = bytes.toString('latin1')
  const lines = text.split('\n')
  const at = 'at' in d ? d.at : 0
  const byte = Math.floor(at * bytes.length)
  const line = 1 + Math.floor(at * Math.max(1, lines.length - 2))
  const joined = () => Buffer.from(lines.join('\n'), 'latin1')
  switch (d.kind) {
    case 'flip': {
      const copy = Buffer.from(bytes)
      if (copy.length > 0) copy[byte] = (copy[byte] ?? 0) ^ d.by
      return copy
    }
    case 'insert':
      return Buffer.concat([bytes.subarray(0, byte), Buffer.from(d.bytes), bytes.subarray(byte)])
    case 'drop':
      lines.splice(line, 1)
      return joined()
    case 'cut':
      lines[line] = (lines[line] ?? '').slice(0, Math.floor((lines[line] ?? '').length / 2))
      return joined()
    case 'repeat':
      lines.splice(1 + Math.floor(d.to * Math.max(1, lines.length - 1)), 0, lines[line] ?? '')
      return joined()
    case 'value': {
      const fields = (lines[line] ?? '').split(',').length
      const name = (lines[0] ?? '').split(',')[d.column % Math.max(1, fields)]
      const changed = changedValue(source, lines[line] ?? '', name ?? '', d.value)
      lines.splice(line, d.beside ? 0 : 1, changed)
      return joined()
    }
    case 'truncate':
      return bytes.subarray(0, byte)
    case 'ends':
      return Buffer.from(lines.join(d.end), 'latin1')
  }
}

function changedValue(source: Source, line: string, column: string, value: string): string {
  try {
    return withValue(source, line, column, Buffer.from(value).toString('latin1'))
  } catch {
    return line // earlier damage took the header or the column away
  }
}

function withoutColumn(bytes: Buffer, column: number): Buffer {
  const cut = (line: string) => line.split(',').toSpliced(column, 1).join(',')
  const lines = bytes.toString('latin1').split('\n')
  return Buffer.from(lines.map((l) => (l === '' ? l : cut(l))).join('\n'), 'latin1')
}

/** Two parts, each with the header. */
function inTwo(bytes: Buffer): [Buffer, Buffer] | undefined {
  const header = bytes.indexOf(0x0a) + 1
  const middle = bytes.indexOf(0x0a, header + Math.floor((bytes.length - header) / 2)) + 1
  if (header === 0 || middle === 0) return undefined
  return [
    bytes.subarray(0, middle),
    Buffer.concat([bytes.subarray(0, header), bytes.subarray(middle)]),
  ]
}
