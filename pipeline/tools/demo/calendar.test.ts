import { expect, it } from 'vitest'
import { DAYS, daysBefore, deliveriesEvery, deliveryOn, lastDay } from './calendar'
import { demos } from './plan'

it('gives every domain its deliveries in order, the last one on the last day', () => {
  for (const everyDays of [1, 2, 5, 7, ...demos.map((d) => d.everyDays)]) {
    const days = Array.from({ length: DAYS }, (_, i) => deliveryOn(i + 1, everyDays))
    const numbers = days.filter((n) => n !== undefined)
    expect(numbers).toEqual(Array.from({ length: deliveriesEvery(everyDays) }, (_, i) => i + 1))
    expect(days.at(-1)).toBe(deliveriesEvery(everyDays))
  }
})

it('counts days of the workspace, across months', () => {
  expect(lastDay(new Date('2026-03-02T05:59:00Z'), 'America/Sao_Paulo')).toBe('2026-03-01')
  expect(lastDay(new Date('2026-03-02T06:00:00Z'), 'America/Sao_Paulo')).toBe('2026-03-02')
  expect(daysBefore('2026-03-02', 56)).toBe('2026-01-05')
})
