import { describe, expect, it, vi } from 'vitest'
import { Conflict, Forbidden, Invalid, NotFound } from '@/lib/shared/errors'
import { close } from './close'
import { comment } from './comment'
import {
  eventsOf,
  everything,
  expectExact,
  liveOf,
  NOON,
  openLab,
  person,
  wish,
} from './lab.testing'
import { reopen } from './reopen'

const steward = person('steward', 'rita')
const domain = 'adhoc'
const reason = 'known difference'

describe('close and reopen', () => {
  it('by ids: the row leaves the stock, stays in quarantine, and comes back with its clock', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    const ids = [lab.id('a'), lab.id('c')]
    const closed = await close(call, { requestId: wish(), domain, target: { ids }, reason })
    expect(closed).toEqual({
      rows: 2,
      money: [
        { dataset: 'filhos', currency: 'BRL', rows: 1, amount: '10.50' },
        { dataset: 'filhos', currency: 'USD', rows: 1, amount: '-5.00' },
      ],
      repeated: false,
    })
    await expectExact(lab)
    expect(await liveOf(lab, 'filhos')).toEqual([
      'a CLASSEE',
      'b A_TRAITER',
      'c CLASSEE',
      'd A_TRAITER',
      'e A_TRAITER',
    ])
    expect(await eventsOf(lab, 'EXITED')).toEqual([
      `a rita CLASSEE ${reason}`,
      `c rita CLASSEE ${reason}`,
    ])
    const flow = await lab.t.db.row(`SELECT sum(out_rows)::int AS out, sum(out_amount) AS amount
      FROM quality.flow_daily WHERE day = '2026-01-06' AND rule = 'FILHOS_SEM_PAI' AND currency = 'BRL'`)
    expect(flow).toEqual({ out: 1, amount: '10.50' })

    const opened = await reopen(call, {
      requestId: wish(),
      domain,
      target: { ids: [ids[0] as number] },
    })
    expect(opened).toMatchObject({ rows: 1, ready: 0, repeated: false })
    await expectExact(lab)
    const [a] = await lab.t.live('filhos')
    expect(a).toMatchObject({ key_text: 'a', statut: 'A_TRAITER', first_seen: '2026-01-05' })
    expect(await lab.t.events('filhos')).toContain('a REOPENED rita: - → FILHOS_SEM_PAI 10.50')
  })

  it('by cause and by filter, on exactly the number that was seen', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    const cause = await lab.cause('FILHOS_SEM_PAI', 'X')
    expect(
      await close(call, { requestId: wish(), domain, target: { cause }, reason }),
    ).toMatchObject({ rows: 3 })
    const filter = { dataset: 'filhos' }
    const wrong = close(call, {
      requestId: wish(),
      domain,
      target: { filter, expected: 5 },
      reason,
    })
    await expect(wrong).rejects.toMatchObject({ code: 'conflict', reason: 'other_number' })
    expect(
      await close(call, { requestId: wish(), domain, target: { filter, expected: 2 }, reason }),
    ).toMatchObject({ rows: 2 })
    await expectExact(lab)
    const none = close(call, { requestId: wish(), domain, target: { filter }, reason })
    await expect(none).rejects.toMatchObject({ reason: 'nothing_matches' })
    expect(
      await reopen(call, { requestId: wish(), domain, target: { filter: { currency: 'BRL' } } }),
    ).toMatchObject({ rows: 4 })
    expect(await reopen(call, { requestId: wish(), domain, target: { cause } })).toMatchObject({
      rows: 1,
    })
    await expectExact(lab)
  })

  it('refuses, changing nothing: roles, bad input, unknown rows, rows that moved on', async () => {
    const lab = await openLab()
    const at = NOON
    const target = { ids: [lab.id('a')] }
    const before = await everything(lab)
    const by = (actor: ReturnType<typeof person> | null) =>
      close({ db: lab.db, actor, at }, { requestId: wish(), domain, target, reason })
    await expect(by(null)).rejects.toThrow(Forbidden)
    await expect(by(person('viewer'))).rejects.toThrow(Forbidden)
    await expect(by(person('analyst'))).rejects.toThrow(Forbidden)
    const call = { db: lab.db, actor: steward, at }
    const tries = {
      blank: () => close(call, { requestId: wish(), domain, target, reason: '  ' }),
      empty: () => close(call, { requestId: wish(), domain, target: { ids: [] }, reason }),
      short: () => close(call, { requestId: 'x', domain, target, reason }),
      nul: () => close(call, { requestId: wish(), domain, target, reason: 'a\u0000b' }),
      huge: () =>
        close(call, { requestId: wish(), domain, target: { ids: [2 ** 53 - 1] }, reason }),
    }
    for (const [name, attempt] of Object.entries(tries)) {
      await expect(attempt(), name).rejects.toThrow(name === 'huge' ? NotFound : Invalid)
    }
    await expect(
      close(call, { requestId: wish(), domain, target: { ids: [lab.id('a'), 999_999] }, reason }),
    ).rejects.toMatchObject({ code: 'not_found', ids: [999_999] })
    await expect(
      close(call, { requestId: wish(), domain: 'other', target, reason }),
    ).rejects.toThrow(NotFound)
    await expect(
      close(call, { requestId: wish(), domain, target: { cause: 999_999 }, reason }),
    ).rejects.toThrow(NotFound)
    await expect(reopen(call, { requestId: wish(), domain, target })).rejects.toMatchObject({
      reason: 'moved_on',
      ids: target.ids,
    })
    expect(await everything(lab)).toBe(before)

    await by(steward)
    await expect(
      close(call, {
        requestId: wish(),
        domain,
        target: { ids: [lab.id('b'), lab.id('a')] },
        reason,
      }),
    ).rejects.toMatchObject({ reason: 'moved_on', ids: target.ids })
    expect(await liveOf(lab, 'filhos')).toContain('b A_TRAITER')
    await expectExact(lab)
  })

  it('waits a moment for a run, then is busy, and is done when it has ended', async () => {
    const lab = await openLab()
    const input = { requestId: wish(), domain, target: { ids: [lab.id('a')] }, reason }
    const call = { db: lab.db, actor: steward, at: NOON }
    await lab.t.db.exec('BEGIN')
    await lab.t.db.exec(`SELECT pg_advisory_xact_lock(${0x1a2b}, hashtext('adhoc'))`)
    await expect(close(call, input)).rejects.toMatchObject({ code: 'conflict', reason: 'busy' })
    // The gap between two chunks of a replay comes while it waits.
    const closing = close(call, input)
    await vi.waitUntil(
      async () => {
        const waiting = 'SELECT FROM pg_locks WHERE locktype = $1 AND NOT granted'
        return (await lab.t.db.rows(waiting, ['advisory'])).length > 0
      },
      { timeout: 30_000, interval: 20 },
    )
    await lab.t.db.exec('COMMIT')
    expect(await closing).toMatchObject({ rows: 1, repeated: false })
  })

  it('happens once per request: again, at once, and never for another wish', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    const input = { requestId: wish(), domain, target: { ids: [lab.id('a')] }, reason }
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => close(call, input)))
    expect(results.map((r) => r.repeated).sort()).toEqual([false, true, true, true, true])
    expect(new Set(results.map((r) => r.rows))).toEqual(new Set([1]))
    expect(await close(call, input)).toEqual({ ...results[0], repeated: true })
    expect(await eventsOf(lab, 'EXITED')).toHaveLength(1)
    await expectExact(lab)
    const other = { ...input, target: { ids: [lab.id('b')] } }
    await expect(close(call, other)).rejects.toMatchObject({ reason: 'request_id' })
    const somebody = { ...call, actor: person('steward', 'otto') }
    await expect(close(somebody, input)).rejects.toThrow(Conflict)
  })

  it('carries readiness: a closed parent holds its children back, a reopened one frees them', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    // X and Y arrive: a, b, d and those that wait for them would be settled by a replay.
    await lab.t.run({ 'PAIS.csv': 'id,nome\nX,Xica\nY,Yuri\n' }, { mode: 'delta' })
    expect(await liveOf(lab, 'netos')).toEqual([
      'na A_TRAITER ready',
      'nb A_TRAITER ready',
      'nd A_TRAITER ready',
    ])
    const target = { ids: [lab.id('a')] }
    await close(call, { requestId: wish(), domain, target, reason })
    await expectExact(lab)
    expect(await liveOf(lab, 'netos')).toEqual([
      'na A_TRAITER',
      'nb A_TRAITER',
      'nd A_TRAITER ready',
    ])
    // The engine, which works it out from the declarations, agrees.
    await lab.t.run({ 'PAIS.csv': 'id,nome\nP,Pedro\n' }, { mode: 'delta' })
    expect(await liveOf(lab, 'netos')).toEqual([
      'na A_TRAITER',
      'nb A_TRAITER',
      'nd A_TRAITER ready',
    ])
    const opened = await reopen(call, { requestId: wish(), domain, target })
    expect(opened).toMatchObject({ rows: 1, ready: 1 })
    await expectExact(lab)
    const after = await liveOf(lab, 'netos')
    expect(after).toEqual(['na A_TRAITER ready', 'nb A_TRAITER ready', 'nd A_TRAITER ready'])
    await lab.t.run({ 'PAIS.csv': 'id,nome\nP,Pedro\n' }, { mode: 'delta' })
    expect(await liveOf(lab, 'netos')).toEqual(after)
  })
})

describe('comment', () => {
  it('goes on every row that is meant, settled ones too, and moves nothing', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: person('analyst', 'bia'), at: NOON }
    await lab.t.run({ 'FILHOS.csv': 'id,pai,v,moeda\ne,P,1.00,BRL\n' }, { mode: 'delta' })
    const text = 'asked the shop'
    const ids = [lab.id('e'), lab.id('a')]
    expect(await comment(call, { requestId: wish(), domain, target: { ids }, text })).toMatchObject(
      { rows: 2 },
    )
    const filter = { text: 'n', dataset: 'netos' }
    expect(
      await comment(call, { requestId: wish(), domain, target: { filter }, text }),
    ).toMatchObject({ rows: 3 })
    const cause = await lab.cause('FILHOS_SEM_PAI', 'X')
    expect(
      await comment(call, { requestId: wish(), domain, target: { cause }, text }),
    ).toMatchObject({ rows: 3 })
    expect(await eventsOf(lab, 'COMMENTED')).toHaveLength(8)
    await expectExact(lab)
    const viewer = { ...call, actor: person('viewer') }
    await expect(
      comment(viewer, { requestId: wish(), domain, target: { ids }, text }),
    ).rejects.toThrow(Forbidden)
  })
})
