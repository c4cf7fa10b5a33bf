import { describe, expect, it } from 'vitest'
import { NOON, openLab } from '@/lib/server/commands/lab.testing'
import { countAlerts, readAlerts } from './alerts'
import { readCauses, readNextBlockers } from './causes'

const domain = 'adhoc'

describe('causes', () => {
  it('are ranked by all that a fix frees, money apart per dataset and currency', async () => {
    const lab = await openLab()
    const { causes, next } = await readCauses(lab.db, { domain }, NOON)
    expect(causes.map((c) => `${c.rule} ${c.value}: ${c.rows}, ${c.waiting} waiting`)).toEqual([
      'FILHOS_SEM_PAI X: 5, 2 waiting',
      'FILHOS_SEM_PAI Y: 2, 1 waiting',
      'FILHOS_V -1.00: 1, 0 waiting',
    ])
    expect(causes[0]?.freed).toEqual([
      { dataset: 'filhos', currency: 'BRL', direct: true, rows: 2, ready: 0, amount: '30.50' },
      { dataset: 'filhos', currency: 'USD', direct: true, rows: 1, ready: 0, amount: '-5.00' },
      { dataset: 'netos', currency: '', direct: false, rows: 2, ready: 0, amount: '0.00' },
    ])
    expect(next).toBeNull()
    const brl = { dataset: 'filhos', currency: 'BRL' }
    const money = await readCauses(lab.db, { domain, rank: brl }, NOON)
    expect(money.causes.map((c) => c.value)).toEqual(['X', 'Y', '-1.00'])
  })

  it('page by page, none twice and none left out', async () => {
    const lab = await openLab()
    // As many rows and as much money as others have: the id decides.
    const more = 'g,Z,7.00,BRL\nh,W,7.00,BRL\n'
    await lab.t.run({ 'FILHOS.csv': `id,pai,v,moeda\n${more}` }, { mode: 'delta' })
    const whole = await readCauses(lab.db, { domain }, NOON)
    expect(whole.causes.map((c) => c.rows)).toEqual([5, 2, 1, 1, 1])
    for (const rank of ['rows', { dataset: 'filhos', currency: 'BRL' }] as const) {
      const seen: string[] = []
      let page = await readCauses(lab.db, { domain, rank, limit: 1 }, NOON)
      while (page.causes.length > 0) {
        seen.push(...page.causes.map((c) => c.value))
        if (!page.next) break
        page = await readCauses(lab.db, { domain, rank, limit: 1, after: page.next }, NOON)
      }
      const all = await readCauses(lab.db, { domain, rank }, NOON)
      expect(seen).toEqual(all.causes.map((c) => c.value))
      expect(new Set(seen)).toEqual(new Set(['X', 'Y', 'Z', 'W', '-1.00']))
    }
  })

  it('of a rule whose rows wait for parents are those at the top of the chain', async () => {
    const lab = await openLab()
    const of = async (dataset: string, rule: string) =>
      (await readCauses(lab.db, { domain, dataset, rule }, NOON)).causes.map((c) => c.value)
    expect(await of('filhos', 'FILHOS_SEM_PAI')).toEqual(['X', 'Y'])
    expect(await of('netos', 'NETOS_FILHO_PRESO')).toEqual(['X', 'Y'])
    expect(await of('netos', 'NETOS_SEM_FILHO')).toEqual([])
  })

  it('say what is ready, and what comes next', async () => {
    const lab = await openLab()
    expect(await readNextBlockers(lab.db, { dataset: 'filhos', rule: 'FILHOS_SEM_PAI' })).toEqual({
      rows: 4,
      free: 3,
      blockers: [{ rule: 'FILHOS_V', rows: 1 }],
    })
    const cause = await lab.cause('FILHOS_SEM_PAI', 'Y')
    expect(
      await readNextBlockers(lab.db, { dataset: 'filhos', rule: 'FILHOS_SEM_PAI', cause }),
    ).toEqual({ rows: 1, free: 1, blockers: [] })
    await lab.t.run({ 'PAIS.csv': 'id,nome\nX,Xica\n' }, { mode: 'delta' })
    const ready = await readCauses(lab.db, { domain, ready: true }, NOON)
    expect(ready.causes.map((c) => [c.value, c.rows, c.ready])).toEqual([['X', 4, 4]])
    const not = await readCauses(lab.db, { domain, ready: false }, NOON)
    expect(not.causes.map((c) => c.value)).toEqual(['Y', '-1.00', '-5.00'])
  })
})

describe('alerts', () => {
  it('are read as of a time, the worst first', async () => {
    const lab = await openLab()
    await lab.t.db.exec(`INSERT INTO quality.alert
        (kind, domain, subject, level, opened_at, acknowledged_at, closed_at, detail) VALUES
      ('age', 'adhoc', 'a', 'warning', '2026-01-01', NULL, NULL, '{"rows": 3}'),
      ('age', 'adhoc', 'b', 'critical', '2026-01-03', NULL, NULL, '{}'),
      ('age', 'adhoc', 'c', 'critical', '2026-01-01', '2026-01-02', NULL, '{}'),
      ('age', 'adhoc', 'd', 'critical', '2026-01-01', NULL, '2026-01-05', '{}'),
      ('age', 'adhoc', 'e', 'critical', '2026-01-07', NULL, NULL, '{}'),
      ('age', 'other', 'f', 'warning', '2026-01-01', NULL, NULL, '{}')`)
    const read = async (more: object) =>
      (await readAlerts(lab.db, { domain, ...more }, NOON)).map((a) => a.subject)
    expect(await read({})).toEqual(['b', 'c', 'a'])
    expect(await read({ closedDays: 7 })).toEqual(['b', 'c', 'a', 'd'])
    const [b] = await readAlerts(lab.db, { domain }, NOON)
    expect(b).toMatchObject({ openedAt: expect.stringMatching(/^2026-01-0.T.*Z$/), detail: {} })
    expect(await countAlerts(lab.db, domain, NOON)).toEqual({
      critical: 2,
      warning: 1,
      unacknowledged: 2,
    })
    expect(await countAlerts(lab.db, undefined, NOON)).toMatchObject({ warning: 2 })
  })
})
