import { describe, expect, it } from 'vitest'
import { Scene } from './scene.testing'

describe('stalled', () => {
  it('after 28 days without an exit since the first row came in, at midnight', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    expect(await s.alerts('2026-02-02T02:59:59Z', 'stalled')).toEqual([])
    expect(await s.alerts('2026-02-02T03:00:00Z', 'stalled')).toEqual(['t/R warning'])
    expect(await s.alerts('2026-03-02T03:00:00Z', 'stalled')).toEqual(['t/R critical'])
  })

  it('begins again with each exit, and is over when nothing is left', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z', { n: 3 })
    await s.leave('2026-01-20T12:00:00Z')
    expect(await s.alerts('2026-02-16T12:00:00Z', 'stalled')).toEqual([])
    expect(await s.alerts('2026-02-17T12:00:00Z', 'stalled')).toEqual(['t/R warning'])
    await s.leave('2026-02-18T12:00:00Z')
    expect(await s.alerts('2026-02-18T12:00:00Z', 'stalled')).toEqual([])
    await s.leave('2026-02-18T12:00:00Z')
    expect(await s.alerts('2026-12-01T12:00:00Z', 'stalled')).toEqual([])
    await s.enter('2026-12-01T12:00:00Z')
    expect(await s.alerts('2026-12-02T12:00:00Z', 'stalled')).toEqual([])
    expect(await s.alerts('2026-12-29T12:00:00Z', 'stalled')).toEqual(['t/R warning'])
  })

  it('counts for a rule from when rows moved to it; moving on is no exit', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z', { rule: 'R' })
    await s.move('2026-01-25T12:00:00Z', 'R', 'S')
    expect(await s.alerts('2026-02-10T12:00:00Z', 'stalled')).toEqual([])
    expect(await s.alerts('2026-02-22T12:00:00Z', 'stalled')).toEqual(['t/S warning'])
  })

  it.each([
    ['Europe/Paris, spring', '2026-03-02T22:59:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Paris, autumn', '2026-10-01T21:59:00Z', '2026-10-28T23:00:00Z'],
  ])('turns at local midnight: %s', async (_, first, midnight) => {
    const s = await Scene.open('Europe/Paris')
    await s.enter(first)
    const second = new Date(new Date(midnight).getTime() - 1000).toISOString()
    expect(await s.alerts(second, 'stalled')).toEqual([])
    expect(await s.alerts(midnight, 'stalled')).toEqual(['t/R warning'])
  })
})

describe('surge', () => {
  /** A domain of four weeks with `usual(day)` rows on each of the 28 days before 2 February. */
  async function month(
    usual: (day: number) => number,
    first = '2026-01-05T12:00:00Z',
  ): Promise<Scene> {
    const s = await Scene.open()
    await s.run(first)
    for (let day = 0; day < 28; day += 1) {
      const n = usual(day)
      if (n > 0) await s.enter(new Date(Date.UTC(2026, 0, 5 + day, 12)).toISOString(), { n })
    }
    return s
  }
  const NOW = '2026-02-02T20:00:00Z'
  const today = '2026-02-02T12:00:00Z'

  it('is more than three deviations above the mean of the days before', async () => {
    // Mean 10, deviation 4: the limit is 22 rows.
    const s = await month((day) => (day % 2 === 0 ? 6 : 14))
    await s.enter(today, { n: 22 })
    expect(await s.alerts(NOW, 'surge')).toEqual([])
    await s.enter(today, { n: 1 })
    expect(await s.alerts(NOW, 'surge')).toEqual(['t/R warning'])
    const { detail } = await s.db.row<{ detail: object }>(
      `SELECT detail FROM quality.alert WHERE kind = 'surge'`,
    )
    expect(detail).toEqual({ day: '2026-02-02', rows: 23, mean: 10, deviation: 4 })
    await s.enter(today, { n: 76 })
    expect(await s.alerts(NOW, 'surge')).toEqual(['t/R warning'])
    await s.enter(today, { n: 1 })
    expect(await s.alerts(NOW, 'surge')).toEqual(['t/R critical'])
  })

  it('is over at midnight', async () => {
    const s = await month(() => 1)
    await s.enter(today, { n: 50 })
    expect(await s.alerts('2026-02-03T02:59:59Z', 'surge')).toEqual(['t/R warning'])
    expect(await s.alerts('2026-02-03T03:00:00Z', 'surge')).toEqual([])
  })

  it('is never a handful of rows, nor the first week of a domain', async () => {
    const few = await month(() => 0)
    await few.enter(today, { n: 19 })
    expect(await few.alerts(NOW, 'surge')).toEqual([])
    await few.enter(today)
    expect(await few.alerts(NOW, 'surge')).toEqual(['t/R warning'])
    const young = await month(() => 0, '2026-01-27T12:00:00Z')
    await young.enter(today, { n: 5_000 })
    expect(await young.alerts(NOW, 'surge')).toEqual([])
  })

  it('does not take the days before the first run for quiet ones', async () => {
    const s = await month((day) => (day >= 21 ? 20 : 0), '2026-01-26T12:00:00Z')
    await s.enter(today, { n: 20 })
    expect(await s.alerts(NOW, 'surge')).toEqual([])
  })
})
