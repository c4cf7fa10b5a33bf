/** Ambiguous keys, rows closed by a person, values that must be unique. */
import { describe, expect, it } from 'vitest'
import { adhoc, type ShortDataset } from './adhoc'

const COISAS: ShortDataset = {
  name: 'coisas',
  columns: { id: 'text', v: 'integer', nome: 'text' },
  rules: [
    { code: 'V_POSITIVO', kind: 'range', column: 'v', gt: 0 },
    { code: 'NOME_FALTA', kind: 'required', column: 'nome' },
  ],
}
const file = (...lines: string[]) => ({ 'COISAS.csv': ['id,v,nome', ...lines, ''].join('\n') })

describe('several images of one key without an order', () => {
  it('are all set aside, copies apart, and keep what else is wrong with them', async () => {
    const t = await adhoc([COISAS])
    await t.run(file('1,5,a', '1,6,b', '1,6,b', '1,-6,', '2,1,c'))
    expect(await t.outcome('coisas')).toBe('R5 S1 Q3 D1')
    expect(await t.waiting('coisas')).toEqual([
      '1: COISAS_CHAVE_AMBIGUA',
      '1: COISAS_CHAVE_AMBIGUA',
      '1: COISAS_CHAVE_AMBIGUA, V_POSITIVO, NOME_FALTA',
    ])
    expect((await t.live('coisas')).map((r) => r.occurrence)).toEqual([1, 2, 3])
  })

  it.each(['full', 'delta'] as const)(
    'close together when one valid version arrives (%s)',
    async (mode) => {
      const t = await adhoc([COISAS])
      await t.run(file('1,5,a', '1,6,b'))
      await t.run(file('1,6,b'), { mode })
      expect(await t.exits('coisas')).toEqual(['1: CORRECTED', '1: CORRECTED'])
      expect(await t.values('coisas', 'v')).toEqual(['6'])
    },
  )

  it('withhold the row that was in Silver', async () => {
    const t = await adhoc([COISAS])
    await t.run(file('1,5,a'))
    const report = await t.run(file('1,5,a', '1,6,a'))
    expect(report.datasets.coisas).toMatchObject({ withheld: 1, quarantined: 2, silver: 0 })
  })

  it('keep their places when one of two contents changes, whatever their order', async () => {
    const t = await adhoc([COISAS])
    await t.run(file('1,5,a', '1,6,b'))
    const [a, b] = await t.live('coisas')
    await t.run(file('1,7,c', '1,5,a'))
    const now = await t.live('coisas')
    expect(now.map((r) => [r.id, r.raw?.v])).toEqual([
      [a?.id, '5'],
      [b?.id, '7'],
    ])
    await t.run(file('1,7,c', '1,5,a', '1,8,d'))
    expect((await t.live('coisas')).map((r) => [r.occurrence, r.raw?.v])).toEqual([
      [1, '5'],
      [2, '7'],
      [3, '8'],
    ])
    await t.run(file('1,7,c', '1,8,d'))
    const places = (await t.live('coisas')).map((r) => [r.occurrence, r.raw?.v])
    expect(places).toEqual([
      [2, '7'],
      [3, '8'],
    ])
  })
})

describe('a row that a person closed', () => {
  const closed = async () => {
    const t = await adhoc([COISAS])
    await t.run(file('1,-5,a', '2,1,b'))
    await t.close('coisas', '1')
    return t
  }

  it.each(['full', 'delta'] as const)(
    'stays closed while the same content fails the same rule, and counts in the balance (%s)',
    async (mode) => {
      const t = await closed()
      const report = await t.run(file('1,-5,a', '2,1,b'), { mode })
      expect(report.datasets.coisas).toMatchObject({ received: 2, silver: 1, quarantined: 1 })
      expect((await t.live('coisas'))[0]).toMatchObject({
        statut: 'CLASSEE',
        first_seen: '2026-01-05',
      })
      expect(await t.ledger('coisas')).toEqual({ V_POSITIVO: 0 })
    },
  )

  it.each([
    ['other content fails', '1,-6,a', 'V_POSITIVO'],
    ['another rule fails', '1,5,', 'NOME_FALTA'],
  ])('is reopened when %s, with its clock', async (_, line, rule) => {
    const t = await closed()
    const [before] = await t.live('coisas')
    await t.run(file(line, '2,1,b'))
    expect((await t.live('coisas'))[0]).toMatchObject({
      id: before?.id,
      statut: 'A_TRAITER',
      rule,
      first_seen: '2026-01-05',
    })
    expect((await t.events('coisas')).at(-1)).toBe(`1 REOPENED run: - → ${rule}`)
    expect((await t.ledger('coisas'))[rule]).toBe(1)
  })

  it('is reopened when another rule is the first to fail for the same content', async () => {
    const t = await closed()
    await t.redeclare([
      { ...COISAS, rules: [{ code: 'V_MINIMO', kind: 'range', column: 'v', gt: 0 }] },
    ])
    await t.run(file('1,-5,a', '2,1,b'))
    expect((await t.events('coisas')).at(-1)).toBe('1 REOPENED rule: - → V_MINIMO')
  })

  it('leaves for good when it is corrected or withdrawn', async () => {
    const t = await closed()
    await t.run(file('1,5,a', '2,1,b'))
    expect(await t.exits('coisas')).toEqual(['1: CORRECTED'])
    expect((await t.events('coisas')).at(-1)).toBe('1 EXITED CORRECTED run: - → -')
    expect(await t.ledger('coisas')).toEqual({ V_POSITIVO: 0 })
  })
})

describe('values that must differ', () => {
  const UNICOS: ShortDataset = {
    name: 'coisas',
    columns: { id: 'text', v: 'integer', nome: 'text' },
    rules: [{ code: 'NOME_REPETIDO', kind: 'unique', columns: ['nome'], when: '{v} > 0' }],
  }

  it('set aside every row that shares them, under the condition only', async () => {
    const t = await adhoc([UNICOS])
    await t.run(file('1,1,a', '2,1,a', '3,0,a', '4,1,', '5,1,', '6,1,b'))
    expect(await t.outcome('coisas')).toBe('R6 S4 Q2 D0')
    expect(await t.waiting('coisas')).toEqual(['1: NOME_REPETIDO', '2: NOME_REPETIDO'])
  })

  it('a delta that repeats a value of Silver sets both aside, as one full delivery would', async () => {
    const t = await adhoc([UNICOS])
    await t.run(file('1,1,a', '2,1,b', '3,0,b'))
    await t.run(file('4,1,a'), { mode: 'delta' })
    expect(await t.waiting('coisas')).toEqual(['1: NOME_REPETIDO', '4: NOME_REPETIDO'])
    expect(await t.values('coisas', 'id')).toEqual(['2', '3'])
  })

  it('a delta that ends a repetition releases the other row', async () => {
    const t = await adhoc([UNICOS])
    await t.run(file('1,1,a', '2,1,a'))
    await t.run(file('2,1,b'), { mode: 'delta' })
    expect(await t.waiting('coisas')).toEqual([])
    expect(await t.values('coisas', 'id')).toEqual(['1', '2'])
  })

  it('a delta whose row loses to another key takes its older image out of Silver', async () => {
    const t = await adhoc([{ ...UNICOS, rules: [], dedupe: { on: ['nome'] } }])
    await t.run(file('1,1,a', '2,1,b'))
    await t.run(file('2,1,a'), { mode: 'delta' })
    expect(await t.silver('coisas', 'id', 'nome')).toEqual([{ id: '1', nome: 'a' }])
    expect(await t.duplicates('coisas')).toEqual([{ line: 2, winner_n: 1, reason: 'unique' }])
  })
})
