import { expect, it } from 'vitest'
import {
  formatChange,
  formatCount,
  formatDay,
  formatDayShort,
  formatDecimal,
  formatMoment,
  formatMoney,
  formatMoneyShort,
  formatShare,
  formatTime,
  wholeDays,
} from '.'

const reader = { locale: 'en', timeZone: 'America/Sao_Paulo' }

it('groups digits and keeps every cent of a large sum', () => {
  expect(formatCount(29877, reader)).toBe('29,877')
  expect(formatMoney('12345678901234567.89', 'BRL', reader)).toBe('R$12,345,678,901,234,567.89')
  expect(formatMoney('-5.5', 'USD', { ...reader, locale: 'pt-BR' })).toMatch(/^−US\$\s5,50$/)
  expect(formatMoney('5', 'R$', reader)).toBe('R$ 5.00')
  expect(formatMoney('-3.1', null, reader)).toBe('−3.10')
})

it('leaves no digit of short money to what an engine assumes', () => {
  expect(formatMoneyShort('25200', 'BRL', reader)).toBe('R$25.20K')
  expect(formatMoneyShort('1964800', 'BRL', { ...reader, locale: 'pt-BR' })).toMatch(
    /^R\$\s1,96\smi$/,
  )
  expect(formatMoneyShort('7', '', reader)).toBe('7.00')
})

it('keeps every digit of a number, and the day of a date', () => {
  expect(formatDecimal('12345678901234567890.10', reader)).toBe('12,345,678,901,234,567,890.10')
  expect(formatDecimal('-5', { locale: 'pt-BR' })).toBe('−5')
  expect(formatDay('2026-03-01', { locale: 'pt-BR' })).toBe('01/03/2026')
  expect(formatDay('2026-03-01', { locale: 'fr' })).toBe('01/03/2026')
  expect(formatDay('0001-01-01', reader)).toBe('Jan 1, 1')
})

it('shows times in the zone of the workspace, to the minute', () => {
  const time = new Date('2026-11-30T01:30:05Z')
  expect(formatTime(time, reader)).toMatch(/^Nov 29, 2026, 10:30\sPM$/)
  expect(formatTime(time, { ...reader, locale: 'pt-BR' })).toBe('29/11/2026, 22:30')
  expect(formatTime(time, { ...reader, locale: 'fr' })).toBe('29/11/2026 22:30')
  expect(formatMoment(time, reader)).toMatch(/^Nov 29, 2026, 10:30:05\sPM$/)
})

it('has one minus sign, and the same decimals below each other', () => {
  for (const locale of ['en', 'pt-BR', 'fr']) {
    const texts = [
      formatCount(-827, { locale }),
      formatChange(-827, { locale }),
      formatMoney('-1494.53', 'BRL', { locale }),
      formatMoneyShort('-1494.53', 'BRL', { locale }),
      formatDecimal('-0.5', { locale }),
    ]
    expect(texts.filter((text) => text.includes('-') || !text.includes('−'))).toEqual([])
  }
  expect(['602.8', '11300', '1960000'].map((n) => formatMoneyShort(n, 'BRL', reader))).toEqual([
    'R$602.80',
    'R$11.30K',
    'R$1.96M',
  ])
  expect([0.018, 0.12, 1].map((n) => formatShare(n, reader))).toEqual(['1.8%', '12.0%', '100.0%'])
})

it('writes days at charts as the language does', () => {
  expect(formatDayShort('2026-11-01', { locale: 'fr' })).toBe('1er nov.')
  expect(formatDayShort('2026-11-11', { locale: 'fr' })).toBe('11 nov.')
  expect(formatDayShort('2026-11-01', { locale: 'en' })).toBe('Nov 1')
})

it('counts whole days and never less than none', () => {
  const now = new Date('2026-11-30T00:00:00Z')
  expect(wholeDays(new Date('2026-10-26T12:00:00Z'), now)).toBe(34)
  expect(wholeDays(new Date('2026-12-02T00:00:00Z'), now)).toBe(0)
})
