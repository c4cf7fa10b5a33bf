import { describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'
import { syncDeclarations } from '.'

const COISAS: ShortDataset = {
  name: 'coisas',
  columns: {
    id: 'text',
    v: 'integer',
    nome: 'text',
    h: { type: 'text', from: 'nome', hidden: true },
    grande: 'boolean',
  },
  flags: { grande: '{v} > 100' },
  rules: [
    { code: 'COISA_V', kind: 'range', column: 'v', gt: 0 },
    { code: 'COISA_NOME', kind: 'required', column: 'nome', warnDays: 3 },
  ],
  postConditions: { COISA_OITO: "SELECT id AS key FROM silver.coisas WHERE id = '8'" },
}

describe('declarations in the database', () => {
  it('rules are upserted; nothing is rewritten when nothing changed, several at once included', async () => {
    const t = await adhoc([COISAS])
    const rules = () => t.db.rows('SELECT r.xmin::text, r.* FROM quality.rule r ORDER BY position')
    const before = await rules()
    expect(before.map((r) => (r as { code: string }).code)).toEqual([
      'COISAS_MALFORMADO',
      'COISAS_CHAVE_AMBIGUA',
      'COISAS_CHAVE_INCOMPLETA',
      'COISAS_V_NAO_CONVERTIVEL',
      'COISA_V',
      'COISA_NOME',
    ])
    expect(before.at(-1)).toMatchObject({
      warn_days: 3,
      source_hint: { table: 'COISAS' },
      domain: 'adhoc',
    })
    const others = await Promise.all([1, 2, 3].map(() => Db.open(t.url)))
    await Promise.all(others.map((db) => syncDeclarations(db, [t.domain], 'America/Sao_Paulo')))
    await Promise.all(others.map((db) => db.close()))
    expect(await rules()).toEqual(before)
    expect(await t.db.rows('SELECT name, domain, position, title FROM quality.dataset')).toEqual([
      { name: 'coisas', domain: 'adhoc', position: 0, title: t.domain.datasets[0]?.title },
    ])
  })

  it('a rule that is no longer declared is retired, and returns', async () => {
    const t = await adhoc([COISAS])
    const retired = async () =>
      (
        await t.db.rows<{ code: string }>(
          'SELECT code FROM quality.rule WHERE retired_at IS NOT NULL',
        )
      ).map((r) => r.code)
    await t.redeclare([{ ...COISAS, rules: [] }])
    expect((await retired()).sort()).toEqual(['COISA_NOME', 'COISA_V'])
    await t.redeclare([COISAS])
    expect(await retired()).toEqual([])
  })

  it('views follow columns that come, go and move', async () => {
    const t = await adhoc([COISAS])
    const columns = async () =>
      (
        await t.db.rows<{ name: string }>(
          `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'silver.quarentena_coisas'::regclass
          AND attnum > 0 ORDER BY attnum`,
        )
      ).map((r) => r.name)
    const common = [
      'motivo_rejeicao',
      '_outros_motivos',
      '_statut',
      '_quarentena_em',
      '_arquivo_origem',
      '_linha',
    ]
    expect(await columns()).toEqual(['_quarentena_id', 'id', 'v', 'nome', ...common])
    await t.redeclare([
      { ...COISAS, columns: { nome: 'text', id: 'text', v: 'integer' }, flags: {}, key: ['id'] },
    ])
    expect(await columns()).toEqual(['_quarentena_id', 'nome', 'id', 'v', ...common])
  })
})

describe('the views that people read', () => {
  it('dq_audit has one row per failing rule, flag, duplicate, refusal and failed check', async () => {
    const t = await adhoc([COISAS])
    await t.run({ 'COISAS.csv': 'id,v,nome\n1,-1,\n2,500,a\n3,1,c\n3,1,c\ntorto\n4,x,d\n' })
    expect((await t.deliver({ 'COISAS.csv': 'id,v\n' })).status).toBe('refused')
    expect(
      (await t.deliver({ 'COISAS.csv': 'id,v,nome\n8,1,z\n' }, { mode: 'delta' })).exitCode,
    ).toBe(3)
    const audit = await t.db.rows(
      'SELECT tabela, tipo_erro, detalhe FROM quality.dq_audit ORDER BY tabela, tipo_erro COLLATE "C"',
    )
    expect(audit).toEqual([
      {
        tabela: 'adhoc',
        tipo_erro: 'ENTREGA_RECUSADA',
        detalhe: expect.stringContaining('missing_column: COISAS.csv lacks'),
      },
      {
        tabela: 'coisas',
        tipo_erro: 'COISAS_MALFORMADO',
        detalhe: '(COISAS.csv:6) ragged: 1 field where 3 are expected',
      },
      { tabela: 'coisas', tipo_erro: 'COISAS_V_NAO_CONVERTIVEL', detalhe: '4 (COISAS.csv:7)' },
      { tabela: 'coisas', tipo_erro: 'COISA_NOME', detalhe: '1 (COISAS.csv:2)' },
      { tabela: 'coisas', tipo_erro: 'COISA_V', detalhe: '1 (COISAS.csv:2)' },
      { tabela: 'coisas', tipo_erro: 'DUPLICATA', detalhe: '3 (COISAS.csv:5) identical' },
      { tabela: 'coisas', tipo_erro: 'grande', detalhe: '2' },
      { tabela: 'coisas', tipo_erro: 'post.COISA_OITO', detalhe: 'expected 0, found 1' },
    ])
  })

  it('quarentena_<table> shows live rows as they arrived, under the names of Silver', async () => {
    const t = await adhoc([COISAS])
    await t.run({ 'COISAS.csv': 'id,v,nome\n1,-1,\n2,abc,b\n' })
    await t.run({ 'COISAS.csv': 'id,v,nome\n1,1,a\n2,abc,b\n' })
    expect(
      await t.db.rows(
        'SELECT id, v, nome, motivo_rejeicao, _outros_motivos, _linha FROM silver.quarentena_coisas',
      ),
    ).toEqual([
      {
        id: '2',
        v: 'abc',
        nome: 'b',
        motivo_rejeicao: 'COISAS_V_NAO_CONVERTIVEL',
        _outros_motivos: [],
        _linha: 3,
      },
    ])
  })
})
