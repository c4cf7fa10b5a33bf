import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { xlsxStream } from '../xlsx/workbook'
import { csvStream } from './csv'
import type { Row, Table } from './table'

const formats = {
  csv: (table: Table) => csvStream(table, 'en'),
  xlsx: (table: Table) => xlsxStream(table),
}

/** Rows without end, and what became of them. */
function endless(each = async (_n: number) => {}) {
  const seen = { given: 0, left: false, closed: 0 }
  async function* rows(): AsyncGenerator<Row> {
    try {
      for (;;) {
        await each(seen.given)
        yield [`row ${seen.given++}`, Math.random().toString(36).repeat(20)]
      }
    } finally {
      seen.left = true
    }
  }
  const columns = ['Name', 'Noise'].map((heading) => ({ heading, type: 'text' as const }))
  const close = async () => {
    seen.closed++
  }
  return { seen, table: { name: 'Rows', columns, rows: rows(), close } satisfies Table }
}

/** Until a number stands still. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = read()
    if (now === before) return now
    before = now
    await wait(100)
  }
}

for (const [name, stream] of Object.entries(formats)) {
  test(`${name}: a slow reader holds the rows back`, async () => {
    const { seen, table } = endless()
    const reader = stream(table).getReader()
    expect((await reader.read()).done).toBe(false)
    const first = await settled(() => seen.given)
    // A few buffers of 64 kB, and no more while nobody reads.
    expect(first).toBeLessThan(6000)
    for (let i = 0; i < 20; i++) await reader.read()
    const later = await settled(() => seen.given)
    expect(later).toBeGreaterThan(first)
    expect(later - first).toBeLessThan(15_000)
    await reader.cancel()
  })

  test(`${name}: a reader that leaves closes the rows`, async () => {
    const { seen, table } = endless()
    const reader = stream(table).getReader()
    await reader.read()
    await reader.cancel()
    await settled(() => seen.given)
    expect(seen).toMatchObject({ left: true, closed: 1 })
  })

  test(`${name}: it is told at once, also while a row is awaited`, async () => {
    const { seen, table } = endless(() => new Promise(() => {}))
    const reader = stream(table).getReader()
    let pending = reader.read()
    await wait(20)
    // The first bytes of a workbook come before its first row.
    while (name === 'xlsx' && (await Promise.race([pending, wait(200)]))) pending = reader.read()
    await reader.cancel()
    expect(seen.closed).toBe(1)
    expect(await pending).toEqual({ done: true, value: undefined })
  })

  test(`${name}: a fault in the rows breaks the download off`, async () => {
    const { table } = endless(async (n) => {
      if (n === 20_000) throw new Error('the database is away')
    })
    const read = async () => {
      for await (const _ of stream(table));
    }
    await expect(read()).rejects.toThrow('the database is away')
  })
}
