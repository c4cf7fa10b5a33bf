import { describe, expect, it } from 'vitest'
import { planDataset } from '@/pipeline/engine/compile/plan'
import { hitsSql } from '@/pipeline/engine/compile/post-conditions'
import { postgres } from '@/pipeline/engine/compile/postgres'
import { dataset, domain, type ShortDataset } from '@/pipeline/tools/testing/declare'
import { postConditionsOf } from './post-conditions'

const codesAndKinds = (more: Partial<ShortDataset>) =>
  postConditionsOf(
    dataset({ name: 'coisas', columns: { id: 'text', v: 'integer', nome: 'text' }, ...more }),
  ).map(({ code, kind }) => `${code} ${kind}`)

describe("post-conditions of the engine's own rules", () => {
  it('come after the declared ones: keys without a gap, values that are not lost', () => {
    const postConditions = { P: { where: '{v} < 0' }, Q: 'SELECT id AS key FROM silver.coisas' }
    expect(codesAndKinds({ postConditions })).toEqual([
      'P row',
      'Q query',
      'COISAS_CHAVE_VAZIA row',
      'COISAS_VALOR_PERDIDO lost',
    ])
  })

  it('leave out what may be empty on purpose', () => {
    expect(codesAndKinds({ nullableKey: true, columns: { id: 'text' } })).toEqual([])
    const v = { from: 'v', type: 'integer', then: 'nullif({v}, 0)' } as const
    expect(codesAndKinds({ columns: { id: 'text', v } })).toEqual(['COISAS_CHAVE_VAZIA row'])
  })

  it('take zeros for no date where SAP writes them so, and nowhere else', () => {
    const columns = {
      id: 'text',
      dia: { from: 'dia', type: 'date', format: 'sap' },
      v: 'integer',
    } as const
    const coisas = dataset({ name: 'coisas', columns })
    const all = domain([{ name: 'coisas', columns }])
    const lost = postConditionsOf(coisas).find((entry) => entry.kind === 'lost')
    const sql = hitsSql(planDataset(all, coisas, postgres), lost as NonNullable<typeof lost>, [7])
    expect(sql).toMatch(/btrim\(b\."dia", E'[^']*u00a00'\)/)
    expect(sql).toMatch(/btrim\(b\."v", E'[^']*u00a0'\)/)
    expect(sql).toContain('s._run IN (7)')
  })
})
