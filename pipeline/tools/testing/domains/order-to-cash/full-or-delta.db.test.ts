/**
 * A full delivery of A+B ends where a full of A and a delta of B end, apart from rows that are
 * ready: a run does not settle rows that wait (a replay does), nor what leans on them.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { id } from '@/pipeline/engine/compile/postgres/quoting'
import {
  COLUMNS,
  keyIn,
  SOURCES,
  type Source,
} from '@/pipeline/tools/generate/order-to-cash/tables'
import { generated } from '@/pipeline/tools/generate/order-to-cash/testing'
import { Lab, scratch, TABLES } from './lab'

const DELTAS = 4
let files: Awaited<ReturnType<typeof generated>>
let work: ReturnType<typeof scratch>
let whole: Lab
let parts: Lab

/** Records of a file as bytes in latin1. */
function recordsOf(dir: string, source: Source): string[] {
  const path = join(dir, `${source}.csv`)
  return existsSync(path)
    ? readFileSync(path, 'latin1')
        .split('\n')
        .slice(1)
        .filter((l) => l !== '')
    : []
}

/** The business key of a record, or undefined where it has none that can be read. */
function keyOf(source: Source, record: string): string | undefined {
  if (
    record.includes('\0') ||
    /[^,]"/.test(record.replaceAll('",', ',')) ||
    record.includes('\x81')
  )
    return undefined
  const fields = record.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  if (fields.length !== COLUMNS[source].length) return undefined
  const key = Object.values(keyIn(source, record))
  return key.includes('') ? undefined : key.join('|')
}

/** One Silver table, one identity: open and cleared titles replace each other. */
const family = (source: Source): Source => (source === 'BSAD' ? 'BSID' : source)

function write(dir: string, source: Source, records: string[]): void {
  mkdirSync(dir, { recursive: true })
  writeFileSync(
    join(dir, `${source}.csv`),
    `${[COLUMNS[source].join(','), ...records].join('\n')}\n`,
    'latin1',
  )
}

/** A with B over it: records of B replace all of A's with the same key. */
function merge(dirs: string[], out: string): void {
  const kept = new Map<Source, string[]>(SOURCES.map((s) => [s, []]))
  for (const dir of dirs) {
    const brought = new Set<string>()
    for (const source of SOURCES) {
      for (const record of recordsOf(dir, source)) {
        const key = keyOf(source, record)
        if (key) brought.add(`${family(source)} ${key}`)
      }
    }
    for (const source of SOURCES) {
      const stand = (kept.get(source) ?? []).filter((record) => {
        const key = keyOf(source, record)
        return key === undefined || !brought.has(`${family(source)} ${key}`)
      })
      kept.set(source, [...stand, ...recordsOf(dir, source)])
    }
  }
  for (const [source, records] of kept) write(out, source, records)
}

beforeAll(async () => {
  work = scratch()
  files = await generated({ scale: 0.1, seed: 8, deliveries: DELTAS + 1 })
  merge(files.dirs, join(work.dir, 'whole'))
  ;[whole, parts] = [await Lab.open(), await Lab.open()]
  await whole.committed(join(work.dir, 'whole'), { asOf: new Date('2026-07-10T00:00:00Z') })
  for (const dir of files.dirs) await parts.committed(dir)
}, 120_000)
afterAll(async () => {
  files.remove()
  work.remove()
  await whole.close()
  await parts.close()
})

/** Silver rows as they read: everything but where they came from. */
async function silverOf(lab: Lab): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  for (const name of TABLES) {
    const list = await lab.db.rows<{ key: string; row: string }>(
      `SELECT key_hash AS key, (to_jsonb(t) - '_run' - '_n')::text AS row FROM silver.${id(name)} t`,
    )
    for (const { key, row } of list) rows.set(`${name} ${key}`, row)
  }
  return rows
}

interface Open {
  key: string
  ready: boolean
  row: string
}

/** Live rows as they read; since when, and of which run, is another matter. */
async function openOf(lab: Lab): Promise<Open[]> {
  return lab.db.rows<Open>(`SELECT q.dataset || ' ' || q.key_hash AS key, q.ready,
      jsonb_build_array(q.dataset, q.key_text, q.rule, q.other_rules, q.statut, q.amount, q.currency,
        q.customer, q.invoice, q.unmet, p.source, p.raw, encode(p.bytes, 'hex'))::text AS row
    FROM quality.quarantine q LEFT JOIN quality.quarantine_payload p ON p.quarantine_id = q.id
    WHERE q.statut <> 'SOLDEE' ORDER BY 3`)
}

it('apart from what is ready', async () => {
  const [all, some] = [await silverOf(whole), await silverOf(parts)]
  const [open, waiting] = [await openOf(whole), await openOf(parts)]
  const ready = waiting.filter((r) => r.ready)
  expect(ready.length).toBeGreaterThan(5)
  expect(open.some((r) => r.ready)).toBe(false)
  for (const { key } of ready) {
    expect(some.has(key)).toBe(false)
    expect(all.has(key)).toBe(true)
    all.delete(key)
  }
  expect(differing(some, all)).toEqual([])
  expect(waiting.filter((r) => !r.ready).map((r) => r.row)).toEqual(open.map((r) => r.row))
})

it('and with nothing apart once those keys are delivered again', async () => {
  const again = new Set(
    (
      await parts.db.rows<{ key: string }>(
        `SELECT dataset || ' ' || replace(key_text, ' / ', '|') AS key FROM quality.quarantine WHERE ready`,
      )
    ).map((r) => r.key),
  )
  const dir = join(work.dir, 'again')
  for (const { name, sources } of orderToCash.datasets) {
    for (const { file } of sources) {
      const source = file as Source
      const records = recordsOf(join(work.dir, 'whole'), source)
      const own = records.filter((r) => again.has(`${name} ${keyOf(source, r)}`))
      if (own.length > 0) write(dir, source, own)
    }
  }
  await parts.committed(dir, { mode: 'delta', asOf: new Date('2026-07-10T00:00:00Z') })
  expect(differing(await silverOf(parts), await silverOf(whole))).toEqual([])
  expect((await openOf(parts)).map((r) => [r.row, r.ready])).toEqual(
    (await openOf(whole)).map((r) => [r.row, r.ready]),
  )
})

function differing(a: Map<string, string>, b: Map<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key))
}
