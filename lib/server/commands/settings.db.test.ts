import { describe, expect, it } from 'vitest'
import { Forbidden, Invalid, NotFound } from '@/lib/shared/errors'
import { syncRules } from '@/pipeline/operations/sync/rules'
import { acknowledgeAlert } from './acknowledge-alert'
import { NOON, openLab, person, wish } from './lab.testing'
import { setThresholds } from './set-thresholds'

const domain = 'adhoc'

describe('set thresholds', () => {
  it('wins over the declaration, survives it, and can be taken back', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: person('administrator'), at: NOON }
    const rule = { domain, dataset: 'filhos', rule: 'FILHOS_V' }
    const input = { requestId: wish(), ...rule, warnDays: 2, replay: 'manual' as const }
    const before = { warnDays: 7, criticalDays: 21, replay: 'nightly' }
    const after = { warnDays: 2, criticalDays: 21, replay: 'manual' }
    expect(await setThresholds(call, input)).toEqual({ before, after, repeated: false })
    await lab.t.db.exec(`UPDATE quality.rule SET warn_days = 99 WHERE code = 'FILHOS_V'`)
    await syncRules(lab.t.db, lab.t.domain)
    expect(await setThresholds(call, input)).toEqual({ before, after, repeated: true })
    const back = { requestId: wish(), ...rule, warnDays: null, replay: null }
    expect(await setThresholds(call, back)).toMatchObject({ before: after, after: before })
  })

  it('refuses other roles, unknown rules, and a warning that comes too late', async () => {
    const lab = await openLab()
    const set = (role: 'viewer' | 'analyst' | 'steward' | 'administrator', more: object) =>
      setThresholds(
        { db: lab.db, actor: person(role), at: NOON },
        { requestId: wish(), domain, dataset: 'filhos', rule: 'FILHOS_V', ...more },
      )
    for (const role of ['viewer', 'analyst', 'steward'] as const) {
      await expect(set(role, { warnDays: 1 })).rejects.toThrow(Forbidden)
    }
    await expect(set('administrator', { rule: 'X', warnDays: 1 })).rejects.toThrow(NotFound)
    await expect(set('administrator', { domain: 'x', warnDays: 1 })).rejects.toThrow(NotFound)
    await expect(set('administrator', { warnDays: 21 })).rejects.toThrow(Invalid)
    await expect(set('administrator', { warnDays: 0 })).rejects.toThrow(Invalid)
    await expect(set('administrator', {})).rejects.toThrow(Invalid)
  })
})

describe('acknowledge an alert', () => {
  it('is done once, by a steward, on an open alert', async () => {
    const lab = await openLab()
    const { id } = await lab.t.db.row<{ id: number }>(
      `INSERT INTO quality.alert (kind, domain, subject, level, opened_at, detail)
      VALUES ('run_missing', $1, $1, 'warning', $2, '{}') RETURNING id`,
      [domain, NOON.toISOString()],
    )
    const call = { db: lab.db, actor: person('steward', 'rita'), at: NOON }
    const analyst = { ...call, actor: person('analyst') }
    await expect(acknowledgeAlert(analyst, { requestId: wish(), alert: id })).rejects.toThrow(
      Forbidden,
    )
    const input = { requestId: wish(), alert: id }
    expect(await acknowledgeAlert(call, input)).toEqual({ alert: id, repeated: false })
    expect(await acknowledgeAlert(call, input)).toEqual({ alert: id, repeated: true })
    await expect(acknowledgeAlert(call, { requestId: wish(), alert: id })).rejects.toMatchObject({
      reason: 'moved_on',
      ids: [id],
    })
    await expect(acknowledgeAlert(call, { requestId: wish(), alert: 999 })).rejects.toThrow(
      NotFound,
    )
    const row = await lab.t.db.row('SELECT acknowledged_by FROM quality.alert WHERE id = $1', [id])
    expect(row).toEqual({ acknowledged_by: 'rita' })
    await lab.t.db.exec(
      'UPDATE quality.alert SET closed_at = $2, acknowledged_at = NULL WHERE id = $1',
      [id, NOON.toISOString()],
    )
    await expect(acknowledgeAlert(call, { requestId: wish(), alert: id })).rejects.toMatchObject({
      message: /closed/,
    })
  })
})
