import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CsvWriter, csvField } from './csv-writer'
import { dayOf, isoDay, sapDay, workday } from './days'
import { Random } from './random'
import { ExactParts, ExactSampler, strata } from './sample'
import { TruthWriter } from './truth-writer'

const folder = mkdtempSync(join(tmpdir(), 'lazaret-generate-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('Random', () => {
  it('repeats itself for a seed, and only for it', () => {
    const draw = (seed: number) => {
      const r = new Random(seed)
      return Array.from({ length: 50 }, () => r.int(0, 999))
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    // Pinned: what is generated must not depend on the machine.
    expect(draw(7).slice(0, 5)).toMatchInlineSnapshot(`
      [
        739,
        670,
        848,
        526,
        875,
      ]
    `)
  })

  it('keeps to its bounds and weights', () => {
    const r = new Random(1)
    const seen = [0, 0, 0]
    for (let i = 0; i < 30_000; i++) {
      const n = r.int(3, 5)
      expect(n).toBeGreaterThanOrEqual(3)
      expect(n).toBeLessThanOrEqual(5)
      const at = r.weighted([10, 30, 60])
      seen[at] = (seen[at] as number) + 1
    }
    expect(seen.map((n) => Math.round(n / 1000))).toEqual([5, 10, 15])
    const waits = Array.from({ length: 20_000 }, () => r.wait(9, 120))
    const mean = waits.reduce((a, b) => a + b) / waits.length
    expect(mean).toBeGreaterThan(7)
    expect(mean).toBeLessThan(11)
    expect(Math.max(...waits)).toBeLessThanOrEqual(120)
  })
})

describe('exact sampling', () => {
  it('chooses exactly what is asked for, stretch by stretch', () => {
    const parts = strata(1000, 100, [[0.1, 0.6]])
    expect(parts).toEqual([
      { size: 900, take: 40 },
      { size: 100, take: 60 },
    ])
    const sampler = new ExactSampler(parts, new Random(3))
    const chosen = Array.from({ length: 1000 }, () => sampler.next())
    expect(chosen.slice(0, 900).filter(Boolean)).toHaveLength(40)
    expect(chosen.slice(900).filter(Boolean)).toHaveLength(60)
    expect(sampler.next()).toBe(false)
  })

  it('splits a choice that is larger than a stretch', () => {
    const take = (n: number) => strata(10, n, [[0.1, 0.9]]).reduce((sum, s) => sum + s.take, 0)
    for (let n = 0; n <= 10; n++) expect(take(n)).toBe(n)
  })

  it('deals exactly the total, about evenly to the end', () => {
    for (const total of [1000, 2600, 3007, 5000]) {
      const parts = new ExactParts(1000, total, 5, new Random(4))
      const dealt = Array.from({ length: 1000 }, () => parts.next())
      expect(dealt.reduce((a, b) => a + b)).toBe(total)
      expect(Math.min(...dealt)).toBeGreaterThanOrEqual(1)
      expect(Math.max(...dealt)).toBeLessThanOrEqual(5)
    }
  })
})

describe('days', () => {
  it('are counted without a time zone and refuse what is no date', () => {
    expect(isoDay(dayOf('2024-02-29'))).toBe('2024-02-29')
    expect(sapDay(dayOf('2026-06-30') + 1)).toBe('20260701')
    for (const wrong of ['2025-02-29', '2025-2-1', 'today', '']) {
      expect(() => dayOf(wrong)).toThrow('not a date')
    }
    const moved = ['2026-06-26', '2026-06-27', '2026-06-28', '2026-06-29'].map((d) =>
      isoDay(workday(dayOf(d))),
    )
    expect(moved).toEqual(['2026-06-26', '2026-06-26', '2026-06-29', '2026-06-29'])
  })
})

describe('writers', () => {
  it('write lines and raw bytes in order, through more than one buffer', async () => {
    const path = join(folder, 'a.csv')
    const writer = await CsvWriter.create(path, ['A', 'B'])
    const wide = 'ç'.repeat(200_000)
    writer.line(wide)
    writer.raw(Buffer.from([0x81, 0]))
    writer.line('x,y')
    expect(writer.full).toBe(true)
    await writer.drain()
    expect(writer.full).toBe(false)
    writer.line('z')
    await writer.close()
    expect(writer.rows).toBe(4)
    const expected = Buffer.concat([
      Buffer.from(`A,B\n${wide}\n`),
      Buffer.from([0x81, 0]),
      Buffer.from('\nx,y\nz\n'),
    ])
    expect(readFileSync(path).equals(expected)).toBe(true)
  })

  it('quote only where it is needed', () => {
    expect(csvField('São')).toBe('São')
    expect(csvField('a, "b"')).toBe('"a, ""b"""')
  })

  it('tell the truth as JSON, also when there is nothing to tell', async () => {
    for (const n of [0, 2]) {
      const path = join(folder, `${n}.json`)
      const truth = await TruthWriter.create(path, { seed: 1 })
      const fault = { delivery: 1, fault: 'f', table: 'T', key: {}, rule: 'T_R', fixed_in: null }
      for (let i = 0; i < n; i++) truth.fault(fault)
      await truth.close({ counts: { T: 3 } })
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
        seed: 1,
        faults: Array.from({ length: n }, () => fault),
        counts: { T: 3 },
      })
    }
  })
})
