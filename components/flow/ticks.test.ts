import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundTicks } from './ticks'

it.each([
  [[1_350_000], false, [0, 500_000, 1_000_000, 1_500_000]],
  [[827, 1284], true, [0, 500, 1000, 1500]],
  [[69.92], false, [0, 20, 40, 60, 80]],
  [[1], true, [0, 1]],
  [[2], true, [0, 1, 2]],
  [[], true, [0, 1]],
  [[-1494.53, 200], false, [-1500, -1000, -500, 0, 500]],
])('%j has the ticks %j', (values, whole, ticks) => {
  expect(roundTicks(values, whole)).toEqual(ticks)
})

it('reaches over all values with at most seven ticks, evenly spaced', () => {
  // Cents at the finest.
  const value = fc.integer({ min: 0, max: 1e11 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(fc.array(value, { maxLength: 8 }), fc.boolean(), (values, whole) => {
      const ticks = roundTicks(values, whole)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values))
      if (whole) expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})
