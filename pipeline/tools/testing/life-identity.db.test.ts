/** The life of a row: recognised across deliveries, with a clock that never restarts. */
import { describe, expect, it } from 'vitest'
import { adhoc, type ShortDataset } from './adhoc'

const ENCOMENDAS: ShortDataset = {
  name: 'encomendas',
  columns: { id: 'text', v: 'numeric(15,2)', nome: 'text', moeda: 'text' },
  rules: [
    { code: 'V_POSITIVO', kind: 'range', column: 'v', gt: 0, required: true },
    { code: 'NOME_FALTA', kind: 'required', column: 'nome' },
  ],
  money: { amount: 'v', currency: 'moeda' },
}
const file = (...lines: string[]) => ({
  'ENCOMENDAS.csv': ['id,v,nome,moeda', ...lines, ''].join('\n'),
})

describe('a row that fails again', () => {
  it.each(['full', 'delta'] as const)('is the same row with the same clock (%s)', async (mode) => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file('1,-5,ana,BRL', '2,1,bia,BRL'))
    const [first] = await t.live('encomendas')
    await t.run(file('1,-5,ana,BRL', ...(mode === 'full' ? ['2,1,bia,BRL'] : [])), { mode })
    expect(await t.live('encomendas')).toEqual([first])
    await t.run(file('1,-7,eva,BRL', ...(mode === 'full' ? ['2,1,bia,BRL'] : [])), { mode })
    const [now] = await t.live('encomendas')
    expect(now).toMatchObject({ id: first?.id, first_seen: '2026-01-05', amount: '-7.00' })
    expect(now?.raw).toMatchObject({ v: '-7', nome: 'eva' })
    expect(await t.events('encomendas')).toEqual([
      '1 ENTERED run: - → V_POSITIVO -5.00',
      '1 REVALUED run: V_POSITIVO -5.00 → V_POSITIVO -7.00',
    ])
    expect(await t.ledger('encomendas')).toEqual({ V_POSITIVO: 1 })
  })

  it('moves to another rule, revalued first, and the ledger follows', async () => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file('1,-5,,BRL'))
    expect(await t.waiting('encomendas')).toEqual(['1: V_POSITIVO, NOME_FALTA'])
    await t.run(file('1,8,,BRL'))
    expect(await t.waiting('encomendas')).toEqual(['1: NOME_FALTA'])
    expect((await t.events('encomendas')).slice(1)).toEqual([
      '1 REVALUED run: V_POSITIVO -5.00 → V_POSITIVO 8.00',
      '1 RULE_CHANGED run: V_POSITIVO 8.00 → NOME_FALTA 8.00',
    ])
    expect(await t.ledger('encomendas')).toEqual({ NOME_FALTA: 1, V_POSITIVO: 0 })
    await t.run(file('1,8,,USD'))
    const byCurrency = await t.db.rows(
      `SELECT currency, sum(in_amount + moved_in_amount + revalued_amount - moved_out_amount) AS n
      FROM quality.flow_daily WHERE rule = 'NOME_FALTA' GROUP BY 1 ORDER BY 1`,
    )
    expect(byCurrency).toEqual([
      { currency: 'BRL', n: '0.00' },
      { currency: 'USD', n: '8.00' },
    ])
  })
})

describe('a row that leaves', () => {
  it.each(['full', 'delta'] as const)('is corrected by a valid version (%s)', async (mode) => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file('1,-5,ana,BRL', '2,-1,bia,BRL'))
    await t.run(file('1,5,ana,BRL', ...(mode === 'full' ? ['2,-1,bia,BRL'] : [])), { mode })
    expect(await t.exits('encomendas')).toEqual(['1: CORRECTED'])
    expect(await t.waiting('encomendas')).toEqual(['2: V_POSITIVO'])
    expect(await t.values('encomendas', 'id')).toEqual(['1'])
    expect((await t.events('encomendas')).at(-1)).toBe(
      '1 EXITED CORRECTED run: V_POSITIVO -5.00 → -',
    )
  })

  it('is withdrawn when a full delivery no longer has it; a delta withdraws nothing', async () => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file('1,-5,ana,BRL', '2,1,bia,BRL', '3,4,caio,BRL'))
    await t.run(file('3,5,caio,BRL'), { mode: 'delta' })
    expect(await t.exits('encomendas')).toEqual([])
    expect(await t.values('encomendas', 'id')).toEqual(['2', '3'])
    const report = await t.run(file('3,5,caio,BRL'))
    expect(await t.exits('encomendas')).toEqual(['1: WITHDRAWN'])
    expect(report.datasets.encomendas).toMatchObject({ withdrawn: 1, withheld: 0, entered: 0 })
    expect(await t.outcome('encomendas')).toBe('R1 S1 Q0 D0')
  })

  it('starts a new stay, linked to the earlier one, when it fails again later', async () => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file('1,-5,ana,BRL'))
    await t.run(file('1,5,ana,BRL'))
    const report = await t.run(file('1,-5,ana,BRL'))
    expect(report.datasets.encomendas).toMatchObject({ withheld: 1, silver: 0, quarantined: 1 })
    const [first, second] = await t.stays('encomendas')
    expect(second).toMatchObject({
      previous_id: first?.id,
      first_seen: '2026-01-07',
      occurrence: 1,
    })
    expect(first).toMatchObject({
      exit_reason: 'CORRECTED',
      first_seen: '2026-01-05',
      previous_id: null,
    })
    await t.run(file('2,1,bia,BRL'))
    await t.run(file('1,-5,ana,BRL'), { acceptShrink: true })
    expect((await t.live('encomendas'))[0]?.previous_id).toBe(second?.id)
  })

  it('a malformed record is known by its bytes and leaves when it no longer comes', async () => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file('1,5,ana,BRL', 'quebrado', 'quebrado'))
    const before = await t.live('encomendas')
    expect(before.map((r) => [r.line, r.occurrence])).toEqual([
      [3, 1],
      [4, 2],
    ])
    await t.run(file('quebrado', '1,5,ana,BRL', 'quebrado'))
    const now = await t.live('encomendas')
    expect(now.map((r) => [r.id, r.first_seen])).toEqual(before.map((r) => [r.id, r.first_seen]))
    await t.run(file('1,5,ana,BRL', 'quebrado'))
    expect(await t.outcome('encomendas')).toBe('R2 S1 Q1 D0')
    await t.run(file('1,5,ana,BRL'))
    expect(await t.exits('encomendas')).toEqual([': WITHDRAWN', ': WITHDRAWN'])
  })

  it('a row without its key is known by its content', async () => {
    const t = await adhoc([ENCOMENDAS])
    await t.run(file(',5,ana,BRL', ',5,bia,BRL', ',5,bia,BRL'))
    expect(await t.outcome('encomendas')).toBe('R3 S0 Q2 D1')
    const before = await t.live('encomendas')
    await t.run(file(',5,bia,BRL', ',5,ana,BRL'))
    expect((await t.live('encomendas')).map((r) => r.id).sort()).toEqual(
      before.map((r) => r.id).sort(),
    )
    await t.run(file('9,5,ana,BRL', ',5,bia,BRL'))
    expect(await t.outcome('encomendas')).toBe('R2 S1 Q1 D0')
  })
})

describe('full(A+B) and full(A), delta(B)', () => {
  it('end in the same Silver and the same open quarantine', async () => {
    const a = ['1,-5,ana,BRL', '2,1,bia,BRL', '3,-1,caio,BRL', '5,2,,BRL', 'torto']
    const b = ['1,5,ana,BRL', '2,-1,bia,BRL', '4,-3,davi,BRL', '3,-2,caio,BRL']
    const both = [...a.filter((line) => !/^[123],/.test(line)), ...b]
    const one = await adhoc([ENCOMENDAS])
    await one.run(file(...both))
    const two = await adhoc([ENCOMENDAS])
    await two.run(file(...a))
    await two.run(file(...b), { mode: 'delta' })
    const columns = ['id', 'v', 'nome', 'moeda'] as const
    expect(await two.silver('encomendas', ...columns)).toEqual(
      await one.silver('encomendas', ...columns),
    )
    expect(await two.waiting('encomendas')).toEqual(await one.waiting('encomendas'))
  })
})
