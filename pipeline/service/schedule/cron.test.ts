import { describe, expect, it } from 'vitest'
import { UsageError } from '@/lib/shared/errors'
import { nextDue } from './cron'

const PARIS = 'Europe/Paris'

/** The first `n` moments after a start, as ISO times. */
function times(cron: string, from: string, n: number, zone = PARIS): string[] {
  const list: string[] = []
  for (let at = new Date(from); list.length < n; ) {
    at = nextDue(cron, zone, at, 'CRON')
    list.push(at.toISOString().replace(':00.000Z', 'Z'))
  }
  return list
}

describe('nextDue in Europe/Paris', () => {
  it('a time that does not exist is due once, when the clock jumps', () => {
    expect(times('30 2 * * *', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ])
  })

  it('a time that exists twice is due once, the first time', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ])
    // Also for whoever looks between the two.
    expect(times('30 2 * * *', '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-26T01:30Z'])
  })

  it('the default hour, 03:00, is not touched by either change', () => {
    expect(times('0 3 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T01:00Z',
    ])
    expect(times('0 3 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T02:00Z',
      '2026-10-26T02:00Z',
    ])
  })

  it('midnight is midnight on the wall, before and after', () => {
    expect(times('0 0 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
    ])
  })

  it('every ten minutes stays every ten minutes through both changes', () => {
    for (const day of ['2026-03-29', '2026-10-25']) {
      const list = times('*/10 * * * *', `${day}T00:00:00Z`, 18)
      const gaps = list.map((t, i) =>
        i === 0 ? 10 : (Date.parse(t) - Date.parse(list[i - 1] as string)) / 60_000,
      )
      expect(new Set(gaps)).toEqual(new Set([10]))
    }
  })

  it('Mondays of ISO weeks 53 and 1 are a week apart', () => {
    expect(times('0 6 * * 1', '2026-12-27T12:00:00Z', 2)).toEqual([
      '2026-12-28T05:00Z',
      '2027-01-04T05:00Z',
    ])
  })
})

it('other zones: Lord Howe moves by half an hour, São Paulo not at all', () => {
  expect(times('15 2 * * *', '2026-10-02T20:00:00Z', 2, 'Australia/Lord_Howe')).toEqual([
    '2026-10-03T15:30Z',
    '2026-10-04T15:15Z',
  ])
  expect(times('0 3 * * *', '2026-10-24T12:00:00Z', 2, 'America/Sao_Paulo')).toEqual([
    '2026-10-25T06:00Z',
    '2026-10-26T06:00Z',
  ])
})

it.each(['', 'x', '61 * * * *', '* * * *', '0 0 0 * * *', '0 0 31 2 *'])(
  'refuses %j by the name of its setting',
  (cron) => {
    const due = () => nextDue(cron, PARIS, new Date(), 'LAZARET_NIGHTLY_CRON')
    expect(due).toThrow(UsageError)
    expect(due).toThrow('LAZARET_NIGHTLY_CRON')
  },
)
