import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '@/pipeline/tools/generate/kit/truth-writer'
import { KINDS } from './faults'
import { type ExpectedState, expectedState, type OpenRow } from './oracle'
import { readDelivery } from './oracle-read'
import { DATASETS } from './oracle-rules'
import { rulePrefix, type Source } from './tables'
import { generated, openAfter, tally } from './testing'

/** Dataset, key, rule and money of an open row; records without a key by dataset and rule. */
function ofOracle(row: OpenRow): string {
  const key = row.key.startsWith('bytes:') ? '' : row.key
  return [row.dataset, key, row.rule, row.amount].join(' ')
}

function ofTruth(fault: Fault): string {
  const prefix = rulePrefix(fault.table as Source)
  const dataset = DATASETS.find((d) => d.prefix === prefix)?.name
  const nameless = /_(MALFORMADO|CHAVE_INCOMPLETA)$/.test(fault.rule)
  const key = nameless ? '' : Object.values(fault.key).join('|')
  return [dataset, key, fault.rule, fault.amount ?? null].join(' ')
}

function agree(states: ExpectedState[], run: Awaited<ReturnType<typeof generated>>): void {
  states.forEach((state, i) => {
    const truth = openAfter(run.truth, i + 1)
    expect(truth.map(ofTruth).sort()).toEqual(state.keys.open.map(ofOracle).sort())
    expect(tally(truth, (f) => f.rule)).toEqual(state.open)
    expect(run.truth.deliveries[i]?.counts).toEqual(expect.objectContaining(state.received))
    expect(run.truth.deliveries[i]?.duplicates).toEqual(state.duplicates)
  })
}

/** Each invoice that is anywhere has exactly one title, in Silver or in quarantine. */
function untitled(dirs: string[], upTo: number): string[] {
  const invoices = new Set<string>()
  const titles = new Map<string, Set<string>>()
  for (const dir of dirs.slice(0, upTo)) {
    for (const { source, values } of readDelivery(dir).records) {
      if (values === null) continue
      if (source === 'VBRK') invoices.add(values.VBELN as string)
      if (!source.startsWith('BS')) continue
      const documents = titles.get(values.VBELN as string) ?? new Set()
      titles.set(values.VBELN as string, documents.add(values.BELNR as string))
    }
  }
  return [...invoices].filter((n) => titles.get(n)?.size !== 1)
}

describe('one delivery with faults of every kind', () => {
  let run: Awaited<ReturnType<typeof generated>>
  beforeAll(async () => {
    run = await generated({ scale: 0.3, seed: 5 })
  }, 30_000)
  afterAll(() => run.remove())

  it('tells the truth: the oracle finds the same rows, under the same rules', () => {
    const states = expectedState(run.dirs)
    agree(states, run)
    expect(untitled(run.dirs, 1)).toEqual([])
    const [state] = states
    for (const { name, sources } of DATASETS) {
      const of = (counts: Record<string, number> | undefined) =>
        sources.reduce((sum, source) => sum + (counts?.[source] ?? 0), 0)
      const open = state?.keys.open.filter((row) => row.dataset === name).length ?? 0
      expect((state?.silver[name] ?? 0) + open + of(state?.duplicates)).toBe(of(state?.received))
    }
  }, 30_000)

  it('brings every kind of fault, and titles that can always be read', () => {
    const found = new Set(run.truth.faults.map((f) => f.fault))
    for (const { fault, step } of KINDS) if (step !== 'copy') expect(found).toContain(fault)
    for (const rule of Object.keys(run.report.faults))
      expect(rule).not.toMatch(/TITULO_(MAL|CHAVE)/)
    expect(Object.keys(run.report.faults).length).toBeGreaterThan(40)
    expect(existsSync(join(run.out, '_READY'))).toBe(false)
  })
})

describe('many deliveries', () => {
  let run: Awaited<ReturnType<typeof generated>>
  let states: ExpectedState[]
  beforeAll(async () => {
    run = await generated({ scale: 0.25, seed: 2, deliveries: 17, fullEvery: 7 })
    states = expectedState(run.dirs)
  }, 60_000)
  afterAll(() => run.remove())

  it('come in folders of their own, one day apart, and say what they are', () => {
    const folders = Array.from({ length: 17 }, (_, i) => String(i + 1).padStart(3, '0'))
    expect(readdirSync(run.out).sort()).toEqual([...folders, 'faults.json'])
    const ready = folders.map((f) => JSON.parse(readFileSync(join(run.out, f, '_READY'), 'utf8')))
    expect(ready[0]).toEqual({ mode: 'full', as_of: '2026-07-01T02:00:00-03:00', sequence: 1 })
    expect(ready[16].as_of).toBe('2026-07-17T02:00:00-03:00')
    const fulls = ready.flatMap((r) => (r.mode === 'full' ? [r.sequence] : []))
    expect(fulls).toEqual([1, 8, 15])
  })

  it('tell the truth: the oracle finds the same open rows after each', () => {
    agree(states, run)
    expect(untitled(run.dirs, 17)).toEqual([])
  }, 30_000)

  it('let customers come late, faults be corrected, titles be paid and rows be withdrawn', () => {
    const faults = run.truth.faults
    const late = faults.filter((f) => f.rule.endsWith('CLIENTE_INEXISTENTE') && f.delivery > 1)
    expect(late.length).toBeGreaterThan(0)
    expect(states[6]?.keys.open.some((row) => row.ready)).toBe(true)
    const deltas = [2, 3, 4, 5, 6, 7]
    expect(faults.filter((f) => deltas.includes(f.fixed_in ?? 0)).length).toBeGreaterThan(20)
    expect(faults.filter((f) => f.delivery > 1).length).toBeGreaterThan(20)
    const second = readDelivery(run.dirs[1] as string).records
    const cleared = second.filter((r) => r.source === 'BSAD')
    expect(cleared.length).toBeGreaterThan(0)
    const before = new Set(states[6]?.keys.silver.ordens_venda)
    const after = new Set(states[7]?.keys.silver.ordens_venda)
    const open = new Set(states[7]?.keys.open.map((r) => r.key))
    const gone = [...before].filter((key) => !after.has(key) && !open.has(key))
    expect(gone.length).toBeGreaterThan(0)
  })

  it('never take more than 5 % out of the Silver of a dataset', () => {
    states.slice(1).forEach((state, i) => {
      for (const [name, keys] of Object.entries(states[i]?.keys.silver ?? {})) {
        const now = new Set(state.keys.silver[name])
        const lost = keys.filter((key) => !now.has(key)).length
        expect(lost < 20 || lost <= keys.length * 0.05, `${i + 2} ${name} ${lost}`).toBe(true)
      }
    })
  })

  it('start with the article when asked to', async () => {
    const two = await generated({ preset: 'article', scale: 0.1, deliveries: 3 })
    const [first, , third] = expectedState(two.dirs)
    expect(Object.keys(first?.open ?? {}).sort()).toEqual([
      'VBAP_QUANTIDADE_INVALIDA',
      'VBRP_ORDEM_INEXISTENTE',
    ])
    agree([first as ExpectedState], two)
    expect(Object.keys(third?.open ?? {}).length).toBeGreaterThan(2)
    two.remove()
  }, 30_000)
})
