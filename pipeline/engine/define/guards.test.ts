import { describe, expect, it } from 'vitest'
import { hitsSql } from '@/pipeline/engine/compile/guards'
import { dataset, type ShortDataset } from '@/pipeline/tools/testing/declare'
import { guardsOf } from './guards'

const guards = (more: Partial<ShortDataset>) =>
  guardsOf(
    dataset({ name: 'coisas', columns: { id: 'text', v: 'integer', nome: 'text' }, ...more }),
  ).map(({ code, kind }) => `${code} ${kind}`)

describe("guards of the engine's own rules", () => {
  it('come after the declared ones: keys without a gap, values that are not lost', () => {
    const postConditions = { P: { where: '{v} < 0' }, Q: 'SELECT id AS key FROM silver.coisas' }
    expect(guards({ postConditions })).toEqual([
      'P row',
      'Q query',
      'COISAS_CHAVE_VAZIA row',
      'COISAS_VALOR_PERDIDO lost',
    ])
  })

  it('leave out what may be empty on purpose', () => {
    expect(guards({ nullableKey: true, columns: { id: 'text' } })).toEqual([])
    const v = { from: 'v', type: 'integer', then: 'nullif({v}, 0)' } as const
    expect(guards({ columns: { id: 'text', v } })).toEqual(['COISAS_CHAVE_VAZIA row'])
  })

  it('take zeros for no date where SAP writes them so, and nowhere else', () => {
    const columns = {
      id: 'text',
      dia: { from: 'dia', type: 'date', format: 'sap' },
      v: 'integer',
    } as const
    const coisas = dataset({ name: 'coisas', columns })
    const lost = guardsOf(coisas).find((guard) => guard.kind === 'lost')
    const sql = hitsSql(coisas, lost as NonNullable<typeof lost>, [7])
    expect(sql).toMatch(/btrim\(b\."dia", E'[^']*u00a00'\)/)
    expect(sql).toMatch(/btrim\(b\."v", E'[^']*u00a0'\)/)
    expect(sql).toContain('s._run IN (7)')
  })
})
