import { date, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { dataset } from '@/pipeline/tools/testing/declare'
import { defineDomain } from './define'
import { defineGold, type GoldInput } from './gold'
import { checkTables } from './tables'

const said = (t: string) => ({ en: t, 'pt-BR': t, fr: t })
const VENDAS = dataset({
  name: 'vendas_gold',
  columns: {
    id: 'text',
    dia: 'date',
    v: 'numeric(15,2)',
    m: 'text',
    loja: 'text',
    bruto: { type: 'text', from: 'id', hidden: true },
  },
  money: { amount: 'v', currency: 'm' },
})

const table = {
  name: 'por_loja',
  title: said('por loja'),
  key: ['m', 'loja'],
  currency: 'm',
  groups: [{ column: 'loja', title: said('loja'), of: { vendas_gold: '{loja}' } }],
  figures: [
    {
      column: 'n',
      title: said('n'),
      formula: said('n'),
      kind: 'count' as const,
      rests: ['vendas'],
      total: 'rows' as const,
    },
  ],
  select: 'SELECT m, loja, count(*) AS n FROM silver.vendas_gold GROUP BY 1, 2',
}
const input: GoldInput = {
  rows: [{ name: 'vendas', title: said('vendas'), dataset: 'vendas_gold' }],
  tables: [table],
}

const declared = (change: Partial<GoldInput>) =>
  defineDomain('dominio/index.ts', {
    name: 'lojas',
    title: said('lojas'),
    datasets: [VENDAS],
    gold: defineGold('dominio/gold.ts', { ...input, ...change }),
  })

describe('Gold as declared', () => {
  it('is held against itself and its domain, naming file and field', () => {
    expect(declared({}).gold?.tables[0]?.name).toBe('por_loja')
    const set = input.rows[0] as GoldInput['rows'][number]
    const figure = table.figures[0] as (typeof table.figures)[number]
    const cases: [Partial<GoldInput>, RegExp][] = [
      [{ rows: [set, set] }, /dominio\/gold\.ts: rows: "vendas" is there twice/],
      [
        { tables: [{ ...table, figures: [{ ...figure, rests: ['outras'] }] }] },
        /tables\.por_loja\.figures\.n\.rests: unknown row set "outras"/,
      ],
      [
        {
          rows: [set, { ...set, name: 'mais' }],
          tables: [{ ...table, figures: [{ ...figure, rests: ['vendas', 'mais'] }] }],
        },
        /figures\.n\.total: a total is that of exactly one row set/,
      ],
      [{ tables: [{ ...table, key: ['m'] }] }, /por_loja\.key: it is the currency and the groups/],
      [
        { tables: [{ ...table, groups: [{ column: 'loja', title: said('l'), of: {} }] }] },
        /por_loja\.groups\.loja: it says nothing of vendas_gold/,
      ],
      [
        { rows: [set, { ...set, name: 'mais', dataset: 'compras' }] },
        /rows\[1\]\.dataset: undeclared dataset/,
      ],
      [
        { rows: [{ ...set, where: '{nada} > 1' }] },
        /rows\[0\]\.where: unknown column "nada" of vendas_gold/,
      ],
      [{ rows: [{ ...set, where: "{bruto} = 'x'" }] }, /"bruto" of vendas_gold is hidden/],
      [
        { rows: [{ ...set, where: "{cliente.uf} = 'SP'" }] },
        /rows\[0\]\.where: no lookup is named "cliente"/,
      ],
      [
        { lookups: { outra: { dataset: 'vendas_gold', on: { dia: 'dia' } } } },
        /lookups\.outra\.on: must name the whole key of vendas_gold: id/,
      ],
      [{ steps: [{ name: 'x', after: 'nada', select: 'SELECT 1' }] }, /steps\[0\]\.after/],
      [{ tables: [{ ...table, role: 'customers' }] }, /customers: where are their names\?/],
    ]
    for (const [change, message] of cases)
      expect(() => declared(change), `${message}`).toThrow(message)
  })

  it('is held against the tables of the schema', () => {
    const gold = pgSchema('gold')
    const silver = pgSchema('silver')
    const bronze = pgSchema('bronze')
    const common = { _run: integer('_run'), _n: integer('_n') }
    const pair = [
      bronze.table('vendas_gold', {
        ...common,
        _linha: integer('_linha'),
        _arquivo_origem: text('_arquivo_origem'),
        _ingestao_em: text('_ingestao_em'),
        _extra: text('_extra'),
        id: text('id'),
        dia: text('dia'),
        v: text('v'),
        m: text('m'),
        loja: text('loja'),
      }),
      silver.table('vendas_gold', {
        ...common,
        key_hash: uuid('key_hash').primaryKey(),
        content_hash: uuid('content_hash'),
        _flags: text('_flags'),
        id: text('id'),
        dia: date('dia'),
        v: integer('v'),
        m: text('m'),
        loja: text('loja'),
      }),
    ]
    const check = (change: Partial<GoldInput>, ...more: unknown[]) =>
      checkTables(
        {
          ...declared(change),
          datasets: [
            {
              ...VENDAS,
              columns: { ...VENDAS.columns, v: { ...VENDAS.columns.v, type: 'integer' } as never },
            },
          ],
        },
        [...pair, ...more],
      )
    expect(() => check({})).toThrow(
      /dominio\/gold\.ts: tables\.por_loja: the schema has no table gold\.por_loja/,
    )
    const wrongKey = gold.table('por_loja', {
      m: text('m').primaryKey(),
      loja: text('loja'),
      n: integer('n'),
    })
    expect(() => check({}, wrongKey)).toThrow(
      /por_loja\.key: the primary key of gold\.por_loja is \(m\)/,
    )
    const one = gold.table('por_loja', { loja: text('loja').primaryKey() })
    const alone = { ...table, key: ['loja'], currency: undefined }
    expect(() => check({ tables: [alone] }, one)).toThrow(
      /por_loja\.figures: the schema has no column gold\.por_loja\.n/,
    )
    const whole = gold.table('por_loja', { loja: text('loja').primaryKey(), n: integer('n') })
    const select = 'SELECT loja, count(*) AS n FROM silver.vendas_velhas GROUP BY 1'
    expect(() => check({ tables: [{ ...alone, select }] }, whole)).toThrow(
      /por_loja\.select: the schema has no table silver\.vendas_velhas/,
    )
    expect(() => check({ tables: [alone] }, whole)).not.toThrow()
  })
})
