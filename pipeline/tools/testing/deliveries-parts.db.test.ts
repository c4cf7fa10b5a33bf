/** Which files a full delivery must bring, and which it may have beside them. */
import { describe, expect, it } from 'vitest'
import { adhoc, type ShortDataset } from './adhoc'

const A: ShortDataset = {
  name: 'um',
  columns: { id: 'text', v: 'numeric(15,2)' },
  rules: [{ code: 'UM_V', kind: 'required', column: 'v' }],
}
const um = (...lines: string[]) => ({ 'UM.csv': ['id,v', ...lines, ''].join('\n') })

describe('parts', () => {
  const part = (...numbers: number[]) =>
    Object.fromEntries(numbers.map((n) => [`UM_${n}.csv`, `id,v\n${n},1\n`]))

  it('that the last full delivery had are missed, in the middle and at the end', async () => {
    const t = await adhoc([A])
    await t.run(part(1, 2, 3))
    for (const [files, lost] of [
      [part(1, 3), '2'],
      [part(1, 2), '3'],
      [part(1), '2, 3'],
    ] as const) {
      const report = await t.deliver(files)
      expect(report.error).toMatchObject({
        reason: 'missing_part',
        message: expect.stringMatching(new RegExp(`^UM lacks parts? ${lost};`)),
      })
      expect(report.exitCode).toBe(2)
    }
    expect(await t.values('um', 'id')).toEqual(['1', '2', '3'])
    await t.run(part(1), { mode: 'delta' })
  })

  it('may be fewer when the sender lists them, or when it is accepted', async () => {
    const t = await adhoc([A])
    await t.run(part(1, 2, 3))
    await t.run({ ...part(1, 2), _READY: '{"files":["UM_1.csv","UM_2.csv"]}' })
    await t.run(part(1), { acceptShrink: true })
    expect(await t.values('um', 'id')).toEqual(['1'])
  })
})

it('names every file that belongs to no source', async () => {
  const t = await adhoc([A])
  const report = await t.run({ ...um('1,1'), 'notes.txt': '', 'UM.csv.bak': '' })
  expect(report.notes).toEqual(['UM.csv.bak, notes.txt belong to no source of adhoc'])
})
