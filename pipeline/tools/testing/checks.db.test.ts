/** The engine, broken on purpose: each check must fail, and what was there before must stand. */
import { describe, expect, it } from 'vitest'
import { type Adhoc, adhoc, type Files, type ShortDataset } from './adhoc'
import { intercept } from './intercept'
import { joinsOf } from './joins'

const DATASETS: ShortDataset[] = [
  {
    name: 'coisas',
    columns: { id: 'text', v: 'integer' },
    rules: [{ code: 'COISA_V', kind: 'range', column: 'v', gt: 0 }],
    postConditions: { COISA_POSITIVA: 'SELECT id AS key FROM silver.coisas WHERE v <= 0' },
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
  },
]
const coisas = (...lines: string[]) => ({ 'COISAS.csv': ['id,v', ...lines, ''].join('\n') })
const partes = (...lines: string[]) => ({ 'PARTES.csv': ['id,de', ...lines, ''].join('\n') })

const FIRST = { ...coisas('1,1', '2,2', '3,-3', '4,-4'), ...partes('x,1', 'y,3') }
/** 1 unchanged, 2 fails now, 3 corrected, 4 gone, 5 new and twice; z without a parent. */
const SECOND = { ...coisas('1,1', '2,-2', '3,3', '5,5', '5,5'), ...partes('x,1', 'y,3', 'z,9') }

/** Delivers with a broken engine: the run fails by that check, and nothing has changed. */
async function breaks(check: string, damage: (sql: string) => string, files: Files, delta = false) {
  const t = await adhoc(DATASETS)
  await t.run(FIRST)
  const before = await t.state()
  const { counter, stop } = intercept(damage)
  const report = await t.deliver(files, { mode: delta ? 'delta' : 'full' })
  stop()
  expect(counter.rewritten, 'the damage was done').toBeGreaterThan(0)
  const failed = report.checks.filter((c) => !c.ok)
  expect(report).toMatchObject({ status: 'failed', exitCode: 3 })
  expect(failed.map((c) => c.name)).toContain(check)
  expect(report.error?.message).toContain(check)
  expect(await t.state()).toBe(before)
  await onRecord(t, check)
  await t.run(files, { mode: delta ? 'delta' : 'full' })
  return failed.find((c) => c.name === check)
}

/** The failed run, its check with expected and found, and its counts are kept. */
async function onRecord(t: Adhoc, check: string) {
  const [row] = await t.db.rows(
    `SELECT r.status, r.finished_at IS NOT NULL AS finished, c.ok, c.expected <> c.found AS differs,
      (SELECT count(*) FROM quality.run_dataset d WHERE d.run_id = r.id) AS datasets
    FROM quality.run r LEFT JOIN quality.check_result c ON c.run_id = r.id AND c.name = $2
    WHERE r.id = $1`,
    [t.report.run, check],
  )
  expect(row).toEqual({ status: 'failed', finished: true, ok: false, differs: true, datasets: '2' })
}

const when = (marker: string, from: string, to: string) => (sql: string) =>
  sql.includes(marker) ? sql.replace(from, to) : sql

describe('a broken engine is caught', () => {
  it('balance: a row is not written to Silver', async () => {
    const damage = when('INSERT INTO silver."coisas"', 'm._fresh', 'm._fresh AND m._n <> 4')
    const check = await breaks('balance.coisas', damage, SECOND)
    expect(check?.sample).toEqual(['COISAS.csv:5'])
  })

  it('balance: a new row is taken for one that Silver has', async () => {
    const damage = when(
      'TEMP TABLE "differing_coisas"',
      "m._disposition = 'silver'::quality.disposition",
      "m._disposition = 'silver'::quality.disposition AND m._n <> 4",
    )
    const check = await breaks('balance.coisas', damage, SECOND)
    expect(check?.sample).toEqual(['COISAS.csv:5'])
  })

  it('balance: the join to the parent is an inner one', async () => {
    const damage = when(
      'TEMP TABLE "marked_partes"',
      'LEFT JOIN silver."coisas"',
      'JOIN silver."coisas"',
    )
    const check = await breaks('balance.partes', damage, SECOND)
    expect(check).toMatchObject({ expected: '3', found: '2', sample: ['PARTES.csv:4'] })
  })

  it('balance: a failing row is not written to quarantine', async () => {
    const damage = when('INSERT INTO quality.quarantine (id', 'WHERE x.fresh', 'WHERE false')
    const check = await breaks('balance.partes', damage, SECOND)
    expect(check?.sample).toEqual(['PARTES.csv:4'])
  })

  it('balance: a duplicate is not documented', async () => {
    const damage = when(
      'INSERT INTO quality.duplicate',
      "m._disposition = 'duplicate'::quality.disposition",
      'false',
    )
    await breaks('balance.coisas', damage, SECOND)
  })

  it('exclusive: a row that fails now is not withheld', async () => {
    const damage = when(
      'DELETE FROM silver."coisas"',
      "m._disposition = 'quarantine'::quality.disposition",
      'false',
    )
    const check = await breaks('exclusive.coisas', damage, { ...coisas('2,-2') }, true)
    expect(check?.sample).toEqual(['2'])
  })

  it('exclusive: a corrected row does not leave', async () => {
    const damage = when('TEMP TABLE "released_coisas"', "q.dataset = 'coisas'", 'false')
    await breaks('exclusive.coisas', damage, coisas('3,3'), true)
  })

  it('stock: a row of Silver that was not delivered vanishes', async () => {
    const damage = (sql: string) =>
      sql.includes('DROP TABLE IF EXISTS pg_temp."differing_coisas"')
        ? `DELETE FROM silver.coisas WHERE id = '2'; ${sql}`
        : sql
    const check = await breaks('stock.coisas', damage, coisas('1,9'), true)
    expect(check).toMatchObject({ expected: '2', found: '1' })
  })

  it('snapshot: a row that a full delivery no longer has stays in Silver', async () => {
    const damage = when(
      'DELETE FROM silver."coisas" s WHERE NOT EXISTS',
      'WHERE NOT',
      'WHERE false AND NOT',
    )
    const check = await breaks('snapshot.coisas', damage, {
      ...coisas('1,1', '3,-3', '4,-4'),
      ...partes('x,1', 'y,3'),
    })
    expect(check).toMatchObject({ expected: '3', found: '4' })
  })

  it('snapshot: a row that no longer comes stays in quarantine', async () => {
    const damage = when('TEMP TABLE "released_coisas"', "q.dataset = 'coisas'", 'false')
    await breaks('snapshot.coisas', damage, {
      ...coisas('1,1', '2,2', '3,-3'),
      ...partes('x,1', 'y,3'),
    })
  })

  it('ledger: a row enters without its event', async () => {
    const damage = when('INSERT INTO quality.quarantine_event', 'WHERE x.fresh', 'WHERE false')
    const check = await breaks('ledger.coisas', damage, SECOND)
    expect(check?.sample?.[0]).toContain('COISA_V')
  })

  it('ledger: a row leaves without its event', async () => {
    const damage = when(
      "'EXITED'",
      'FROM pg_temp."released_coisas" l',
      'FROM pg_temp."released_coisas" l WHERE false',
    )
    await breaks('ledger.coisas', damage, SECOND)
  })

  it('read: a record is lost between the reader and Bronze', async () => {
    const damage = (sql: string) =>
      sql.includes('CREATE TEMP TABLE "removed_coisas"')
        ? `DELETE FROM bronze.coisas WHERE _n = 1 AND _run = (SELECT max(_run) FROM bronze.coisas); ${sql}`
        : sql
    const check = await breaks('read.coisas', damage, SECOND)
    expect(check).toMatchObject({ expected: '5', found: '4' })
  })

  it('post-condition: a rule lets through what it must not, although everything balances', async () => {
    const damage = when('TEMP TABLE "marked_coisas"', '> 0', '> -9')
    const check = await breaks('post.COISA_POSITIVA', damage, SECOND)
    expect(check?.sample).toEqual(['2'])
  })
})

describe('the statements of a real run', () => {
  it('hold no inner join on Silver or on the quarantine', async () => {
    const t = await adhoc(DATASETS)
    const { statements } = intercept()
    await t.run(FIRST)
    await t.run(SECOND)
    await t.run(coisas('1,-1'), { mode: 'delta' })
    const marks = statements.filter((sql) => sql.includes('CREATE TEMP TABLE "marked_'))
    expect(marks.length).toBeGreaterThan(5)
    const inner = statements.flatMap((sql) =>
      joinsOf(sql)
        .filter((join) => join.kind === 'inner' || join.kind === 'comma')
        .map((join) => join.table.replaceAll('"', '')),
    )
    const forbidden = /^(silver\.|quality\.quarantine|bronze\.|\()/
    expect(inner.filter((table) => forbidden.test(table))).toEqual([])
  })
})
