/** When a rule changes: what stands is judged again; retired rules keep their ledger; rebuild. */
import { describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type ShortDataset, type ShortRule } from './adhoc'

const base = (...rules: ShortRule[]): ShortDataset => ({
  name: 'coisas',
  columns: { id: 'text', v: 'integer', nome: 'text' },
  rules,
})
const V_POSITIVO: ShortRule = { code: 'V_POSITIVO', kind: 'range', column: 'v', gt: 0 }
const V_GRANDE: ShortRule = { code: 'V_GRANDE', kind: 'range', column: 'v', lt: 100 }
const file = (...lines: string[]) => ({ 'COISAS.csv': ['id,v,nome', ...lines, ''].join('\n') })
const ROWS = ['1,-1,a', '2,5,b', '3,500,c', '4,0,d']

const picture = async (t: Adhoc) => ({
  silver: await t.silver('coisas', 'id', 'v', 'nome'),
  waiting: await t.waiting('coisas'),
})

describe('a rule that changes', () => {
  it('judges Silver and live rows again at the next run, whatever it brings', async () => {
    const t = await adhoc([base(V_POSITIVO)])
    await t.run(file(...ROWS))
    await t.redeclare([base(V_GRANDE)])
    const report = await t.run(file('9,1,z'), { mode: 'delta' })
    expect(report.notes).toContain('judged again: coisas')
    expect(await t.waiting('coisas')).toEqual(['3: V_GRANDE'])
    expect(await t.exits('coisas')).toEqual(['1: RULE_CHANGED', '4: RULE_CHANGED'])
    expect(await t.values('coisas', 'id')).toEqual(['1', '2', '4', '9'])
    expect((await t.events('coisas')).slice(2)).toEqual([
      '3 ENTERED rule: - → V_GRANDE',
      '1 EXITED RULE_CHANGED rule: V_POSITIVO → -',
      '4 EXITED RULE_CHANGED rule: V_POSITIVO → -',
    ])
    expect(report.datasets.coisas).toMatchObject({ withheld: 1, entered: 3 })
  })

  it('moves rows between rules, with their clock', async () => {
    const t = await adhoc([base(V_POSITIVO)])
    await t.run(file(...ROWS))
    await t.redeclare([base({ ...V_POSITIVO, code: 'V_MINIMO' })])
    await t.run(file('9,1,z'), { mode: 'delta' })
    expect(await t.waiting('coisas')).toEqual(['1: V_MINIMO', '4: V_MINIMO'])
    expect((await t.live('coisas'))[0]?.first_seen).toBe('2026-01-05')
    expect((await t.events('coisas')).slice(2)).toEqual([
      '1 RULE_CHANGED rule: V_POSITIVO → V_MINIMO',
      '4 RULE_CHANGED rule: V_POSITIVO → V_MINIMO',
    ])
    const rules = await t.db.rows(
      `SELECT code, retired_at IS NOT NULL AS retired FROM quality.rule
      WHERE code LIKE 'V%' ORDER BY 1`,
    )
    expect(rules).toEqual([
      { code: 'V_MINIMO', retired: false },
      { code: 'V_POSITIVO', retired: true },
    ])
    expect(await t.ledger('coisas')).toEqual({ V_MINIMO: 2, V_POSITIVO: 0 })
  })

  it('leaves everything alone when only its texts and thresholds change', async () => {
    const t = await adhoc([base(V_POSITIVO)])
    await t.run(file(...ROWS))
    await t.redeclare([base({ ...V_POSITIVO, owner: 'Outros', warnDays: 1, severity: 'warning' })])
    const report = await t.run(file('9,1,z'), { mode: 'delta' })
    expect(report.notes).toEqual([])
  })

  it('a cast that reads more brings rows in with their new values', async () => {
    const plain = { ...base(), columns: { id: 'text', v: 'numeric(15,2)', nome: 'text' } } as const
    const t = await adhoc([plain])
    await t.run(file('1,5-,a', '2,7,b'))
    expect(await t.waiting('coisas')).toEqual(['1: COISAS_V_NAO_CONVERTIVEL'])
    await t.redeclare([
      {
        ...plain,
        columns: { ...plain.columns, v: { type: 'numeric(15,2)', format: 'sap', then: '{v} * 2' } },
      },
    ])
    const report = await t.run(file('3,1,c'), { mode: 'delta' })
    expect(await t.silver('coisas', 'id', 'v')).toEqual([
      { id: '1', v: '-10.00' },
      { id: '2', v: '14.00' },
      { id: '3', v: '2.00' },
    ])
    expect(report.datasets.coisas?.rewritten).toBe(1)
  })

  it('judges children of what leaves again, too', async () => {
    const child: ShortDataset = {
      name: 'partes',
      columns: { id: 'text', de: 'text' },
      rules: [
        {
          code: 'SEM_COISA',
          kind: 'reference',
          name: 'coisa',
          to: 'coisas',
          columns: { id: 'de' },
        },
      ],
    }
    const t = await adhoc([base(), child])
    await t.run({ ...file(...ROWS), 'PARTES.csv': 'id,de\nx,3\ny,2\n' })
    await t.redeclare([base(V_GRANDE), child])
    await t.run(file('9,1,z'), { mode: 'delta' })
    expect(await t.waiting('partes')).toEqual(['x: SEM_COISA'])
    expect(await t.values('partes', 'id')).toEqual(['y'])
  })
})

describe('rebuild', () => {
  /** A full delivery and two deltas: corrected, failing, ambiguous, repeated and broken rows. */
  const history = async (t: Adhoc) => {
    await t.run(file(...ROWS, '5,1,e', '5,2,e', 'torto'))
    await t.run(file('1,1,a', '6,-6,f', '5,3,e', '5,3,e'), { mode: 'delta' })
    await t.run(file('2,-2,b', '7,700,g', 'mais torto'), { mode: 'delta' })
  }

  it('changes nothing when nothing changed', async () => {
    const t = await adhoc([base(V_POSITIVO)])
    await history(t)
    const before = await t.state()
    const report = await t.rebuild()
    expect(report).toMatchObject({ status: 'committed', exitCode: 0 })
    expect(report.datasets.coisas).toMatchObject({
      entered: 0,
      withheld: 0,
      withdrawn: 0,
      rewritten: 0,
    })
    expect(await t.state()).toBe(before)
  })

  it('after a corrected rule gives the state of a fresh run with the new rule', async () => {
    const t = await adhoc([base(V_POSITIVO)])
    await history(t)
    await t.redeclare([base(V_GRANDE)])
    expect((await t.rebuild()).exitCode).toBe(0)
    const fresh = await adhoc([base(V_GRANDE)])
    await history(fresh)
    expect(await picture(t)).toEqual(await picture(fresh))
    expect((await t.rebuild()).datasets.coisas).toMatchObject({
      entered: 0,
      withheld: 0,
      withdrawn: 0,
    })
  })

  it('goes back to the last full delivery only, and a dry one leaves nothing', async () => {
    const t = await adhoc([base(V_POSITIVO)])
    await history(t)
    await t.run(file('1,1,a'))
    await t.redeclare([base()])
    const before = await t.state()
    const dry = await t.rebuild({ dryRun: true })
    expect(dry.status).toBe('dry_run')
    expect(await t.state()).toBe(before)
    expect((await t.rebuild()).datasets.coisas).toMatchObject({ received: 1, silver: 1 })
    expect(await t.values('coisas', 'id')).toEqual(['1'])
  })
})
