/**
 * "Como validar qualidade de dados em Lakehouse: passo a passo", step by step: what the tutorial
 * counts and registers, this domain sets aside, names and brings back.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '@/lib/shared/env'
import { vendas } from '@/pipeline/domains/vendas'
import { type Adhoc, shipped } from '@/pipeline/tools/testing/adhoc'

const HEAD = 'id,data,cliente_email,valor'
const file = (...lines: string[]) => ({ 'VENDAS.csv': [HEAD, ...lines, ''].join('\n') })
/** A good row, one with no date, half an address and no value, and one with no address. */
const THREE = [
  '1,2026-10-01,cliente1@example.com,100.0',
  '2,,cliente2@example,',
  '3,2026-10-03,,50.0',
]

const opened = async (...lines: string[]): Promise<Adhoc> => {
  const t = await shipped(vendas)
  await t.run(file(...lines))
  return t
}

describe('step 2: the sample', () => {
  it('comes out as 1 valid and 2 quarantined, with every single failure in dq_audit', async () => {
    const t = await opened(...THREE)
    expect(await t.outcome('vendas')).toBe('R3 S1 Q2 D0')
    expect(await t.silver('vendas', 'id', 'data', 'cliente_email', 'valor')).toEqual([
      { id: '1', data: '2026-10-01', cliente_email: 'cliente1@example.com', valor: '100.00' },
    ])
    const audit = await t.db.rows<{ failure: string }>(
      `SELECT concat_ws(' ', tabela, tipo_erro, detalhe) AS failure FROM quality.dq_audit ORDER BY 1`,
    )
    expect(audit.map((a) => a.failure)).toEqual([
      'vendas VENDA_DATA_AUSENTE 2 (VENDAS.csv:3)',
      'vendas VENDA_EMAIL_INVALIDO 2 (VENDAS.csv:3)',
      'vendas VENDA_EMAIL_INVALIDO 3 (VENDAS.csv:4)',
      'vendas VENDA_VALOR_AUSENTE 2 (VENDAS.csv:3)',
    ])
  })

  it('an address that is empty, quoted or not, is as wrong as half of one', async () => {
    const t = await opened('1,2026-10-01,,1', '2,2026-10-01,"",1', '3,2026-10-01," ",1')
    expect(await t.waiting('vendas')).toEqual(
      ['1', '2', '3'].map((id) => `${id}: VENDA_EMAIL_INVALIDO`),
    )
  })
})

describe('step 3: schema and types', () => {
  it('a missing column refuses the delivery, by name, and the audit says so', async () => {
    const t = await opened(...THREE)
    const before = await t.silver('vendas', 'id', 'valor')
    const report = await t.deliver({ 'VENDAS.csv': 'id,data,valor\n1,2026-10-01,1\n' })
    expect(report).toMatchObject({ status: 'refused', exitCode: 2 })
    expect(report.error).toMatchObject({ reason: 'missing_column' })
    expect(report.error?.message).toContain('cliente_email')
    expect(await t.silver('vendas', 'id', 'valor')).toEqual(before)
    const [refused] = await t.db.rows<{ detalhe: string }>(
      `SELECT detalhe FROM quality.dq_audit WHERE tipo_erro = 'ENTREGA_RECUSADA'`,
    )
    expect(refused?.detalhe).toContain('cliente_email')
  })

  it('a value that is no number and a date that is none are not taken for missing ones', async () => {
    const t = await opened(
      '1,2026-10-01,a@example.com,cem',
      '2,2026-02-30,a@example.com,1',
      '3,01/10/2026,a@example.com,1.234,56',
      '4,01/10/2026,a@example.com,1.2345',
    )
    expect(await t.waiting('vendas')).toEqual([
      '1: VENDA_VALOR_NAO_CONVERTIVEL',
      '2: VENDA_DATA_NAO_CONVERTIVEL',
      '4: VENDA_DATA_NAO_CONVERTIVEL, VENDA_VALOR_NAO_CONVERTIVEL',
      // A comma too many makes it five fields: no row at all.
      ': VENDA_MALFORMADO',
    ])
  })

  it('values keep to their range', async () => {
    const t = await opened(
      '1,2026-10-01,a@example.com,0',
      '2,2026-10-01,a@example.com,-1',
      '3,2026-10-01,a@example.com,0.01',
      '4,2026-10-01,a@example.com,1000000',
      '5,2026-10-01,a@example.com,1000000.01',
    )
    expect(await t.values('vendas', 'id')).toEqual(['3', '4'])
  })
})

describe('step 4: uniqueness and format', () => {
  it('one id on different rows sets all of them aside; a repetition is a documented duplicate', async () => {
    const row = (id: string, valor: string) => `${id},2026-10-01,a@example.com,${valor}`
    const t = await opened(
      row('1', '1'),
      row('1', '2'),
      row('2', '5'),
      row('2', '5'),
      row('3', '7'),
    )
    expect(await t.outcome('vendas')).toBe('R5 S2 Q2 D1')
    expect(await t.waiting('vendas')).toEqual(['1: VENDA_CHAVE_AMBIGUA', '1: VENDA_CHAVE_AMBIGUA'])
    expect(await t.audit('vendas')).toEqual({ VENDA_CHAVE_AMBIGUA: 2, DUPLICATA: 1 })
    await t.run(file(row('1', '2')), { mode: 'delta' })
    expect(await t.exits('vendas')).toEqual(['1: CORRECTED', '1: CORRECTED'])
    expect(await t.values('vendas', 'valor')).toEqual(['2.00', '5.00', '7.00'])
  })

  it("whatever the tutorial's pattern rejects is set aside; NULL, which it lets slip, too", async () => {
    const addresses = [
      'a@example.com',
      'a.b+c%d-e_f@sub.example.co',
      'A1@EXAMPLE.ORG',
      'a@example',
      'example.com',
      '@example.com',
      'a@.c',
      'a@b.c',
      'a b@example.com',
      'a@exam ple.com',
      'a@@example.com',
      'a@example.com ',
      '',
    ]
    const t = await opened(...addresses.map((a, i) => `${i},2026-10-01,${a},1`))
    // The tutorial's own pattern, over what arrived; its NOT leaves out a NULL.
    const rejected = await t.db.rows<{ id: string }>(
      `SELECT id FROM bronze.vendas
      WHERE NOT (cliente_email ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$')`,
    )
    const aside = (await t.live('vendas')).map((r) => r.key_text)
    for (const { id } of rejected) expect(aside).toContain(id)
    expect(rejected.length).toBe(9)
    expect(aside.length).toBe(10)
    expect(await t.values('vendas', 'id')).toEqual(['0', '1', '2'])
  })
})

describe('steps 5 and 6: audit over time', () => {
  it('a failure stands in the audit until it is mended; its history stays', async () => {
    const t = await opened(...THREE)
    await t.run(file('2,2026-10-02,cliente2@example.com,20.0'), { mode: 'delta' })
    expect(await t.audit('vendas')).toEqual({ VENDA_EMAIL_INVALIDO: 1 })
    expect(await t.values('vendas', 'id')).toEqual(['1', '2'])
    expect(await t.events('vendas')).toEqual([
      '2 ENTERED run: - → VENDA_DATA_AUSENTE',
      '3 ENTERED run: - → VENDA_EMAIL_INVALIDO 50.00',
      '2 EXITED CORRECTED run: VENDA_DATA_AUSENTE → -',
    ])
  })

  it('the counts of failures are those of the test data, by rule', async () => {
    const t = await opened(...THREE)
    expect(t.report.datasets.vendas).toMatchObject({
      received: 3,
      silver: 1,
      quarantined: 2,
      rules: { VENDA_DATA_AUSENTE: 1, VENDA_EMAIL_INVALIDO: 1 },
    })
  })
})

describe('the closing queries', () => {
  it('answer as the README prints them, on the rows that it prints', async () => {
    const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
    const section = /### The lakehouse tutorial\n([\s\S]*?)\n### /.exec(readme)?.[1] ?? ''
    const block = (kind: string) => section.match(new RegExp(`\`\`\`${kind}\\n([^\`]*)\`\`\``))?.[1]
    const t = await shipped(vendas)
    await t.run({ 'VENDAS.csv': block('csv') ?? '' })
    const answers: Record<string, unknown>[][] = []
    for (const query of (block('sql') ?? '').split(';\n').filter((q) => q.trim() !== '')) {
      answers.push(await t.db.rows(query))
    }
    const [audit = [], table = [], aside = []] = answers
    expect(audit.map((r) => r.tipo_erro).sort()).toEqual([
      'VENDA_DATA_AUSENTE',
      'VENDA_EMAIL_INVALIDO',
      'VENDA_EMAIL_INVALIDO',
      'VENDA_VALOR_AUSENTE',
    ])
    expect(Object.keys(audit[0] ?? {})).toEqual(['ts', 'tabela', 'tipo_erro', 'detalhe'])
    expect(table.map((r) => r.id)).toEqual(['1'])
    expect(aside.map((r) => r.id).sort()).toEqual(['2', '3'])
    expect(section).toContain('one row to Silver and sets two aside, one of them for three reasons')
  })
})
