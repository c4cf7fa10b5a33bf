/** Parents and children: a shrinking reference, waiting rows, enrichments. */
import { describe, expect, it } from 'vitest'
import { adhoc, type ShortDataset } from './adhoc'

const AVOS: ShortDataset = {
  name: 'avos',
  columns: { id: 'text', v: 'integer', nome: 'text' },
  rules: [{ code: 'AVO_V', kind: 'range', column: 'v', gt: 0 }],
}
const PAIS: ShortDataset = {
  name: 'pais',
  columns: { id: 'text', avo: 'text', moeda: 'text', limite: 'integer', nome_avo: 'text' },
  money: { amount: 'limite', currency: 'moeda' },
  concerns: { customer: 'avo' },
  rules: [
    {
      code: 'PAI_SEM_AVO',
      kind: 'reference',
      name: 'avo',
      to: 'avos',
      columns: { id: 'avo' },
      optional: true,
      quarantined: 'PAI_AVO_EM_QUARENTENA',
    },
  ],
  enrichments: [{ from: 'avos', on: { id: 'avo' }, columns: { nome_avo: 'nome' } }],
}
const FILHOS: ShortDataset = {
  name: 'filhos',
  columns: { id: 'text', pai: 'text', q: 'integer', v: 'numeric(15,2)' },
  rules: [
    { code: 'FILHO_Q', kind: 'range', column: 'q', gt: 0 },
    {
      code: 'FILHO_SEM_PAI',
      kind: 'reference',
      name: 'pai',
      to: 'pais',
      columns: { id: 'pai' },
      quarantined: 'FILHO_PAI_EM_QUARENTENA',
    },
  ],
  money: { amount: 'v', currency: { via: 'pai', column: 'moeda' } },
  concerns: { customer: { via: 'pai', column: 'avo' } },
}
const family = () => adhoc([FILHOS, PAIS, AVOS])

const avos = (...lines: string[]) => ({ 'AVOS.csv': ['id,v,nome', ...lines, ''].join('\n') })
const pais = (...lines: string[]) => ({
  'PAIS.csv': ['id,avo,moeda,limite', ...lines.map((line) => `${line},1`), ''].join('\n'),
})
const filhos = (...lines: string[]) => ({ 'FILHOS.csv': ['id,pai,q,v', ...lines, ''].join('\n') })
const WHOLE = {
  ...avos('A,1,Ana', 'B,1,Bia'),
  ...pais('P,A,BRL', 'R,B,USD', 'S,,EUR'),
  ...filhos('1,P,1,10', '2,R,1,20', '3,S,1,30'),
}

describe('a reference that shrinks', () => {
  it('sets children and grandchildren aside in the same run (withheld parent, delta)', async () => {
    const t = await family()
    await t.run(WHOLE)
    const report = await t.run(avos('A,-1,Ana'), { mode: 'delta' })
    expect(await t.waiting('avos')).toEqual(['A: AVO_V'])
    expect(await t.waiting('pais')).toEqual(['P: PAI_AVO_EM_QUARENTENA'])
    expect(await t.waiting('filhos')).toEqual(['1: FILHO_PAI_EM_QUARENTENA'])
    expect(report.datasets.filhos).toMatchObject({ received: 0, withheld: 1, withdrawn: 0 })
    expect((await t.live('filhos'))[0]).toMatchObject({
      currency: 'BRL',
      amount: '10.00',
      customer: 'A',
    })
    expect(report.checks.every((c) => c.ok)).toBe(true)
  })

  it('sets them aside when the parent is withdrawn by a full delivery', async () => {
    const t = await family()
    await t.run(WHOLE)
    await t.run({ ...WHOLE, ...avos('B,1,Bia') })
    expect(await t.waiting('avos')).toEqual([])
    expect(await t.waiting('pais')).toEqual(['P: PAI_SEM_AVO'])
    expect(await t.waiting('filhos')).toEqual(['1: FILHO_PAI_EM_QUARENTENA'])
    expect(await t.outcome('filhos')).toBe('R3 S2 Q1 D0')
  })

  it('a row that names no parent passes where the reference is optional', async () => {
    const t = await family()
    await t.run({ ...avos(), ...pais('S,,EUR', 'T,X,EUR'), ...filhos('1,S,1,1', '2,,1,1') })
    expect(await t.values('pais', 'id')).toEqual(['S'])
    expect(await t.waiting('filhos')).toEqual(['2: FILHO_SEM_PAI'])
  })
})

describe('children that wait', () => {
  it('move between missing and in quarantine, and are ready when the parent has come', async () => {
    const t = await family()
    await t.run({ ...avos(), ...pais(), ...filhos('1,P,1,10') })
    expect(await t.waiting('filhos')).toEqual(['1: FILHO_SEM_PAI'])
    await t.run(pais('P,A,BRL'), { mode: 'delta' })
    expect(await t.waiting('pais')).toEqual(['P: PAI_SEM_AVO'])
    expect(await t.waiting('filhos')).toEqual(['1: FILHO_PAI_EM_QUARENTENA'])
    await t.run(avos('A,-1,Ana'), { mode: 'delta' })
    expect(await t.waiting('pais')).toEqual(['P: PAI_AVO_EM_QUARENTENA'])
    await t.run(pais('P,,BRL'), { mode: 'delta' })
    expect(await t.values('pais', 'id')).toEqual(['P'])
    const [row] = await t.live('filhos')
    expect(row).toMatchObject({
      ready: true,
      unmet: 0,
      statut: 'A_TRAITER',
      first_seen: '2026-01-05',
    })
    expect(await t.events('filhos')).toEqual([
      '1 ENTERED run: - → FILHO_SEM_PAI 10.00',
      '1 REVALUED run: FILHO_SEM_PAI 10.00 → FILHO_SEM_PAI 10.00',
      '1 RULE_CHANGED run: FILHO_SEM_PAI 10.00 → FILHO_PAI_EM_QUARENTENA 10.00',
    ])
    const whole = { ...avos(), ...pais('P,,BRL'), ...filhos('1,P,1,10') }
    await t.run(whole, { acceptShrink: true })
    expect(await t.exits('filhos')).toEqual(['1: CORRECTED'])
  })

  it('are not ready while something else is wrong with them', async () => {
    const t = await family()
    await t.run({ ...avos(), ...pais(), ...filhos('1,P,-1,10') })
    expect(await t.waiting('filhos')).toEqual(['1: FILHO_Q, FILHO_SEM_PAI'])
    await t.run(pais('P,,BRL'), { mode: 'delta' })
    expect(await t.waiting('filhos')).toEqual(['1: FILHO_Q'])
    expect((await t.live('filhos'))[0]).toMatchObject({ ready: false, unmet: 0 })
  })

  it('are no longer ready when the parent goes again', async () => {
    const t = await family()
    await t.run({ ...avos('A,1,a'), ...pais(), ...filhos('1,P,1,10') })
    await t.run(pais('P,A,BRL'), { mode: 'delta' })
    expect((await t.live('filhos'))[0]?.ready).toBe(true)
    await t.run(avos('A,-1,a'), { mode: 'delta' })
    expect((await t.live('filhos'))[0]).toMatchObject({
      ready: false,
      rule: 'FILHO_PAI_EM_QUARENTENA',
    })
  })

  it('a closed child stays closed, and reopens when another rule is its first', async () => {
    const t = await family()
    await t.run({ ...avos('A,-1,a'), ...pais('P,A,BRL'), ...filhos('1,P,1,10') })
    await t.close('filhos', '1')
    await t.run({ ...avos('A,-1,a'), ...pais('P,A,BRL'), ...filhos('1,P,1,10') })
    expect((await t.live('filhos'))[0]?.statut).toBe('CLASSEE')
    const orphaned = { ...avos('A,-1,a'), ...pais(), ...filhos('1,P,1,10') }
    await t.run(orphaned, { acceptShrink: true })
    expect((await t.live('filhos'))[0]).toMatchObject({
      statut: 'A_TRAITER',
      rule: 'FILHO_SEM_PAI',
    })
  })

  it('a closed child reopens when its parent turns up in quarantine', async () => {
    const t = await family()
    await t.run({ ...avos(), ...pais(), ...filhos('1,P,1,10') })
    await t.close('filhos', '1')
    await t.run(pais('P,X,BRL'), { mode: 'delta' })
    expect((await t.live('filhos'))[0]).toMatchObject({
      statut: 'A_TRAITER',
      rule: 'FILHO_PAI_EM_QUARENTENA',
      first_seen: '2026-01-05',
    })
    expect((await t.events('filhos')).at(-1)).toBe(
      '1 REOPENED run: - → FILHO_PAI_EM_QUARENTENA 10.00',
    )
    expect(await t.ledger('filhos')).toEqual({ FILHO_PAI_EM_QUARENTENA: 1, FILHO_SEM_PAI: 0 })
  })
})

describe('an enrichment', () => {
  it('fills, follows its source, empties, and never rejects', async () => {
    const t = await family()
    await t.run(WHOLE)
    expect((await t.silver('pais', 'id', 'nome_avo')).map((r) => r.nome_avo)).toEqual([
      'Ana',
      'Bia',
      null,
    ])
    const report = await t.run(avos('B,1,Beatriz'), { mode: 'delta' })
    expect(report.datasets.pais).toMatchObject({ withheld: 0, rewritten: 0 })
    expect((await t.silver('pais', 'id', 'nome_avo'))[1]).toEqual({ id: 'R', nome_avo: 'Beatriz' })
    const solto = await adhoc([AVOS, { ...PAIS, rules: [] }])
    await solto.run({ ...avos('A,1,Ana', 'B,-1,Bia'), ...pais('P,A,x', 'R,B,x', 'S,Z,x') })
    expect(await solto.outcome('pais')).toBe('R3 S3 Q0 D0')
    expect(await solto.values('pais', 'nome_avo')).toEqual(['Ana', null, null])
    const emptied = { ...avos(), ...pais('P,A,x', 'R,B,x', 'S,Z,x') }
    await solto.run(emptied, { acceptShrink: true })
    expect(await solto.values('pais', 'nome_avo')).toEqual([null, null, null])
  })
})
