import { expect, it } from 'vitest'
import { stalenessOf } from './staleness'

it('turns amber after one minute and vermilion after five', () => {
  expect(stalenessOf(60_000, true)).toBeNull()
  expect(stalenessOf(60_001, true)).toBe('amber')
  expect(stalenessOf(300_000, false)).toBe('amber')
  expect(stalenessOf(300_001, false)).toBe('vermilion')
})

it('is vermilion when there never were figures, and not while the first ones come', () => {
  expect(stalenessOf(null, true)).toBe('vermilion')
  expect(stalenessOf(null, false)).toBeNull()
})
