/** Cases 9 to 13: duplicates and re-runs, nothing capped, a bad cast stops nobody else. */
import { describe, expect, it } from 'vitest'
import { adhoc } from './adhoc'

describe('duplicates and re-runs', () => {
  it('9: a repeated row is one duplicate, however often the file comes', async () => {
    const t = await adhoc([{ name: 'unicos', columns: { id: 'text' } }])
    for (let i = 0; i < 2; i++) {
      const report = await t.run({ 'UNICOS.csv': 'id\n7\n8\n8\n' })
      expect(await t.outcome('unicos')).toBe('R3 S2 Q0 D1')
      expect(report.datasets.unicos?.entered).toBe(i === 0 ? 2 : 0)
      expect(report.datasets.unicos?.rewritten).toBe(0)
    }
    expect(await t.duplicates('unicos')).toEqual([
      { line: 4, winner_n: 2, reason: 'identical' },
      { line: 4, winner_n: 2, reason: 'identical' },
    ])
  })

  it('10: the newest image wins, a tie goes to the later line, on every run', async () => {
    const t = await adhoc([
      {
        name: 'imagens',
        columns: { id: 'text', upd: 'date', v: 'text' },
        order: [{ by: '{upd}', desc: true }],
      },
    ])
    const files = {
      'IMAGENS.csv': 'id,upd,v\n1,2025-03-01,a\n1,2025-03-01,b\n2,2025-03-02,n\n2,2025-03-01,v\n',
    }
    for (let i = 0; i < 2; i++) {
      await t.run(files)
      expect(await t.outcome('imagens')).toBe('R4 S2 Q0 D2')
      expect(await t.values('imagens', 'v')).toEqual(['b', 'n'])
    }
    expect((await t.duplicates('imagens')).slice(0, 2)).toEqual([
      { line: 2, winner_n: 2, reason: 'order' },
      { line: 5, winner_n: 3, reason: 'order' },
    ])
  })

  it('10: the same by a dedupe over other columns than the key', async () => {
    const t = await adhoc([
      {
        name: 'imagens',
        columns: { linha: 'text', id: 'text', upd: 'date' },
        dedupe: {
          on: ['id'],
          order: [
            { by: '{upd}', desc: true },
            { by: '{linha}', desc: true },
          ],
        },
      },
    ])
    await t.run({ 'IMAGENS.csv': 'linha,id,upd\n1,x,2025-03-01\n2,x,2025-03-01\n3,x,2025-02-01\n' })
    expect(await t.outcome('imagens')).toBe('R3 S1 Q0 D2')
    expect(await t.values('imagens', 'linha')).toEqual(['2'])
  })

  it('11: a key that comes two and three times leaves one of each', async () => {
    const t = await adhoc([{ name: 'chaves', columns: { k: 'text' } }])
    await t.run({ 'CHAVES.csv': 'k\na\na\nb\nb\nb\n' })
    expect(await t.outcome('chaves')).toBe('R5 S2 Q0 D3')
    expect(await t.values('chaves', 'k')).toEqual(['a', 'b'])
  })

  it('11: under a unique rule every row of a repeated value counts', async () => {
    const t = await adhoc([
      {
        name: 'valores',
        columns: { id: 'text', k: 'text' },
        rules: [{ code: 'K_REPETIDO', kind: 'unique', columns: ['k'] }],
      },
    ])
    await t.run({ 'VALORES.csv': 'id,k\n1,a\n2,a\n3,b\n4,\n5,\n' })
    expect(await t.outcome('valores')).toBe('R5 S3 Q2 D0')
    expect(await t.waiting('valores')).toEqual(['1: K_REPETIDO', '2: K_REPETIDO'])
  })
})

describe('nothing sampled, nothing capped', () => {
  it('12: all 500 rows are stored and listed', async () => {
    const t = await adhoc([
      {
        name: 'nomes',
        columns: { id: 'integer', nome: 'text' },
        rules: [{ code: 'NOME_FALTA', kind: 'required', column: 'nome' }],
      },
    ])
    const lines = Array.from({ length: 500 }, (_, i) => `${i + 1},`)
    await t.run({ 'NOMES.csv': `id,nome\n${lines.join('\n')}\n` })
    expect(await t.outcome('nomes')).toBe('R500 S0 Q500 D0')
    expect(await t.audit('nomes')).toEqual({ NOME_FALTA: 500 })
    const seen = await t.db.rows<{ id: string; motivo_rejeicao: string; _linha: number }>(
      'SELECT id, motivo_rejeicao, _linha FROM silver.quarentena_nomes ORDER BY _linha',
    )
    expect(seen).toHaveLength(500)
    expect(seen.map((row) => row._linha)).toEqual(lines.map((_, i) => i + 2))
    expect(seen[499]).toMatchObject({ id: '500', motivo_rejeicao: 'NOME_FALTA' })
    expect(await t.ledger('nomes')).toEqual({ NOME_FALTA: 500 })
  })
})

describe('a bad cast stops nobody else', () => {
  it('13: the cast is the one rule code; every other failing rule is listed', async () => {
    const t = await adhoc([
      {
        name: 'inteiros',
        columns: { id: 'text', v: 'integer', w: 'integer', nome: 'text' },
        rules: [
          { code: 'V_MINIMO', kind: 'range', column: 'v', gte: 1, required: true },
          { code: 'NOME_FALTA', kind: 'required', column: 'nome' },
        ],
      },
    ])
    await t.run({ 'INTEIROS.csv': 'id,v,w,nome\n1,pqr,x,\n2,8,1,n\n3,0,,\n' })
    expect(await t.outcome('inteiros')).toBe('R3 S1 Q2 D0')
    expect(t.report.datasets.inteiros?.rules).toEqual({
      INTEIROS_V_NAO_CONVERTIVEL: 1,
      V_MINIMO: 1,
    })
    expect(await t.waiting('inteiros')).toEqual([
      '1: INTEIROS_V_NAO_CONVERTIVEL, INTEIROS_W_NAO_CONVERTIVEL, NOME_FALTA',
      '3: V_MINIMO, NOME_FALTA',
    ])
    expect((await t.live('inteiros'))[0]?.raw).toEqual({ id: '1', v: 'pqr', w: 'x', nome: null })
    expect(await t.audit('inteiros')).toEqual({
      INTEIROS_V_NAO_CONVERTIVEL: 1,
      INTEIROS_W_NAO_CONVERTIVEL: 1,
      NOME_FALTA: 2,
      V_MINIMO: 1,
    })
  })
})
