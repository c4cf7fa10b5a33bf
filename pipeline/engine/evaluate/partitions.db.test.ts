/** A partitioned Silver: partitions come with the rows, and only with rows that are committed. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type ShortDataset } from '@/pipeline/tools/testing/adhoc'
import { intercept } from '@/pipeline/tools/testing/intercept'
import { joinsOf } from '@/pipeline/tools/testing/joins'
import { replay } from '@/pipeline/tools/testing/replay/asking'

const LOJAS: ShortDataset = { name: 'lojas', columns: { id: 'text' } }
const part = (field: string) => ({
  type: 'integer' as const,
  sql: `extract(${field} FROM {dia})::integer`,
})
const ITENS: ShortDataset = {
  name: 'itens',
  columns: {
    id: 'text',
    loja: 'text',
    dia: 'date',
    v: 'integer',
    ano: part('year'),
    mes: part('month'),
  },
  lastWins: true,
  partition: { by: ['ano', 'mes'] },
  rules: [
    { code: 'ITEM_SEM_DIA', kind: 'required', column: 'dia' },
    { code: 'ITEM_V', kind: 'range', column: 'v', gt: 0 },
    {
      code: 'ITEM_SEM_LOJA',
      kind: 'reference',
      name: 'loja',
      to: 'lojas',
      columns: { id: 'loja' },
    },
  ],
  postConditions: { ITEM_TREZE: 'SELECT id AS key FROM silver.itens WHERE v = 13' },
}

const lojas = (...ids: string[]) => ({ 'LOJAS.csv': ['id', ...ids, ''].join('\n') })
const itens = (...lines: string[]) => ({
  'ITENS.csv': ['id,loja,dia,v', ...lines, ''].join('\n'),
})

/** Where each row stands, as `id in partition`. */
const places = async (t: Adhoc) =>
  (
    await t.db.rows<{ place: string }>(
      `SELECT id || ' in ' || tableoid::regclass AS place FROM silver.itens ORDER BY 1`,
    )
  ).map((r) => r.place)

/** Every table in Silver that is named like a partition, attached or not. */
const partitions = async (t: Adhoc) =>
  (
    await t.db.rows<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'silver' AND tablename ~ '^itens_'
      ORDER BY 1`,
    )
  ).map((r) => r.name)

const MAY = ['itens_2026_05']
const opened = async () => {
  const t = await adhoc([LOJAS, ITENS])
  await t.run({ ...lojas('L1'), ...itens('a,L1,2026-05-01,1', 'b,L1,2026-05-31,2') })
  expect(await partitions(t)).toEqual(MAY)
  return t
}

describe('partitions', () => {
  it('one per set of values; a row that moves stays one row, and the last image decides', async () => {
    const t = await opened()
    expect(await places(t)).toEqual(['a in silver.itens_2026_05', 'b in silver.itens_2026_05'])
    await t.run(
      itens('a,L1,2026-12-31,3', 'b,L1,2026-05-30,4', 'c,L1,2027-01-01,5', 'c,L1,2026-05-02,6'),
      { mode: 'delta' },
    )
    expect(await places(t)).toEqual([
      'a in silver.itens_2026_12',
      'b in silver.itens_2026_05',
      'c in silver.itens_2026_05',
    ])
    expect(await partitions(t)).toEqual(['itens_2026_05', 'itens_2026_12'])
    expect(await t.silver('itens', 'id', 'v')).toEqual([
      { id: 'a', v: '3' },
      { id: 'b', v: '4' },
      { id: 'c', v: '6' },
    ])
    expect((await t.duplicates('itens')).map((d) => d.reason)).toEqual(['order'])
    await t.rebuild()
    expect(t.report.error).toBeUndefined()
    expect(await places(t)).toContain('a in silver.itens_2026_12')
  })

  it('neither a dry run nor a refused or failed one leaves one behind', async () => {
    const t = await opened()
    const before = await t.state()
    const june = 'n,L1,2026-06-01,7'
    const dry = await t.deliver(itens(june), { mode: 'delta', dryRun: true })
    expect(dry.datasets.itens?.entered).toBe(1)
    expect(await t.deliver(itens(june, 'x,L1,2026-07-01,13'), { mode: 'delta' })).toMatchObject({
      status: 'failed',
      exitCode: 3,
    })
    expect(await partitions(t)).toEqual(MAY)
    expect(await t.state()).toBe(before)
    const many = Array.from({ length: 30 }, (_, i) => `m${i},L1,2026-05-03,1`)
    await t.run(itens(...many), { mode: 'delta' })
    expect(await t.deliver({ ...lojas('L1'), ...itens(june) })).toMatchObject({ status: 'refused' })
    expect(await partitions(t)).toEqual(MAY)
  })

  it('a replay adds them too, its preview does not', async () => {
    const t = await opened()
    await t.run(itens('w,L2,2026-08-08,8'), { mode: 'delta' })
    expect(await t.waiting('itens')).toEqual(['w: ITEM_SEM_LOJA'])
    await t.run(lojas('L2'), { mode: 'delta' })
    expect((await replay(t, { kind: 'preview' })).settled).toBe(1)
    expect(await partitions(t)).toEqual(MAY)
    expect((await replay(t)).settled).toBe(1)
    expect(await places(t)).toContain('w in silver.itens_2026_08')
  })

  it('readers go on meanwhile, those that hold the table too', async () => {
    const t = await opened()
    const reader = new pg.Client({ connectionString: t.url })
    await reader.connect()
    await reader.query(`SET lock_timeout = '1ms'`)
    const count = async () =>
      (await reader.query('SELECT count(*)::int AS n FROM silver.itens')).rows[0].n
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    expect(await count()).toBe(2)
    let during = 0
    // The reader's transaction is open from before to after: with a lock that excludes it, the run
    // would wait here for ever.
    await t.db.exec(`ALTER DATABASE ${new URL(t.url).pathname.slice(1)} SET lock_timeout = '2s'`)
    await t.run(itens('a,L1,2026-06-01,3', 'n,L1,2026-07-01,4'), {
      mode: 'delta',
      onCommit: async () => {
        during = await count()
      },
    })
    expect(during).toBe(2)
    expect(await count()).toBe(2)
    await reader.query('COMMIT')
    expect(await count()).toBe(3)
    await reader.end()
  })

  it('a valid row that fits none fails the run and is named', async () => {
    const t = await opened()
    const rule = t.domain.datasets.find((d) => d.name === 'itens')
    if (rule) rule.rules = rule.rules.filter((r) => r.code !== 'ITEM_SEM_DIA')
    const before = await t.silver('itens', 'id', 'v')
    const report = await t.deliver(itens('z,L1,,9'), { mode: 'delta' })
    expect(report).toMatchObject({ status: 'failed', exitCode: 3 })
    expect(report.error?.message).toContain('1 valid rows of itens have no ano, mes')
    expect(report.error?.message).toContain('(z)')
    expect(await t.silver('itens', 'id', 'v')).toEqual(before)
  })

  it('no row is left out by a join on the way', async () => {
    const t = await opened()
    const { statements } = intercept()
    await t.run(itens('p,L1,2026-09-01,1'), { mode: 'delta' })
    const own = statements.filter((sql) => /pg_inherits|itens_2026_09/.test(sql))
    expect(own.length).toBeGreaterThanOrEqual(3)
    expect(own.flatMap(joinsOf)).toEqual([])
  })
})
