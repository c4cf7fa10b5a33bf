/** `prove` on small domains: what is guarded, what is not, and that nothing is left behind. */

import { describe, expect, it } from 'vitest'
import { type RuleEntry, rulesOf } from '@/pipeline/engine/define/rules'
import type { Dataset } from '@/pipeline/engine/define/schema'
import { generatedDelivery } from '@/pipeline/tools/generate/proof-delivery'
import { type Adhoc, adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'
import { everything } from '@/pipeline/tools/testing/everything'
import { firstEvaluation } from './first'
import { proveDomain } from './prove'
import { inSandbox } from './sandbox'
import { copyStanding, type Standing, standingDelivery } from './source'
import { switchOff } from './trial'
import type { ProofReport } from './types'
import { exitCodeOf } from './verdict'

const DATASETS: ShortDataset[] = [
  {
    name: 'coisas',
    columns: { id: 'text', v: 'integer', w: 'integer', dia: { type: 'date', format: 'sap' } },
    rules: [
      { code: 'COISA_V', kind: 'range', column: 'v', gt: 0 },
      { code: 'COISA_W', kind: 'range', column: 'w', gt: 0 },
      { code: 'COISA_SOMA', kind: 'sql', sql: '{v} + {w} < 100' },
      { code: 'COISA_SEMPRE', kind: 'sql', sql: '{v} > -10' },
    ],
    postConditions: { COISA_POSITIVA: { where: '{v} <= 0' } },
  },
  {
    name: 'partes',
    columns: { id: 'text', de: 'text' },
    rules: [
      {
        code: 'SEM_COISA',
        kind: 'reference',
        name: 'coisa',
        to: 'coisas',
        columns: { id: 'de' },
        quarantined: 'COISA_PRESA',
      },
    ],
    postConditions: {
      PARTE_SOLTA: `SELECT p.id AS key FROM silver.partes p
        WHERE NOT EXISTS (SELECT FROM silver.coisas c WHERE c.id = p.de)`,
    },
  },
]
const FILES = {
  'COISAS.csv': [
    'id,v,w,dia',
    '1,1,1,20260101',
    '2,-2,1,00000000', // COISA_V alone
    '3,1,-3,', // COISA_W alone: nothing looks for it
    '4,-4,-4,20260101', // COISA_V, and COISA_W behind it
    '5,-50,1,20260101', // COISA_SEMPRE always comes with COISA_V
    '6,x,1,20260101', // does not convert
    '7,1,1,20261301',
    '8,1,1,20260101', // two rows of one key
    '8,2,1,20260101',
    ',1,1,20260101', // no key
    '9,1', // malformed
    '',
  ].join('\n'),
  'PARTES.csv': ['id,de', 'a,1', 'b,2', 'c,77', 'd,3', ''].join('\n'),
}

const prove = (t: Adhoc) =>
  proveDomain(t.url, {
    domain: t.domain,
    generate: generatedDelivery,
  })
const inShort = (report: ProofReport) =>
  Object.fromEntries(
    report.rules.map((r) => [
      r.rule,
      `${r.verdict} ${r.held}/${r.through}/${r.caught} ${r.guard ?? Object.keys(r.held_by ?? {})}`,
    ]),
  )

describe('a proof', () => {
  it('says of each rule what notices when it is off', async () => {
    const t = await adhoc(DATASETS)
    await t.run(FILES)
    const report = await prove(t)
    expect(inShort(report)).toEqual({
      COISAS_MALFORMADO: 'guarded 1/0/1 balance.coisas',
      COISAS_CHAVE_AMBIGUA: 'guarded 2/2/2 silver.coisas_pkey',
      COISAS_CHAVE_INCOMPLETA: 'guarded 1/1/1 post.COISAS_CHAVE_VAZIA',
      COISAS_V_NAO_CONVERTIVEL: 'guarded 1/1/1 post.COISAS_VALOR_PERDIDO',
      COISAS_W_NAO_CONVERTIVEL: 'not_exercised 0/0/0 ',
      COISAS_DIA_NAO_CONVERTIVEL: 'guarded 1/1/1 post.COISAS_VALOR_PERDIDO',
      COISA_V: 'guarded 3/1/1 post.COISA_POSITIVA',
      COISA_W: 'unguarded 1/1/0 ',
      COISA_SOMA: 'not_exercised 0/0/0 ',
      COISA_SEMPRE: 'masked 0/0/0 COISA_V',
      PARTES_MALFORMADO: 'not_exercised 0/0/0 ',
      PARTES_CHAVE_AMBIGUA: 'not_exercised 0/0/0 ',
      PARTES_CHAVE_INCOMPLETA: 'not_exercised 0/0/0 ',
      SEM_COISA: 'guarded 1/1/1 post.PARTE_SOLTA',
      COISA_PRESA: 'guarded 2/2/2 post.PARTE_SOLTA',
    })
    expect(exitCodeOf(report.summary)).toBe(3)
    expect(report.summary).toMatchObject({ rules: 15, guarded: 8, unguarded: 1, masked: 1 })
    expect(report.source).toMatchObject({ kind: 'runs', runs: [{ run: t.report.run }], rows: 15 })
    // The article's point: with the rule off the sums hold; only malformed records break them.
    const unbalanced = report.rules.filter((r) => !r.balanced).map((r) => r.rule)
    expect(unbalanced).toEqual(['COISAS_MALFORMADO'])
    const v = report.rules.find((r) => r.rule === 'COISA_V')
    expect(v?.held_by).toEqual({ COISA_W: 1, COISA_SEMPRE: 1 })
  })

  it.each([
    ['coisas', 'COISA_V', '1 2', 'a b'],
    ['coisas', 'COISA_W', '1 3', 'a d'],
    ['coisas', 'COISAS_DIA_NAO_CONVERTIVEL', '1 7', 'a'],
    ['partes', 'SEM_COISA', '1', 'a c'],
    ['partes', 'COISA_PRESA', '1', 'a b d'],
  ])('comes to what a run without the rule comes to: %s, %s', async (name, code, ...silver) => {
    const t = await adhoc(DATASETS)
    await t.run(FILES)
    const dataset = t.domain.datasets.find((d) => d.name === name) as Dataset
    const rule = rulesOf(dataset).find((r) => r.code === code) as RuleEntry
    const standing = (await standingDelivery(t.db, t.domain)) as Standing
    const ids = await inSandbox(t.db, t.domain, async () => {
      const { received } = await copyStanding(t.db, t.domain, standing)
      await switchOff(await firstEvaluation(t.db, t.domain, received), dataset, rule)
      return [await t.values('coisas', 'id'), await t.values('partes', 'id')]
    })
    expect(ids.map((list) => list.join(' '))).toEqual(silver)
    expect(await t.values('coisas', 'id')).toEqual(['1'])
  })

  it('leaves nothing behind, and keeps the report', async () => {
    const t = await adhoc(DATASETS)
    await t.run(FILES)
    const before = await everything(t.db, 'quality.proof')
    const report = await prove(t)
    expect(await everything(t.db, 'quality.proof')).toEqual(before)
    const [kept] = await t.db.rows<{ rules: unknown; summary: unknown }>(
      'SELECT * FROM quality.proof WHERE id = $1',
      [report.proof],
    )
    expect(kept).toMatchObject({
      domain: 'adhoc',
      rules: report.rules,
      summary: report.summary,
      fingerprint: report.fingerprint,
    })
    const { fingerprint } = await t.db.row<{ fingerprint: string }>(
      `SELECT fingerprint FROM quality.domain WHERE name = 'adhoc'`,
    )
    expect(fingerprint).toBe(report.fingerprint)
    await t.redeclare(DATASETS.map((d) => ({ ...d, postConditions: {} })))
    const now = await t.db.row<{ fingerprint: string }>(
      `SELECT fingerprint FROM quality.domain WHERE name = 'adhoc'`,
    )
    expect(now.fingerprint).not.toBe(fingerprint)
  })

  it('neither holds up a run nor sees what it brings', async () => {
    const t = await adhoc(DATASETS)
    await t.run(FILES)
    let running: Promise<unknown> | undefined
    const report = await proveDomain(t.url, {
      generate: generatedDelivery,
      domain: t.domain,
      onProgress: ({ phase }) => {
        if (phase === 'judge')
          running ??= t.run({ 'COISAS.csv': 'id,v,w,dia\n1,5,5,\n' }, { mode: 'delta' })
      },
    })
    await running
    expect(running).toBeDefined()
    expect(await t.values('coisas', 'v')).toContain('5')
    expect(report.summary.guarded).toBe(8)
  })

  it('proves each dataset by its own last full delivery where they come apart', async () => {
    const t = await adhoc(DATASETS, { independent: true })
    await t.run({ 'COISAS.csv': FILES['COISAS.csv'] })
    const coisas = t.report.run
    await t.run({ 'PARTES.csv': FILES['PARTES.csv'] })
    const report = await prove(t)
    expect(report.source).toMatchObject({ runs: [{ run: coisas }, { run: t.report.run }] })
    expect(report.summary.guarded).toBe(8)
  })

  it('refuses a delivery that fails with all rules on', async () => {
    const t = await adhoc(DATASETS)
    await t.run(FILES)
    const [coisas, partes] = DATASETS as [ShortDataset, ShortDataset]
    await t.redeclare([
      { ...coisas, postConditions: { NUNCA: 'SELECT id AS key FROM silver.coisas' } },
      partes,
    ])
    await expect(prove(t)).rejects.toThrow('With all rules on the delivery fails post.NUNCA')
    expect(await t.db.rows('SELECT FROM quality.proof')).toEqual([])
  })
})
