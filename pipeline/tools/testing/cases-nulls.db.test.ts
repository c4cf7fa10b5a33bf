/** Cases 1 to 8: NULL is neither true nor false; a flag is no quarantine. */
import { describe, expect, it } from 'vitest'
import { adhoc } from './adhoc'

describe('NULL is neither true nor false', () => {
  it('1: a reference against parents that hold a NULL', async () => {
    const t = await adhoc([
      { name: 'pais', columns: { id: 'text' } },
      {
        name: 'filhos',
        columns: { id: 'text', pai: 'text' },
        rules: [
          { code: 'SEM_PAI', kind: 'reference', name: 'pai', to: 'pais', columns: { id: 'pai' } },
        ],
      },
    ])
    await t.run({ 'PAIS.csv': 'id\n1\n""\n', 'FILHOS.csv': 'id,pai\na,1\nb,3\n' })
    expect(await t.outcome('filhos')).toBe('R2 S1 Q1 D0')
    expect(await t.waiting('filhos')).toEqual(['b: SEM_PAI'])
    expect(await t.waiting('pais')).toEqual([': PAIS_CHAVE_INCOMPLETA'])
  })

  it.each([
    ['nullable', false, 'R3 S3 Q0 D0', []],
    ['required', true, 'R3 S2 Q1 D0', ['2: S_VALOR']],
  ])('2: allowed values, %s column', async (_, required, outcome, waiting) => {
    const t = await adhoc([
      {
        name: 'valores',
        columns: { id: 'text', s: 'text' },
        rules: [
          { code: 'S_VALOR', kind: 'allowed', column: 's', values: ['azul', 'cor'], required },
        ],
      },
    ])
    await t.run({ 'VALORES.csv': 'id,s\n1,azul\n2,\n3,cor\n' })
    expect(await t.outcome('valores')).toBe(outcome)
    expect(await t.waiting('valores')).toEqual(waiting)
  })

  it('3: neither the rule nor its negation holds for NULL', async () => {
    const t = await adhoc([
      {
        name: 'quantidades',
        columns: { id: 'text', q: 'integer' },
        rules: [{ code: 'Q_POSITIVA', kind: 'range', column: 'q', gt: 0, required: true }],
      },
    ])
    await t.run({ 'QUANTIDADES.csv': 'id,q\n1,4\n2,-2\n3,\n' })
    expect(await t.outcome('quantidades')).toBe('R3 S1 Q2 D0')
    expect(await t.values('quantidades', 'id')).toEqual(['1'])
  })

  it('4: NULL passes a rule that does not require a value', async () => {
    const t = await adhoc([
      {
        name: 'quantidades',
        columns: { id: 'text', q: 'integer' },
        rules: [{ code: 'Q_NAO_NEGATIVA', kind: 'range', column: 'q', gte: 0 }],
      },
    ])
    await t.run({ 'QUANTIDADES.csv': 'id,q\n1,9\n2,\n' })
    expect(await t.outcome('quantidades')).toBe('R2 S2 Q0 D0')
    expect(await t.values('quantidades', 'q')).toEqual(['9', null])
  })

  it('5: a value required under a condition', async () => {
    const t = await adhoc([
      {
        name: 'condicional',
        columns: { id: 'text', t: 'text', v: 'text' },
        rules: [{ code: 'V_FALTA', kind: 'required', column: 'v', when: "{t} = 'a'" }],
      },
    ])
    await t.run({ 'CONDICIONAL.csv': 'id,t,v\n1,a,z\n2,b,\n3,a,\n4,,\n' })
    expect(await t.outcome('condicional')).toBe('R4 S3 Q1 D0')
    expect(await t.waiting('condicional')).toEqual(['3: V_FALTA'])
  })

  it('6: equal values in other columns, NULLs distinct, the first wins', async () => {
    const t = await adhoc([
      {
        name: 'repetidos',
        columns: { id: 'text', b: 'text', c: 'text' },
        dedupe: { on: ['b', 'c'] },
      },
    ])
    await t.run({ 'REPETIDOS.csv': 'id,b,c\n1,,\n2,,\n3,p,7\n4,p,7\n' })
    expect(await t.outcome('repetidos')).toBe('R4 S3 Q0 D1')
    expect(await t.values('repetidos', 'id')).toEqual(['1', '2', '3'])
    expect(await t.duplicates('repetidos')).toEqual([{ line: 5, winner_n: 3, reason: 'unique' }])
  })

  it('7: a key with a NULL part is a key, delivery after delivery', async () => {
    const t = await adhoc([
      {
        name: 'nulas',
        columns: { a: 'text', b: 'text', v: 'text' },
        key: ['a', 'b'],
        nullableKey: true,
      },
    ])
    const files = { 'NULAS.csv': 'a,b,v\nx,1,p\ny,,q\n' }
    for (let i = 0; i < 2; i++) {
      const report = await t.run(files)
      expect(await t.outcome('nulas')).toBe('R2 S2 Q0 D0')
      expect(report.datasets.nulas?.entered).toBe(i === 0 ? 2 : 0)
    }
    await t.run({ 'NULAS.csv': 'a,b,v\ny,,novo\n' }, { mode: 'delta' })
    expect(await t.silver('nulas', 'a', 'b', 'v')).toEqual([
      { a: 'x', b: '1', v: 'p' },
      { a: 'y', b: null, v: 'novo' },
    ])
  })
})

describe('a flag is no quarantine', () => {
  it('8: a flagged row is in Silver only', async () => {
    const t = await adhoc([
      {
        name: 'sinais',
        columns: { id: 'text', q: 'integer', q_nula: 'boolean' },
        flags: { q_nula: '{q} <= 0' },
        rules: [{ code: 'Q_NEGATIVA', kind: 'range', column: 'q', gte: 0 }],
      },
    ])
    const report = await t.run({ 'SINAIS.csv': 'id,q\n1,6\n2,-3\n3,0\n' })
    expect(await t.outcome('sinais')).toBe('R3 S2 Q1 D0')
    expect(report.datasets.sinais?.flagged).toBe(1)
    expect(await t.silver('sinais', 'id', 'q_nula', '_flags')).toEqual([
      { id: '1', q_nula: 'false', _flags: null },
      { id: '3', q_nula: 'true', _flags: '{q_nula}' },
    ])
    expect(await t.audit('sinais')).toEqual({ Q_NEGATIVA: 1, q_nula: 1 })
  })
})
