import { describe, expect, it } from 'vitest'
import { CHILD, reference, twin } from './declare.testing'

describe('a declaration that contradicts itself names file and field', () => {
  it.each<[string, object, string]>([
    ['key', { key: ['id', 'nada'] }, 'key[1]: unknown column "nada"'],
    [
      'rule',
      { rules: [{ code: 'A', kind: 'required', column: 'nada' }] },
      'rules[0].column: unknown column "nada"',
    ],
    [
      'expression of a rule',
      { rules: [{ code: 'A', kind: 'sql', sql: '{v} > {nada}' }] },
      'rules[0].sql: unknown column "nada"',
    ],
    [
      'condition of a rule',
      { rules: [{ code: 'A', kind: 'required', column: 'v', when: '{nada}' }] },
      'rules[0].when: unknown column "nada"',
    ],
    [
      'unique rule',
      { rules: [{ code: 'A', kind: 'unique', columns: ['nada'] }] },
      'rules[0].columns: unknown column "nada"',
    ],
    ['flag', { flags: { x: '{nada} > 0' } }, 'flags[0].when: unknown column "nada"'],
    [
      'column of the engine',
      { columns: { ...CHILD.columns, key_hash: 'text' } },
      'columns.key_hash: this name is a column of the engine',
    ],
    [
      'derived column',
      { columns: { ...CHILD.columns, d: { type: 'integer', sql: '{nada}' } } },
      'columns.d.sql: unknown column "nada"',
    ],
    [
      'then',
      { columns: { ...CHILD.columns, d: { from: 'v', type: 'integer', then: '{nada}' } } },
      'columns.d.then: unknown column "nada"',
    ],
    [
      'source column',
      { sources: [{ columns: ['id', 'pai', 'v'] }] },
      'columns.q.from: unknown source column "q"',
    ],
    ['order', { order: [{ by: '{nada}' }] }, 'order[0].by: unknown column "nada"'],
    ['dedupe', { dedupe: { on: ['nada'] } }, 'dedupe.on: unknown column "nada"'],
    ['partition', { partition: { by: ['nada'] } }, 'partition.by[0]: unknown column "nada"'],
    [
      'money',
      { money: { amount: 'nada', currency: 'pai' } },
      'money.amount: unknown column "nada"',
    ],
    ['currency', { money: { amount: 'v', currency: 'nada' } }, 'money.currency: unknown column'],
    ['customer', { concerns: { customer: 'nada' } }, 'concerns.customer: unknown column "nada"'],
    [
      'via without such a reference',
      { concerns: { invoice: { via: 'nenhuma', column: 'id' } } },
      'concerns.invoice: no reference is named "nenhuma"',
    ],
    [
      'enriched column',
      {
        enrichments: [{ from: 'pais', on: { id: 'pai' }, columns: { nada: 'nome' } }],
        columns: { id: 'text', pai: 'text' },
      },
      'enrichments[0].columns: unknown column "nada"',
    ],
    [
      'column that an enrichment leans on',
      { enrichments: [{ from: 'pais', on: { id: 'nada' }, columns: { extra: 'nome' } }] },
      'enrichments[0].on: unknown column "nada"',
    ],
  ])('unknown column: %s', (_, more, message) => {
    expect(twin(more)).toThrow(`testing/filhos.ts: ${message}`)
  })

  it.each<[string, object, string]>([
    [
      'a rule over an enriched column',
      { rules: [{ code: 'A', kind: 'required', column: 'extra' }] },
      'rules[0].column: "extra" is filled after the row is judged',
    ],
    [
      'a rule over a flag',
      {
        columns: { ...CHILD.columns, f: 'boolean' },
        flags: { f: '{v} > 0' },
        rules: [{ code: 'A', kind: 'sql', sql: '{f}' }],
      },
      'rules[0].sql: "f" is filled after the row is judged',
    ],
    [
      'a hidden key',
      { columns: { ...CHILD.columns, h: { type: 'text', from: 'id', hidden: true } }, key: ['h'] },
      'key[0]: "h" is hidden',
    ],
    [
      'a hidden reference column',
      {
        columns: { ...CHILD.columns, h: { type: 'text', from: 'pai', hidden: true } },
        rules: [reference({ columns: { id: 'h' } })],
      },
      'rules[0].columns: "h" is hidden',
    ],
    [
      'a hidden column in dedupe',
      {
        columns: { ...CHILD.columns, h: { type: 'text', from: 'pai', hidden: true } },
        dedupe: { on: ['h'] },
      },
      'dedupe.on: "h" is hidden',
    ],
    [
      'perSource without one of the sources',
      { columns: { id: 'text', de: { type: 'text', perSource: { OUTRA: 'x' } } }, enrichments: [] },
      'columns.de.perSource: no value for FILHOS',
    ],
    [
      'a range over text',
      { rules: [{ code: 'A', kind: 'range', column: 'pai', gt: 0 }] },
      'rules[0].column: a range rule cannot judge text "pai"',
    ],
    [
      'a format of a number',
      { rules: [{ code: 'A', kind: 'format', column: 'q', format: 'email' }] },
      'rules[0].column: a format rule cannot judge integer "q"',
    ],
    [
      'a partition by something else than whole numbers',
      { partition: { by: ['pai'] } },
      'partition.by[0]: "pai" is text, not integer',
    ],
    [
      'money that the quarantine cannot hold',
      {
        columns: { ...CHILD.columns, m: { from: 'v', type: 'numeric(18,3)' } },
        money: { amount: 'm', currency: 'pai' },
      },
      'money.amount: "m" does not fit numeric(15,2)',
    ],
    [
      'a rule code twice',
      {
        rules: [
          { code: 'A', kind: 'required', column: 'v' },
          { code: 'A', kind: 'required', column: 'q' },
        ],
      },
      'rules[1].code: duplicate rule code "A"',
    ],
    [
      "a rule code that is the engine's own",
      { rules: [{ code: 'FILHOS_MALFORMADO', kind: 'required', column: 'v' }] },
      'rules[0].code: duplicate rule code "FILHOS_MALFORMADO"',
    ],
    [
      'a quarantined code that is another rule',
      { rules: [{ code: 'A', kind: 'required', column: 'v' }, reference({ quarantined: 'A' })] },
      'rules[1].code: duplicate rule code "A"',
    ],
    [
      'two references of one name',
      { rules: [reference(), reference({ code: 'B' })] },
      'rules[0].name: several references are named "pai"',
    ],
    [
      'a source column twice',
      { sources: [{ columns: ['id', 'pai', 'v', 'q', 'ID'] }] },
      'sources[0].columns: "id" is there twice',
    ],
    [
      'a post-condition',
      { postConditions: { P: { where: '{v} < {nada}' } } },
      'postConditions[0].where: unknown column "nada"',
    ],
    [
      'a post-condition on what is not in Silver',
      {
        columns: { ...CHILD.columns, h: { type: 'text', from: 'pai', hidden: true } },
        postConditions: { P: { where: '{h} IS NULL' } },
      },
      'postConditions[0].where: "h" is hidden',
    ],
    ['a type that does not exist', { columns: { id: 'texto' } }, 'columns.id.type'],
    ['a field that does not exist', { colour: 'red' }, '(root): Unrecognized key'],
  ])('%s', (_, more, message) => {
    expect(twin(more)).toThrow(`testing/filhos.ts: ${message}`)
  })
})
