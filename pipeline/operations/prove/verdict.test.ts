import { describe, expect, it } from 'vitest'
import { rulesOf } from '@/pipeline/engine/define/rules'
import { dataset } from '@/pipeline/tools/testing/declare'
import type { Trial } from './trial'
import { untried, verdictOf } from './verdict'

const coisas = dataset({
  name: 'coisas',
  columns: { id: 'text', v: 'integer' },
  rules: [{ code: 'COISA_V', kind: 'range', column: 'v', gt: 0 }],
})
const rule = (code: string, of = coisas) => {
  const entry = rulesOf(of).find((r) => r.code === code)
  if (!entry) throw new Error(`no rule ${code}`)
  return entry
}
const trial = (figures: Partial<Trial>): Trial => ({
  ...{ held: 5, through: 5, caught: 5, lost: 0, balanced: true, heldBy: {} },
  objections: [{ name: 'post.P', found: 5 }],
  ...figures,
})
const verdict = (code: string, figures: Partial<Trial>) =>
  verdictOf(coisas, rule(code), 5, trial(figures))

describe('the verdict on a rule', () => {
  it('is guarded when everything that got through is caught', () => {
    expect(verdict('COISA_V', {})).toMatchObject({ verdict: 'guarded', guard: 'post.P', held: 5 })
  })
  it('is unguarded when one row got through unseen', () => {
    expect(verdict('COISA_V', { caught: 4 }).verdict).toBe('unguarded')
    const nothing = verdict('COISA_V', { caught: 0, objections: [] })
    expect(nothing).toMatchObject({ verdict: 'unguarded', guard: null })
  })
  it('is masked when another rule holds every row', () => {
    const figures = { through: 0, caught: 0, objections: [], heldBy: { OTHER: 5 } }
    expect(verdict('COISA_V', figures)).toMatchObject({ verdict: 'masked', held_by: { OTHER: 5 } })
  })
  it('on malformed records asks whether the balance misses them', () => {
    const figures = { through: 0, caught: 0, balanced: false }
    const missed = verdict('COISAS_MALFORMADO', { ...figures, lost: 5 })
    expect(missed).toMatchObject({ verdict: 'guarded', through: 0, reason_code: 'no_values' })
    expect(verdict('COISAS_MALFORMADO', { ...figures, lost: 4 }).verdict).toBe('unguarded')
  })
  it('names what no row can fail, and what no row did', () => {
    const ordered = { ...coisas, order: [{ by: '{v}', desc: false }] }
    const ambiguous = untried(ordered, rule('COISAS_CHAVE_AMBIGUA', ordered))
    expect(ambiguous).toMatchObject({ verdict: 'cannot', reason_code: 'ordered' })
    expect(untried(coisas, rule('COISA_V')).verdict).toBe('not_exercised')
  })
})
