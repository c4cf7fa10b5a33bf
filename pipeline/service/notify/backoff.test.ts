import { expect, it } from 'vitest'
import { MAX_ATTEMPTS, waitAfter } from './backoff'

const minutes = (n: number, asked = 0, random = 0) => waitAfter(n, asked, random) / 60_000

it('doubles from a minute to six hours, with up to a fifth of chance', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, i) => minutes(i + 1))
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  expect(minutes(1, 0, 1)).toBeCloseTo(1.2)
})

it('heeds what the receiver asks for, within reason', () => {
  expect(minutes(1, 30 * 60_000)).toBe(30)
  expect(minutes(5, 60_000)).toBe(16)
  expect(minutes(1, 9e12)).toBe(360)
})
