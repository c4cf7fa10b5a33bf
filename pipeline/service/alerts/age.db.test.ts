import { describe, expect, it } from 'vitest'
import { Scene } from './scene.testing'

const WARNING = ['t/R warning']
const CRITICAL = ['t/R critical']

describe('age', () => {
  it('warns after 7 days and is critical after 21, to the second', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    expect(await s.alerts('2026-01-12T11:59:59Z', 'age')).toEqual([])
    expect(await s.alerts('2026-01-12T12:00:00Z', 'age')).toEqual(WARNING)
    expect(await s.alerts('2026-01-26T11:59:59Z', 'age')).toEqual(WARNING)
    expect(await s.alerts('2026-01-26T12:00:00Z', 'age')).toEqual(CRITICAL)
  })

  it.each([
    ['spring: the week has an hour less', '2026-03-25T09:00:00Z', '2026-04-01T08:00:00Z'],
    ['autumn: it has one more', '2026-10-22T08:00:00Z', '2026-10-29T09:00:00Z'],
    ['around midnight of the change', '2026-03-21T23:00:00Z', '2026-03-28T23:00:00Z'],
    ['in the hour that does not exist', '2026-03-22T01:30:00Z', '2026-03-29T01:30:00Z'],
    ['in the hour that comes twice, once', '2026-10-18T00:30:00Z', '2026-10-25T01:30:00Z'],
  ])('counts days of Europe/Paris, %s', async (_, first, limit) => {
    const s = await Scene.open('Europe/Paris')
    await s.enter(first)
    const second = new Date(new Date(limit).getTime() - 1000).toISOString()
    expect(await s.alerts(second, 'age')).toEqual([])
    expect(await s.alerts(limit, 'age')).toEqual(WARNING)
    for (let minutes = 10; minutes <= 180; minutes += 10) {
      await s.sweep(new Date(new Date(limit).getTime() + minutes * 60_000).toISOString())
    }
    expect(await s.db.rows('SELECT id FROM quality.alert')).toHaveLength(1)
  })

  it("follows the rule's own thresholds, and an administrator's before those", async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    await s.db.exec(`INSERT INTO quality.rule (dataset, code, domain, position, kind, fingerprint, texts,
      source_hint, owner, severity, warn_days, critical_days, replay)
      VALUES ('t', 'R', 'd', 1, 'sql', '', '{}', '{}', 'x', 'critical', 2, 4, 'nightly')`)
    expect(await s.alerts('2026-01-07T11:59:59Z', 'age')).toEqual([])
    expect(await s.alerts('2026-01-07T12:00:00Z', 'age')).toEqual(WARNING)
    expect(await s.alerts('2026-01-09T12:00:00Z', 'age')).toEqual(CRITICAL)
    await s.db.exec('UPDATE quality.rule SET critical_days_override = 30')
    expect(await s.alerts('2026-01-09T12:00:00Z', 'age')).toEqual(WARNING)
    await s.db.exec('UPDATE quality.rule SET warn_days_override = 10')
    expect(await s.alerts('2026-01-09T12:00:00Z', 'age')).toEqual([])
  })

  it('leaves snoozed causes out until the snooze ends, to the second', async () => {
    const s = await Scene.open()
    const cause = await s.cause()
    await s.enter('2026-01-05T12:00:00Z', { cause, n: 3 })
    await s.enter('2026-01-10T12:00:00Z')
    await s.db.exec(`UPDATE quality.cause SET snoozed_until = '2026-01-15T00:00:00Z'`)
    expect(await s.alerts('2026-01-14T23:59:59Z', 'age')).toEqual([])
    expect(await s.alerts('2026-01-15T00:00:00Z', 'age')).toEqual(WARNING)
    const { detail } = await s.db.row<{ detail: object }>('SELECT detail FROM quality.alert')
    expect(detail).toEqual({
      oldest: '2026-01-05T12:00:00Z',
      rows: 3,
      warn_days: 7,
      critical_days: 21,
    })
  })

  it('goes down a level when the oldest rows leave, and closes with the last', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    await s.enter('2026-01-20T12:00:00Z')
    expect(await s.alerts('2026-01-29T12:00:00Z', 'age')).toEqual(CRITICAL)
    await s.leave('2026-01-29T13:00:00Z')
    expect(await s.sweep('2026-01-29T14:00:00Z')).toMatchObject({ deescalated: 1, closed: 0 })
    expect(await s.alerts('2026-01-29T14:00:00Z', 'age')).toEqual(WARNING)
    await s.leave('2026-01-29T15:00:00Z')
    expect(await s.sweep('2026-01-29T16:00:00Z')).toMatchObject({ closed: 1, open: 0 })
  })
})
