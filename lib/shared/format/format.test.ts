import { expect, it } from 'vitest'
import {
  formatCount,
  formatDay,
  formatDecimal,
  formatMoney,
  formatMoneyShort,
  formatTime,
  wholeDays,
} from '.'

const reader = { locale: 'en', timeZone: 'America/Sao_Paulo' }

it('groups digits and keeps every cent of a large sum', () => {
  expect(formatCount(29877, reader)).toBe('29,877')
  expect(formatMoney('12345678901234567.89', 'BRL', reader)).toBe('R$12,345,678,901,234,567.89')
  expect(formatMoney('-5.5', 'USD', { ...reader, locale: 'pt-BR' })).toMatch(/^-US\$\s5,50$/)
  expect(formatMoney('5', 'R$', reader)).toBe('R$ 5.00')
  expect(formatMoney('-3.1', null, reader)).toBe('-3.10')
})

it('leaves no digit of short money to what an engine assumes', () => {
  expect(formatMoneyShort('25200', 'BRL', reader)).toBe('R$25.2K')
  expect(formatMoneyShort('1964800', 'BRL', { ...reader, locale: 'pt-BR' })).toMatch(
    /^R\$\s1,96\smi$/,
  )
  expect(formatMoneyShort('7', '', reader)).toBe('7')
})

it('keeps every digit of a number, and the day of a date', () => {
  expect(formatDecimal('12345678901234567890.10', reader)).toBe('12,345,678,901,234,567,890.10')
  expect(formatDecimal('-5', { locale: 'pt-BR' })).toBe('-5')
  expect(formatDay('2026-03-01', { locale: 'pt-BR' })).toBe('1 de mar. de 2026')
  expect(formatDay('0001-01-01', reader)).toBe('Jan 1, 1')
})

it('shows times in the zone of the workspace', () => {
  expect(formatTime(new Date('2026-11-30T01:30:00Z'), reader)).toMatch(/Nov 29, 2026, 10:30:00\sPM/)
})

it('counts whole days and never less than none', () => {
  const now = new Date('2026-11-30T00:00:00Z')
  expect(wholeDays(new Date('2026-10-26T12:00:00Z'), now)).toBe(34)
  expect(wholeDays(new Date('2026-12-02T00:00:00Z'), now)).toBe(0)
})
