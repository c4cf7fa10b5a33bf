import { parse } from 'csv-parse/sync'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exportFlag } from '@/lib/server/export/flag'
import { bytesOf, readSheet, unzip } from '@/lib/server/export/testing'
import { connectClient } from '@/lib/shared/db/client'
import { databaseOf } from '@/lib/shared/db/database'
import { silverTableOf } from '@/lib/shared/silver'
import { adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'
import { countFlagRows, type FlagRowQuery, readFlagRows } from './flag-rows'
import { changeOver, type FlagLine, readFlags, TREND_DAYS } from './flags'
import { readStock } from './stock'

const COISAS: ShortDataset = {
  name: 'coisas',
  columns: {
    id: 'text',
    nome: 'text',
    v: 'numeric(15,2)',
    dia: 'date',
    n: 'integer',
    grande: 'boolean',
  },
  flags: { grande: '{v} > 100', sem_nome: '{nome} IS NULL' },
  rules: [{ code: 'COISA_N', kind: 'range', column: 'n', gt: 0 }],
}
const HEAD = 'id,nome,v,dia,n\n'

async function open(rows: string) {
  const t = await adhoc([COISAS])
  const connection = connectClient(t.url)
  onTestFinished(() => connection.end())
  await t.run({ 'COISAS.csv': HEAD + rows })
  const db = databaseOf(connection.client)
  const table = await silverTableOf(db, 'coisas')
  if (!table) throw new Error('no table')
  return { t, db, table }
}

const ROWS =
  'a,Ana,500,2026-01-01,1\nb,,101,,2\nc,Élia,900.5,2026-01-03,3\nd,Eva,50,2026-01-04,4\ne,Zé,200,,-1\nf,,7,,5\n'

describe('flags', () => {
  it('counts and shares are those of Silver; the stock knows nothing of them', async () => {
    const { t, db } = await open(ROWS)
    const flags = await readFlags(db, {}, new Date('2026-01-06T15:00:00Z'))
    const independent = await t.db.rows(
      `SELECT f.flag AS code, (SELECT count(*)::int FROM silver.coisas WHERE _flags::text LIKE '%' || f.flag || '%') AS rows,
        (SELECT count(*)::int FROM silver.coisas) AS silver FROM (VALUES ('grande'), ('sem_nome')) f(flag)`,
    )
    expect(flags.map(({ code, rows, silver }) => ({ code, rows, silver }))).toEqual(independent)
    expect(independent).toEqual([
      { code: 'grande', rows: 3, silver: 5 },
      { code: 'sem_nome', rows: 2, silver: 5 },
    ])
    expect(flags[0]).toMatchObject({
      domain: 'adhoc',
      owner: 'Testes',
      firstSeen: '2026-01-05T12:00:00.000Z',
      changedAt: '2026-01-05T12:00:00.000Z',
    })
    // e has the value of a flagged row, yet it failed a rule: quarantine has it, no flag does.
    const stock = await readStock(db)
    expect(stock.open).toBe(1)
    expect(stock.lines.map((l) => `${l.rule} ${l.rows}`)).toEqual(['COISA_N 1'])
    expect(await readFlags(db, { domain: 'other' }, new Date())).toEqual([])
  })

  it('the trend holds a figure from its run to the next, by days of the workspace', async () => {
    const { t, db } = await open(ROWS)
    const later = (asOf: string, rows: string) =>
      t.run({ 'COISAS.csv': HEAD + rows }, { mode: 'delta', asOf: new Date(asOf) })
    await later('2026-01-08T12:00:00Z', 'd,Eva,150,2026-01-04,4\n')
    // 02:00 UTC is still the 9th in São Paulo.
    await later('2026-01-10T02:00:00Z', 'g,Gil,150,2026-01-04,4\n')
    await later('2026-01-10T12:00:00Z', 'a,Ana,5,2026-01-01,1\nb,,5,,1\n')
    const [flag] = await readFlags(db, { flag: 'grande' }, new Date('2026-01-12T12:00:00Z'))
    const trend = (flag as FlagLine).trend
    expect(trend).toHaveLength(TREND_DAYS)
    expect(trend.slice(-9)).toEqual([null, 3, 3, 3, 4, 5, 3, 3, 3])
    expect(flag && [1, 2, 3, 4, 7, 28].map((days) => changeOver(flag, days))).toEqual([
      0,
      0,
      -2,
      -1,
      0,
      null,
    ])
    expect(flag).toMatchObject({ rows: 3, silver: 6, changedAt: '2026-01-10T12:00:00.000Z' })
  })
})

describe('rows with a flag', () => {
  const walk = async (
    { db, table }: Awaited<ReturnType<typeof open>>,
    query: Omit<FlagRowQuery, 'flag' | 'after'>,
  ) => {
    const ids: (string | null | undefined)[] = []
    let after: string | undefined
    do {
      const page = await readFlagRows(db, table, { ...query, flag: 'grande', limit: 2, after })
      ids.push(...page.rows.map((row) => row.values[0]))
      after = page.next ?? undefined
    } while (after)
    return ids.join('')
  }

  it('every sort walks every row once, forth and back, missing values last', async () => {
    const lab = await open(`${ROWS}g,,200,,2\nh,Eva,200,2026-01-03,2\n`)
    const order = async (column: string, direction: string) => {
      const rows = await lab.t.db.rows<{ id: string }>(
        `SELECT id FROM silver.coisas WHERE grande ORDER BY ${column} ${direction} NULLS LAST, key_hash ${direction}`,
      )
      return rows.map((r) => r.id).join('')
    }
    for (const column of ['id', 'v', 'dia', 'n']) {
      expect(await walk(lab, { sort: column })).toBe(await order(column, 'ASC'))
      expect(await walk(lab, { sort: column, desc: true })).toBe(await order(column, 'DESC'))
    }
    // As people order names: É beside E, not after Z.
    expect((await walk(lab, { sort: 'nome' })).slice(0, 3)).toBe('ach')
    expect(await walk(lab, { sort: '_flags; DROP' })).toBe(await order('id', 'ASC'))
  })

  it('the search looks in every column and takes its signs as they are', async () => {
    const lab = await open(`${ROWS}g,50%_x,200,,2\n`)
    expect(await walk(lab, { text: 'É' })).toBe('c')
    expect(await walk(lab, { text: '900.5' })).toBe('c')
    expect(await walk(lab, { text: '%_' })).toBe('g')
    expect(await walk(lab, { text: 'nobody' })).toBe('')
    expect(await countFlagRows(lab.db, lab.table, { flag: 'grande', text: '0' })).toBe(4)
    const wrong = await readFlagRows(lab.db, lab.table, { flag: 'grande', after: 'bm8', limit: 1 })
    expect(wrong.rows[0]?.values[0]).toBe('a')
    const cursor = Buffer.from(JSON.stringify(['x', crypto.randomUUID()])).toString('base64url')
    const other = await readFlagRows(lab.db, lab.table, {
      flag: 'grande',
      sort: 'v',
      after: cursor,
      limit: 1,
    })
    expect(other.rows).toHaveLength(1)
  })

  it('only declared datasets with a Silver table are read, whatever the address says', async () => {
    const { db } = await open(ROWS)
    for (const name of ['nothing', 'quarentena_coisas', 'coisas"; DROP TABLE x', 'pg_class']) {
      expect(await silverTableOf(db, name)).toBeUndefined()
    }
  })

  it('the export has every row that matches, as CSV and as XLSX', async () => {
    const { t } = await open(ROWS)
    const at = new Date('2026-01-06T01:00:00Z')
    const wanted = { dataset: 'coisas', flag: 'grande', hide: ['n'], at }
    const csv = await exportFlag({ ...wanted, locale: 'pt-BR' }, 'csv', t.url)
    expect(csv?.filename).toBe('lazaret-coisas-grande-2026-01-05.csv')
    const text = (await bytesOf(csv?.body as ReadableStream<Uint8Array>)).toString()
    expect(parse(text, { bom: true, delimiter: ';' })).toEqual([
      ['id', 'nome', 'v', 'dia', 'grande'],
      ['a', 'Ana', '500,00', '2026-01-01', 'sim'],
      ['b', '', '101,00', '', 'sim'],
      ['c', 'Élia', '900,50', '2026-01-03', 'sim'],
    ])
    const xlsx = await exportFlag({ ...wanted, text: 'ana', locale: 'en' }, 'xlsx', t.url)
    const files = unzip(await bytesOf(xlsx?.body as ReadableStream<Uint8Array>))
    const sheet = readSheet(files.get('xl/worksheets/sheet1.xml') ?? '')
    expect(sheet.map((row) => row[0]?.text)).toEqual(['id', 'a'])
    expect(
      await exportFlag({ ...wanted, flag: 'nope', locale: 'en' }, 'csv', t.url),
    ).toBeUndefined()
  })
})
