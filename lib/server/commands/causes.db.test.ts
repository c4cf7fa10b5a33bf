import { describe, expect, it } from 'vitest'
import { readCauses } from '@/lib/server/queries/causes'
import { Forbidden, Invalid } from '@/lib/shared/errors'
import { assign } from './assign'
import { claimFix } from './claim-fix'
import {
  eventsOf,
  everything,
  expectExact,
  type Lab,
  NOON,
  openLab,
  person,
  wish,
} from './lab.testing'
import { snooze } from './snooze'

const steward = person('steward', 'rita')
const domain = 'adhoc'

const causeOf = async (lab: Lab, value: string) => {
  const { causes } = await readCauses(lab.db, { domain, dataset: 'filhos' }, NOON)
  return causes.find((c) => c.value === value)
}

describe('verbs on causes', () => {
  it('assign: the cause owns, its rows say so, new rows inherit', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    expect((await causeOf(lab, 'X'))?.owner).toBe('Testes')
    const x = await lab.cause('FILHOS_SEM_PAI', 'X')
    const byRow = { requestId: wish(), domain, target: { ids: [lab.id('a')] }, owner: 'Cadastro' }
    const done = { causes: [x], causeCount: 1, rows: 3 }
    expect(await assign(call, byRow)).toEqual({ ...done, repeated: false })
    expect(await assign(call, byRow)).toEqual({ ...done, repeated: true })
    expect(await eventsOf(lab, 'ASSIGNED')).toEqual(
      ['a', 'b', 'c'].map((key) => `${key} rita Cadastro`),
    )
    await lab.t.run({ 'FILHOS.csv': 'id,pai,v,moeda\nnovo,X,1.00,BRL\n' }, { mode: 'delta' })
    expect(await causeOf(lab, 'X')).toMatchObject({ owner: 'Cadastro', rows: 6, waiting: 2 })
    const filter = { owner: 'Cadastro' }
    expect(
      await assign(call, { requestId: wish(), domain, target: { filter }, owner: null }),
    ).toMatchObject({
      causeCount: 1,
      rows: 4,
    })
    expect((await causeOf(lab, 'X'))?.owner).toBe('Testes')
    await expectExact(lab)
  })

  it('snooze: always with an end that lies ahead, and not too far', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    const target = { cause: await lab.cause('FILHOS_SEM_PAI', 'X') }
    const until = (time: string) => snooze(call, { requestId: wish(), domain, target, until: time })
    await expect(until('2026-01-06T15:00:00Z')).rejects.toThrow(Invalid)
    await expect(until('2027-02-06T15:00:00Z')).rejects.toThrow(Invalid)
    await expect(
      snooze(call, { requestId: wish(), domain, target } as unknown as Parameters<
        typeof snooze
      >[1]),
    ).rejects.toThrow(Invalid)
    expect(await until('2026-01-06T12:00:01-03:00')).toMatchObject({
      rows: 3,
      until: '2026-01-06T15:00:01.000Z',
    })
    expect(await causeOf(lab, 'X')).toMatchObject({
      snoozed: true,
      snoozedUntil: '2026-01-06T15:00:01.000Z',
    })
    const later = await readCauses(
      lab.db,
      { domain, snoozed: true },
      new Date('2026-01-06T15:00:01Z'),
    )
    expect(later.causes).toEqual([])
    await expectExact(lab)
  })

  it('claim: once per cause until it is settled; a filter leaves claimed ones out', async () => {
    const lab = await openLab()
    const call = { db: lab.db, actor: steward, at: NOON }
    const x = await lab.cause('FILHOS_SEM_PAI', 'X')
    const note = 'created in XD01'
    expect(
      await claimFix(call, { requestId: wish(), domain, target: { cause: x }, note }),
    ).toMatchObject({ causes: [x], rows: 3, alreadyClaimed: 0 })
    expect(await causeOf(lab, 'X')).toMatchObject({
      claim: 'claimed',
      claimedBy: 'rita',
      claimedAt: '2026-01-06T15:00:00.000Z',
      claimNote: note,
    })
    const again = claimFix(call, { requestId: wish(), domain, target: { ids: [lab.id('b')] } })
    await expect(again).rejects.toMatchObject({ reason: 'already_claimed', ids: [x] })
    const filter = { dataset: 'filhos' }
    expect(await claimFix(call, { requestId: wish(), domain, target: { filter } })).toMatchObject({
      causeCount: 2,
      rows: 2,
      alreadyClaimed: 1,
    })
    await expect(
      claimFix(call, { requestId: wish(), domain, target: { filter } }),
    ).rejects.toMatchObject({ reason: 'already_claimed' })
    expect(await eventsOf(lab, 'FIX_CLAIMED')).toEqual([
      `a rita ${note}`,
      `b rita ${note}`,
      `c rita ${note}`,
      'd rita',
      'e rita',
    ])
    await expectExact(lab)
  })

  it('needs a steward, and rows that are open', async () => {
    const lab = await openLab()
    const target = { ids: [lab.id('a')] }
    await lab.t.close('filhos', 'b')
    const before = await everything(lab)
    for (const actor of [null, person('viewer'), person('analyst')]) {
      const call = { db: lab.db, actor, at: NOON }
      const base = { requestId: wish(), domain, target }
      await expect(assign(call, { ...base, owner: 'x' })).rejects.toThrow(Forbidden)
      await expect(snooze(call, { ...base, until: '2026-02-01T00:00:00Z' })).rejects.toThrow(
        Forbidden,
      )
      await expect(claimFix(call, base)).rejects.toThrow(Forbidden)
    }
    const closed = { requestId: wish(), domain, target: { ids: [lab.id('a'), lab.id('b')] } }
    const call = { db: lab.db, actor: steward, at: NOON }
    await expect(assign(call, { ...closed, owner: 'x' })).rejects.toMatchObject({
      reason: 'moved_on',
      ids: [lab.id('b')],
    })
    await expect(claimFix(call, closed)).rejects.toMatchObject({ reason: 'moved_on' })
    expect(await everything(lab)).toBe(before)
  })
})
