/** Cases 23 to 29: numbers, dates, keys. */
import { afterEach, describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type ShortDataset } from './adhoc'

/** Delivers one column `v` behind a running number, values quoted where they must be. */
async function deliver(
  v: ShortDataset['columns'][string],
  values: string[],
  more: Partial<ShortDataset> = {},
) {
  const t = await adhoc([{ ...more, name: 'v', columns: { n: 'integer', v } }])
  await t.run({
    'V.csv': ['n;v', ...values.map((text, i) => `${i + 1};${quoted(text)}`)].join('\n'),
  })
  return t
}

const quoted = (text: string) => (/["\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const failing = async (t: Adhoc) =>
  (await t.live('v')).map((r) => [r.raw?.v, r.rule, ...r.other_rules])

describe('numbers', () => {
  it('23: SAP trailing minus', async () => {
    const t = await deliver({ type: 'numeric(15,2)', format: 'sap' }, ['87.60-', '3.00', '-'])
    expect(await t.outcome('v')).toBe('R3 S2 Q1 D0')
    expect(await t.values('v', 'v')).toEqual(['-87.60', '3.00'])
    expect(await failing(t)).toEqual([['-', 'V_V_NAO_CONVERTIVEL']])
  })

  it('24: pt-BR money', async () => {
    const t = await deliver({ type: 'numeric(15,2)', format: 'pt-BR' }, [
      'R$ 2.345,67',
      '8,88',
      '2,345.67',
    ])
    expect(await t.outcome('v')).toBe('R3 S2 Q1 D0')
    expect(await t.values('v', 'v')).toEqual(['2345.67', '8.88'])
    expect(await failing(t)).toEqual([['2,345.67', 'V_V_NAO_CONVERTIVEL']])
  })

  it('25: nothing is rounded, and NaN is no number', async () => {
    const t = await deliver({ type: 'numeric(10,2)' }, ['20.005', 'NaN', '2.30'], {
      rules: [{ code: 'V_POSITIVO', kind: 'range', column: 'v', gt: 0 }],
    })
    expect(await t.outcome('v')).toBe('R3 S1 Q2 D0')
    expect(await t.values('v', 'v')).toEqual(['2.30'])
    expect(await failing(t)).toEqual([
      ['20.005', 'V_V_NAO_CONVERTIVEL'],
      ['NaN', 'V_V_NAO_CONVERTIVEL'],
    ])
  })
})

describe('keys', () => {
  it('26: padding is cut where declared, a leading zero is part of the key', async () => {
    const t = await adhoc([
      { name: 'pais', columns: { id: 'text' } },
      {
        name: 'filhos',
        columns: { n: 'text', pai: { type: 'text', trim: true } },
        rules: [
          { code: 'SEM_PAI', kind: 'reference', name: 'pai', to: 'pais', columns: { id: 'pai' } },
        ],
      },
    ])
    await t.run({ 'PAIS.csv': 'id\n8\nB2\n', 'FILHOS.csv': 'n,pai\na,008\nb,8\nc,"B2 "\n' })
    expect(await t.outcome('filhos')).toBe('R3 S2 Q1 D0')
    expect(await t.silver('filhos', 'n', 'pai', '_flags')).toEqual([
      { n: 'b', pai: '8', _flags: null },
      { n: 'c', pai: 'B2', _flags: '{pai_aparado}' },
    ])
    expect(await t.waiting('filhos')).toEqual(['a: SEM_PAI'])
    expect((await t.bronze('FILHOS')).map((row) => row.pai)).toEqual(['008', '8', 'B2 '])
    expect(await t.audit('filhos')).toEqual({ SEM_PAI: 1, pai_aparado: 1 })
  })
})

describe('dates', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each(['UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'Europe/Lisbon'])(
    '27: SAP dates under %s, whatever date style the database has',
    async (tz) => {
      process.env.TZ = tz
      const t = await adhoc([
        { name: 'datas', columns: { d: { type: 'date', format: 'sap' }, n: 'text' }, key: ['n'] },
      ])
      const { name } = await t.db.row<{ name: string }>('SELECT current_database() AS name')
      await t.db.exec(`ALTER DATABASE "${name}" SET timezone = '${tz}'`)
      await t.db.exec(`ALTER DATABASE "${name}" SET datestyle = 'German'`)
      await t.run({ 'DATAS.csv': 'd,n\n00000000,a\n20250230,b\n19680229,c\n' })
      expect(await t.outcome('datas')).toBe('R3 S2 Q1 D0')
      expect(await t.values('datas', 'd')).toEqual(['1968-02-29', null])
      expect(await t.waiting('datas')).toEqual(['b: DATAS_D_NAO_CONVERTIVEL'])
      expect(
        await t.run({ 'DATAS.csv': 'd,n\n00000000,a\n20250230,b\n19680229,c\n' }),
      ).toMatchObject({
        datasets: { datas: { entered: 0, rewritten: 0 } },
      })
    },
  )

  it('27: a date in a key names the same row, whatever the date style', async () => {
    const t = await adhoc([{ name: 'dias', columns: { d: 'date' } }])
    await t.run({ 'DIAS.csv': 'd\n2025-02-01\n' })
    const { name } = await t.db.row<{ name: string }>('SELECT current_database() AS name')
    await t.db.exec(`ALTER DATABASE "${name}" SET datestyle = 'SQL, DMY'`)
    const report = await t.run({ 'DIAS.csv': 'd\n2025-02-01\n' })
    expect(report.datasets.dias).toMatchObject({ silver: 1, entered: 0, withdrawn: 0 })
  })
})

describe('formats', () => {
  const format = (format: 'email' | 'cnpj') => ({
    rules: [{ code: 'V_FORMATO', kind: 'format', column: 'v', format } as const],
  })

  it('28: an e-mail address ends where it ends', async () => {
    const t = await deliver('text', ['r+s@q.io', 'r@s.co\n', 'r@s', 'r@s..io'], format('email'))
    expect(await t.outcome('v')).toBe('R4 S1 Q3 D0')
    expect(await t.values('v', 'v')).toEqual(['r+s@q.io'])
    expect((await t.live('v'))[0]).toMatchObject({
      rule: 'V_FORMATO',
      raw: { v: 'r@s.co\n' },
      line: 3,
    })
  })

  it('29: CNPJ with letters, check digits, and no number of one digit only', async () => {
    const t = await deliver(
      'text',
      [
        '12ABC34501DE35',
        '12ABC34501DE45',
        '00000000000000',
        '11.222.333/0001-81',
        '11222333000182',
      ],
      format('cnpj'),
    )
    expect(await t.outcome('v')).toBe('R5 S2 Q3 D0')
    expect(await t.values('v', 'v')).toEqual(['11.222.333/0001-81', '12ABC34501DE35'])
  })
})

describe('derived columns', () => {
  it('see the final values of the columns they lean on', async () => {
    const t = await adhoc([
      {
        name: 'saldos',
        columns: {
          id: 'text',
          sinal: 'text',
          v: { type: 'numeric(15,2)', then: "CASE WHEN {sinal} = 'H' THEN -{v} ELSE {v} END" },
          dobro: { type: 'numeric(15,2)', sql: '{v} * 2' },
        },
      },
    ])
    await t.run({ 'SALDOS.csv': 'id,sinal,v\n1,H,4.50\n2,S,1.00\n' })
    expect(await t.silver('saldos', 'id', 'v', 'dobro')).toEqual([
      { id: '1', v: '-4.50', dobro: '-9.00' },
      { id: '2', v: '1.00', dobro: '2.00' },
    ])
  })
})
