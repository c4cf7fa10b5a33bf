import { describe, expect, it } from 'vitest'
import { calendarDate, instant, oneOf, whole } from './options'

describe('options', () => {
  it.each([
    () => instant('--as-of', '2026-02-30T00:00:00Z'),
    () => instant('--as-of', '2026-07-01T00:00:00'),
    () => instant('--as-of', '2026-07-01'),
    () => calendarDate('--key-date', '2026-02-30'),
    () => calendarDate('--key-date', '2026-7-1'),
    () => whole('--seed', '', 0),
    () => whole('--seed', '-1', 0),
    () => whole('--seed', '1.5', 0),
    () => oneOf('--mode', 'FULL', ['full', 'delta']),
  ])('are refused by name, in one sentence: %s', (parse) => {
    expect(parse).toThrow(/^--[a-z-]+ ".*" is not [^\n]*$/)
  })

  it('are what they say', () => {
    const noon = instant('--as-of', '2026-07-01T12:00:00-03:00')
    expect(noon.toISOString()).toBe('2026-07-01T15:00:00.000Z')
    expect(calendarDate('--key-date', '2024-02-29')).toBe('2024-02-29')
    expect(whole('--seed', '7', 0)).toBe(7)
  })
})
