import { expect, it } from 'vitest'
import type { Alert } from './alerts'
import type { StockLine } from './stock'
import { alarmsOf, levelOf, worstOf } from './wall'

const AT = new Date('2026-11-30T12:00:00Z')
const ago = (days: number) => new Date(AT.getTime() - days * 86_400_000).toISOString()
const line = (rule: string, rows: number, days: number): StockLine =>
  ({
    dataset: 't',
    rule,
    rows,
    oldest: ago(days),
    means: { en: `${rule} in words` },
    warnDays: 7,
    criticalDays: 21,
  }) as unknown as StockLine

it('says how old a line is by the limits of its own rule', () => {
  expect(levelOf(line('a', 1, 6.9), AT)).toBeNull()
  expect(levelOf(line('a', 1, 7), AT)).toBe('warning')
  expect(levelOf(line('a', 1, 21), AT)).toBe('critical')
  expect(levelOf({ ...line('a', 1, 30), criticalDays: 60 }, AT)).toBe('warning')
  expect(levelOf({ ...line('a', 0, 30), oldest: null }, AT)).toBeNull()
})

it('puts rules over their limits first, then the most rows, five at most', () => {
  const lines = [
    line('young', 900, 1),
    line('late', 3, 22),
    line('warned', 50, 8),
    line('later', 4, 40),
    line('empty', 0, 40),
    line('x', 2, 1),
    line('y', 1, 1),
  ]
  expect(worstOf(lines, AT).map((r) => r.rule)).toEqual(['later', 'late', 'warned', 'young', 'x'])
})

it('says alerts of a kind once, the loop before the rows, critical before warnings, three at most', () => {
  const alert = (kind: Alert['kind'], level: Alert['level'], rule: string | null = null) =>
    ({ kind, level, rule, dataset: 't', domain: 'd', detail: {} }) as Alert
  const alerts = [
    alert('age', 'critical', 'a'),
    alert('age', 'critical', 'b'),
    alert('run_failed', 'critical'),
    alert('age', 'warning', 'c'),
    alert('run_refused', 'warning'),
    alert('surge', 'warning', 'a'),
  ]
  const found = alarmsOf(alerts, [line('a', 1, 30)])
  expect(found.map((a) => `${a.level} ${a.kind} ${a.n}`)).toEqual([
    'critical run_failed 1',
    'critical age 2',
    'warning run_refused 1',
  ])
  expect(found[1]?.means).toEqual({ en: 'a in words' })
})
