import './raw-inflate.testing'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '@/lib/shared/env'

const ROWS = 250_000
const folder = mkdtempSync(join(tmpdir(), 'lazaret-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Taken {
  seconds: number
  before: number
  peak: number
}

/** Exports in a process with a small heap. */
async function exported(format: 'csv' | 'xlsx', rows: number, file: string): Promise<Taken> {
  const script = join(projectRoot, 'lib/server/export/memory.testing.ts')
  const flags = ['--max-old-space-size=64', '--import', 'tsx', script, format, String(rows), file]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: projectRoot })
  const taken: Taken = JSON.parse(stdout)
  console.log(`${format} ${rows} rows: ${stdout.trim()}, ${statSync(file).size} bytes`)
  return taken
}

test('250,000 rows as XLSX: complete, in the memory of a few', { timeout: 180_000 }, async () => {
  const few = await exported('xlsx', 5_000, join(folder, 'few.xlsx'))
  const file = join(folder, 'many.xlsx')
  const many = await exported('xlsx', ROWS, file)
  expect(many.peak).toBeLessThan(Math.max(few.peak + 60, 160))
  let count = -1
  for await (const { values } of streamXlsxRows(new Uint8Array(readFileSync(file)))) {
    if (count >= 0 && (count % 10_007 === 0 || count === ROWS - 1)) {
      expect(values[3]).toBe(`100 / ${String(count).padStart(10, '0')} / 000010`)
      expect(values[15]).toBe('=1+1')
      expect(values[17]).toBe(count)
    }
    count++
  }
  expect(count).toBe(ROWS)
})

test('250,000 rows as CSV: complete, in the memory of a few', { timeout: 120_000 }, async () => {
  const few = await exported('csv', 5_000, join(folder, 'few.csv'))
  const file = join(folder, 'many.csv')
  const many = await exported('csv', ROWS, file)
  expect(many.peak).toBeLessThan(Math.max(few.peak + 60, 160))
  const lines = readFileSync(file, 'utf8').split('\r\n')
  expect(lines.length).toBe(ROWS + 2)
  const [last = []]: string[][] = parse(lines[ROWS] ?? '', { delimiter: ';' })
  expect(last[17]).toBe(String(ROWS - 1))
  expect(last[15]).toBe("'=1+1")
  expect(last[18]).toMatch(/^\d+,\d\d$/)
})
