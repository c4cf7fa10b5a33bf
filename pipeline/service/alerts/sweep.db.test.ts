import { describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { Scene } from './scene.testing'
import { sweepAlerts } from './sweep'

describe('sweeping', () => {
  it('48 times over the same state makes one alert, and writes nothing again', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    const counts = { opened: 0, escalated: 0, deescalated: 0, closed: 0 }
    const versions = new Set<string>()
    for (let half = 0; half < 48; half += 1) {
      const swept = await s.sweep(new Date(Date.UTC(2026, 0, 13, 0, 30 * half)).toISOString())
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += swept[key]
      const { version } = await s.db.row<{ version: string }>(
        'SELECT xmin::text AS version FROM quality.alert',
      )
      versions.add(version)
    }
    expect(counts).toEqual({ opened: 1, escalated: 0, deescalated: 0, closed: 0 })
    expect(versions.size).toBe(1)
  })

  it('keeps who acknowledged it through escalation; a new one after closing is unacknowledged', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    await s.sweep('2026-01-12T12:00:00Z')
    await s.db.exec(
      `UPDATE quality.alert SET acknowledged_at = '2026-01-13T00:00:00Z', acknowledged_by = 'rita'`,
    )
    expect(await s.sweep('2026-01-26T12:00:00Z')).toMatchObject({ escalated: 1, opened: 0 })
    const read = () =>
      s.db.rows(`SELECT level, acknowledged_by AS by, closed_at IS NOT NULL AS closed,
      to_char(escalated_at AT TIME ZONE 'UTC', 'DD HH24:MI') AS escalated FROM quality.alert ORDER BY id`)
    const old = { level: 'critical', by: 'rita', closed: false, escalated: '26 12:00' }
    expect(await read()).toEqual([old])
    await s.leave('2026-01-27T00:00:00Z')
    await s.sweep('2026-01-27T01:00:00Z')
    await s.enter('2026-01-27T02:00:00Z')
    await s.sweep('2026-02-03T02:00:00Z')
    expect(await read()).toEqual([
      { ...old, closed: true },
      { level: 'warning', by: null, closed: false, escalated: null },
    ])
  })

  it('from two workers at once opens one', async () => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z')
    const others = await Promise.all([Db.open(s.url), Db.open(s.url), Db.open(s.url)])
    const at = new Date('2026-01-12T12:00:00Z')
    const swept = await Promise.all(others.map((db) => sweepAlerts(db, at)))
    for (const db of others) await db.close()
    expect(swept.reduce((sum, one) => sum + one.opened, 0)).toBe(1)
  })
})

describe('runs', () => {
  it('the last run of a domain failed or was refused, until one commits', async () => {
    const s = await Scene.open()
    await s.run('2026-01-05T12:00:00Z')
    await s.run('2026-01-05T13:00:00Z', 'refused')
    expect(await s.alerts('2026-01-05T14:00:00Z', 'run_refused')).toEqual(['d warning'])
    await s.run('2026-01-05T15:00:00Z', 'failed')
    await s.run('2026-01-05T16:00:00Z', 'running')
    expect(await s.alerts('2026-01-05T16:00:00Z', 'run_refused')).toEqual([])
    expect(await s.alerts('2026-01-05T16:00:00Z', 'run_failed')).toEqual(['d critical'])
    await s.run('2026-01-05T17:00:00Z', 'interrupted')
    expect(await s.alerts('2026-01-05T17:00:00Z', 'run_failed')).toEqual(['d critical'])
    await s.run('2026-01-05T18:00:00Z')
    expect(await s.alerts('2026-01-05T18:00:00Z', 'run_failed')).toEqual([])
  })

  it('none committed for longer than expected; a domain that never ran misses nothing', async () => {
    const s = await Scene.open('Europe/Paris')
    await s.run('2026-03-28T12:00:00Z')
    await s.run('2026-03-28T12:00:00Z', 'refused', 'never')
    // Hours are hours, also where a night has one less.
    expect(await s.alerts('2026-03-30T00:00:00Z', 'run_missing')).toEqual([])
    expect(await s.alerts('2026-03-30T00:00:01Z', 'run_missing')).toEqual(['d warning'])
    expect(await s.alerts('2026-03-31T12:00:01Z', 'run_missing')).toEqual(['d critical'])
    await s.db.exec(`INSERT INTO quality.domain VALUES ('d', 200)`)
    expect(await s.alerts('2026-03-31T12:00:01Z', 'run_missing')).toEqual([])
    await s.db.exec('UPDATE quality.domain SET expect_every_hours = 24')
    await s.run('2026-03-31T13:00:00Z')
    expect(await s.alerts('2026-04-01T13:00:00Z', 'run_missing')).toEqual([])
    expect(await s.alerts('2026-04-01T13:00:01Z', 'run_missing')).toEqual(['d warning'])
  })
})

describe('ledger and claims', () => {
  const AT = '2026-01-05T13:00:00Z'

  it.each([
    ['stock', 'UPDATE quality.stock SET rows = rows + ', 'stock R BRL'],
    ['stock', 'UPDATE quality.stock SET amount = amount + ', 'stock R BRL'],
    ['ledger', 'UPDATE quality.flow_daily SET in_rows = in_rows + ', 'ledger R BRL'],
    ['ledger', 'UPDATE quality.flow_daily SET in_amount = in_amount + ', 'ledger R BRL'],
  ])('%s that disagrees with the open rows: %s1', async (_, damage, group) => {
    const s = await Scene.open()
    await s.enter('2026-01-05T12:00:00Z', { n: 2 })
    expect(await s.alerts(AT, 'ledger_broken')).toEqual([])
    await s.db.exec(`${damage}1`)
    expect(await s.alerts(AT, 'ledger_broken')).toEqual(['t critical'])
    const { detail } = await s.db.row<{ detail: object }>('SELECT detail FROM quality.alert')
    expect(detail).toEqual({ groups: 1, sample: [group] })
    await s.db.exec(`${damage}-1`)
    expect(await s.alerts(AT, 'ledger_broken')).toEqual([])
  })

  it('a refuted claim, until it is claimed again or nothing is left', async () => {
    const s = await Scene.open()
    const cause = await s.cause()
    await s.enter('2026-01-05T12:00:00Z', { cause })
    const claim = (state: string) => s.db.exec('UPDATE quality.cause SET claim = $1', [state])
    await claim('refuted')
    expect(await s.alerts(AT, 'claim_refuted')).toEqual([`cause/${cause} warning`])
    await claim('claimed')
    expect(await s.alerts(AT, 'claim_refuted')).toEqual([])
    await claim('refuted')
    expect(await s.alerts(AT, 'claim_refuted')).toEqual([`cause/${cause} warning`])
    await s.leave('2026-01-05T13:30:00Z')
    expect(await s.alerts('2026-01-05T14:00:00Z', 'claim_refuted')).toEqual([])
  })
})
