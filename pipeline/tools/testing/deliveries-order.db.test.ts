/** In which order deliveries come: sequences, repeats, clocks. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rebuildDomain } from '@/pipeline/operations/rebuild/rebuild'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { type Adhoc, adhoc, type Files, type ShortDataset } from './adhoc'
import { everything } from './everything'

const A: ShortDataset = {
  name: 'um',
  columns: { id: 'text', v: 'numeric(15,2)' },
  rules: [{ code: 'UM_V', kind: 'required', column: 'v' }],
}
const um = (...lines: string[]) => ({ 'UM.csv': ['id,v', ...lines, ''].join('\n') })

async function refused(t: Adhoc, files: Files, reason: string, options = {}) {
  const before = await t.state()
  const report = await t.deliver(files, options)
  expect(report).toMatchObject({ status: 'refused', exitCode: 2, error: { reason } })
  expect(await t.state()).toBe(before)
  return report.error?.message
}

describe('the order of deliveries', () => {
  const numbered = (sequence: number, mode: string, line: string) => ({
    ...um(line),
    _READY: JSON.stringify({ mode, sequence }),
  })

  it('a delivery that was overtaken is refused, full or delta', async () => {
    const t = await adhoc([A])
    await t.run(numbered(4, 'full', '1,1'))
    await t.run(numbered(6, 'delta', '1,6'))
    for (const [sequence, mode] of [
      [5, 'delta'],
      [5, 'full'],
      [6, 'delta'],
      [6, 'full'],
    ] as const) {
      expect(await refused(t, numbered(sequence, mode, '1,5'), 'sequence')).toContain('6')
    }
    expect(await t.values('um', 'v')).toEqual(['6.00'])
    // The sender began to count anew: said once, the new order holds.
    await t.run(numbered(1, 'full', '1,7'), { acceptSequence: true })
    await t.run(numbered(2, 'delta', '1,8'))
    expect(await t.values('um', 'v')).toEqual(['8.00'])
  })

  it('a repeat of the same content changes nothing, says so, and is no failure', async () => {
    const t = await adhoc([A])
    const first = await t.run(numbered(1, 'full', '1,1'))
    const second = await t.run(numbered(2, 'delta', '1,2'))
    const before = await everything(t.db)
    for (const [files, run] of [
      [numbered(2, 'delta', '1,2'), second.run],
      [numbered(1, 'full', '1,1'), first.run],
    ] as const) {
      const report = await t.deliver(files)
      expect(report).toMatchObject({ status: 'repeated', exitCode: 0, run })
      expect(report.notes).toEqual([
        `The same files were committed as run ${run}: nothing was changed`,
      ])
    }
    expect(await everything(t.db)).toEqual(before)
    expect(await t.deliver(numbered(1, 'full', '1,9'))).toMatchObject({ exitCode: 2 })
  })

  it('a folder that is run again after a newer one is a repeat; the newest is judged again', async () => {
    const t = await adhoc([A])
    const folder = (name: string, line: string, ready = '') => {
      const input = join(mkdtempSync(join(tmpdir(), 'lazaret-again-')), name)
      mkdirSync(input)
      onTestFinished(() => rmSync(join(input, '..'), { recursive: true }))
      writeFileSync(join(input, 'UM.csv'), `id,v\n${line}\n`)
      if (ready) writeFileSync(join(input, '_READY'), ready)
      return () => runDelivery(t.url, { domain: t.domain, input, mode: 'delta' })
    }
    const [one, two] = [folder('one', '1,1'), folder('two', '1,2')]
    await one()
    expect(await one()).toMatchObject({ status: 'committed' })
    await two()
    expect(await one()).toMatchObject({ status: 'repeated' })
    // Another folder with the old content is a new delivery: the value went back.
    expect(await folder('three', '1,1')()).toMatchObject({ status: 'committed' })
    // With a clock of its own the content is the same delivery whatever its folder.
    const dated = JSON.stringify({ as_of: new Date().toISOString() })
    await folder('four', '1,4', dated)()
    await folder('five', '1,5')()
    expect(await folder('six', '1,4', dated)()).toMatchObject({ status: 'repeated' })
    expect(await t.values('um', 'v')).toEqual(['5.00'])
  })

  it('a clock in the future is refused, whoever gives it', async () => {
    const t = await adhoc([A])
    await t.run(um('1,1'))
    const asOf = new Date('2962-07-01T08:00:00-03:00')
    const future = { exitCode: 2, error: { reason: 'as_of' } }
    expect(await t.deliver(um('1,1'), { asOf })).toMatchObject(future)
    await expect(t.rebuild({ asOf })).rejects.toThrow('lies in the future')
    const { rows } = await t.db.row<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM quality.run WHERE as_of > now() + interval '1 day'`,
    )
    expect(rows).toBe(0)
  })

  it('a clock in the future that an earlier release took locks nobody out', async () => {
    const t = await adhoc([A])
    await t.run(um('1,1'))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('9999-12-31T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    await t.run(um('1,1', '2,'), { asOf: new Date() })
    vi.useRealTimers()
    expect(await t.deliver(um('1,2', '2,2'), { asOf: new Date() })).toMatchObject({
      status: 'committed',
    })
    expect(await t.deliver(um('1,2', '2,'), { asOf: new Date() })).toMatchObject({
      status: 'committed',
    })
    expect(await rebuildDomain(t.url, { domain: t.domain })).toMatchObject({
      status: 'committed',
    })
  })

  it('a rebuild keeps the clock of the last delivery: an older extract may come after it', async () => {
    const t = await adhoc([A])
    const hour = (n: number) => new Date(Date.now() - n * 3_600_000)
    await t.run(um('1,1'), { asOf: hour(5) })
    const rebuilt = await rebuildDomain(t.url, { domain: t.domain })
    expect(rebuilt).toMatchObject({ status: 'committed', as_of: t.report.as_of })
    await t.run(um('1,2'), { asOf: hour(3) })
  })
})
