import { describe, expect, it } from 'vitest'
import { domain, type ShortDataset } from '@/pipeline/tools/testing/declare'
import { CHILD, PARENT, reference, twin } from './declare.testing'

describe('datasets that do not fit together name file and field', () => {
  const bad = (more: object) => twin({ rules: [reference(more)] })

  it.each<[string, object, string]>([
    ['an undeclared dataset', { to: 'avos' }, 'rules[0].to: undeclared dataset "avos"'],
    [
      'another key than the parent has',
      { columns: { nome: 'pai' } },
      'rules[0].columns: names nome; the key of pais is id',
    ],
    [
      'another type than the key has',
      { columns: { id: 'q' } },
      'rules[0].columns: "q" is integer; pais.id is text',
    ],
  ])('a reference with %s', (_, more, message) => {
    expect(bad(more)).toThrow(`testing/filhos.ts: ${message}`)
  })

  it.each<[string, object, string]>([
    ['an undeclared dataset', { from: 'avos' }, 'enrichments[0].from: undeclared dataset "avos"'],
    [
      'an unknown column',
      { columns: { extra: 'nada' } },
      'enrichments[0].columns: unknown column "nada" of pais',
    ],
    [
      'a hidden column',
      { columns: { extra: 'oculto' } },
      'enrichments[0].columns: "oculto" of pais is hidden',
    ],
    ['half a key', { on: {} }, 'enrichments[0].on: must name the whole key of pais: id'],
  ])('an enrichment from %s', (_, more, message) => {
    const enrichment = { from: 'pais', on: { id: 'pai' }, columns: { extra: 'nome' }, ...more }
    expect(twin({ enrichments: [enrichment] })).toThrow(`testing/filhos.ts: ${message}`)
  })

  it.each([
    ['nada', 'unknown column "nada" of pais'],
    ['oculto', '"oculto" of pais is hidden'],
    ['nome', '"nome" is not the concerns.customer of pais'],
  ])('a via through a column that cannot be read: %s', (column, message) => {
    const more = { rules: [reference()], concerns: { customer: { via: 'pai', column } } }
    expect(twin(more)).toThrow(`testing/filhos.ts: concerns.customer: ${message}`)
  })

  it('one code in two datasets, quarantined halves and prefixes included', () => {
    const rule = { code: 'SEM_PAI', kind: 'required', column: 'id' } as const
    expect(() =>
      domain([
        { ...PARENT, rules: [rule] },
        { ...CHILD, rules: [reference()] },
      ]),
    ).toThrow('testing/filhos.ts: rules: "SEM_PAI" is also in testing/pais.ts')
    const half = reference({ code: 'X', quarantined: 'SEM_PAI' })
    expect(() =>
      domain([
        { ...PARENT, rules: [rule] },
        { ...CHILD, rules: [half] },
      ]),
    ).toThrow('rules: "SEM_PAI"')
    expect(twin({ prefix: 'PAIS' })).toThrow('testing/filhos.ts: prefix: "PAIS_MALFORMADO"')
    const postConditions = { P: 'SELECT 1 AS key' }
    expect(() =>
      domain([
        { ...PARENT, postConditions },
        { ...CHILD, postConditions },
      ]),
    ).toThrow('postConditions: "P"')
  })

  it('one name or one file in two datasets', () => {
    expect(() =>
      domain([PARENT, { ...PARENT, prefix: 'OUTRO', sources: [{ file: 'X' }] }]),
    ).toThrow('name: "pais"')
    expect(() => domain([PARENT, { ...CHILD, sources: [{ file: 'pais' }] }])).toThrow(
      'testing/filhos.ts: sources: "PAIS" is also in testing/pais.ts',
    )
  })

  it('a cycle of references, named in full', () => {
    const to = (name: string, next: string): ShortDataset => ({
      name,
      columns: { id: 'text', de: 'text' },
      rules: [reference({ code: `${name.toUpperCase()}_X`, to: next, columns: { id: 'de' } })],
    })
    expect(() => domain([to('a', 'b'), to('b', 'c'), to('c', 'a')])).toThrow(
      'testing/index.ts: datasets: cycle of references: a → b → c → a',
    )
    expect(() => domain([to('a', 'a')])).toThrow('cycle of references: a → a')
  })

  it('puts parents before children, whatever the order of the declarations', () => {
    const child = { ...CHILD, rules: [reference()] }
    expect(domain([child, PARENT]).datasets.map((d) => d.name)).toEqual(['pais', 'filhos'])
  })
})
