/** Cases 14 to 22: the shape of the file. */
import { describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type Files } from './adhoc'

/** A delivery that must be refused: nothing changes, the reason is on record. */
async function refused(t: Adhoc, files: Files, reason: string): Promise<string> {
  const before = await t.state()
  const report = await t.deliver(files)
  expect(report).toMatchObject({ status: 'refused', exitCode: 2, error: { reason } })
  expect(await t.state()).toBe(before)
  const [run] = await t.db.rows<{ status: string; error: { reason: string } }>(
    'SELECT status, error FROM quality.run WHERE id = $1',
    [report.run],
  )
  expect(run).toMatchObject({ status: 'refused', error: { reason } })
  return report.error?.message ?? ''
}

const PAIR = { name: 'pares', columns: { id: 'text', v: 'text' } } as const

describe('file shape', () => {
  it('14: columns go by name, never by position', async () => {
    const t = await adhoc([
      {
        name: 'gente',
        columns: { nome: { from: 'NAME', type: 'text' }, idade: { from: 'AGE', type: 'integer' } },
      },
    ])
    await t.run({ 'GENTE.csv': 'AGE,NAME\n61,Rui\n' })
    expect(await t.outcome('gente')).toBe('R1 S1 Q0 D0')
    expect(await t.silver('gente', 'nome', 'idade')).toEqual([{ nome: 'Rui', idade: '61' }])
  })

  it('15: a missing column refuses the delivery; no Bronze is half-loaded', async () => {
    const t = await adhoc([{ name: 'antes', columns: { id: 'text' } }, PAIR])
    await t.run({ 'ANTES.csv': 'id\n1\n', 'PARES.csv': 'id,v\n1,a\n' })
    const message = await refused(
      t,
      { 'ANTES.csv': 'id\n2\n', 'PARES.csv': 'id,w\n1,b\n' },
      'missing_column',
    )
    expect(message).toContain('PARES.csv lacks the column v')
    expect(await t.bronze('ANTES')).toHaveLength(1)
    expect(await t.bronze('PARES')).toHaveLength(1)
  })

  it('16: a column that is there twice refuses the delivery', async () => {
    const t = await adhoc([PAIR])
    const message = await refused(t, { 'PARES.csv': 'id,v,v\n1,a,b\n' }, 'duplicate_header')
    expect(message).toContain('v twice')
    expect(await t.bronze('PARES')).toEqual([])
    expect(
      await t.db.rows("SELECT tipo_erro FROM quality.dq_audit WHERE tabela = 'adhoc'"),
    ).toEqual([{ tipo_erro: 'ENTREGA_RECUSADA' }])
  })

  it('17: a header alone is an empty delivery, or refused where rows are declared', async () => {
    const t = await adhoc([PAIR])
    await t.run({ 'PARES.csv': 'id,v\n' })
    expect(await t.outcome('pares')).toBe('R0 S0 Q0 D0')
    await t.redeclare([{ ...PAIR, minRows: 1 }])
    expect(await refused(t, { 'PARES.csv': 'id,v\n' }, 'no_rows')).toContain('wants at least 1')
  })

  it('18: an embedded newline is content; a ragged record is kept as it is', async () => {
    const t = await adhoc([{ name: 'tres', columns: { id: 'text', v: 'text', n: 'integer' } }])
    await t.run({ 'TRES.csv': 'id,v,n\n1,"k\nl",5\n2,m,6\nzzz\n' })
    expect(await t.outcome('tres')).toBe('R3 S2 Q1 D0')
    expect(await t.values('tres', 'v')).toEqual(['k\nl', 'm'])
    const [row] = await t.live('tres')
    expect(row).toMatchObject({
      rule: 'TRES_MALFORMADO',
      file: 'TRES.csv',
      line: 5,
      line_to: 5,
      bytes: Buffer.from('zzz'),
      raw: null,
      detail: 'ragged: 1 field where 3 are expected',
    })
    expect(t.report.sources.TRES).toEqual({ received: 3, malformed: 1 })
  })

  it('19: byte order mark, CRLF and LF in one file', async () => {
    const t = await adhoc([{ name: 'linhas', columns: { id: 'integer' } }])
    await t.run({ 'LINHAS.csv': '\ufeffid\r\n1\n2\r\n' })
    expect(await t.outcome('linhas')).toBe('R2 S2 Q0 D0')
    expect(await t.values('linhas', 'id')).toEqual(['1', '2'])
  })

  it('20: an empty text and a missing value are told apart in Bronze', async () => {
    const t = await adhoc([PAIR])
    await t.run({ 'PARES.csv': 'id,v\n1,""\n2,\n' })
    expect(await t.outcome('pares')).toBe('R2 S2 Q0 D0')
    expect((await t.bronze('PARES')).map((row) => row.v)).toEqual(['', null])
    expect(await t.values('pares', 'v')).toEqual([null, null])
  })

  it('21: a cell of 200 kB', async () => {
    const t = await adhoc([PAIR])
    const cell = 'çãé\n'.repeat(28_600)
    await t.run({ 'PARES.csv': `id,v\n1,"${cell.replaceAll('\n', ' ')}"\n` })
    expect(await t.outcome('pares')).toBe('R1 S1 Q0 D0')
    expect((await t.values('pares', 'v'))[0]).toBe(cell.replaceAll('\n', ' '))
  })

  it('22: windows-1252 as declared; the same bytes are no UTF-8', async () => {
    const bytes = Buffer.from('id,v\n1,Jo\xe3o\n2,Ana\n', 'latin1')
    const t = await adhoc([{ ...PAIR, sources: [{ encoding: 'windows-1252' }] }])
    await t.run({ 'PARES.csv': bytes })
    expect(await t.outcome('pares')).toBe('R2 S2 Q0 D0')
    expect(await t.values('pares', 'v')).toEqual(['Ana', 'João'])
    const u = await adhoc([{ ...PAIR, sources: [{ encoding: 'utf-8' }] }])
    await u.run({ 'PARES.csv': bytes })
    expect(await u.outcome('pares')).toBe('R2 S1 Q1 D0')
    expect(await u.values('pares', 'v')).toEqual(['Ana'])
    expect((await u.live('pares'))[0]).toMatchObject({
      rule: 'PARES_MALFORMADO',
      line: 2,
      bytes: Buffer.from('1,Jo\xe3o', 'latin1'),
    })
  })
})
