/** What a delivery may be: complete, partial, promised by a control file, shrunken, late. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { type Adhoc, adhoc, type Files, type ShortDataset } from './adhoc'

const A: ShortDataset = {
  name: 'um',
  columns: { id: 'text', v: 'numeric(15,2)' },
  rules: [{ code: 'UM_V', kind: 'required', column: 'v' }],
}
const B: ShortDataset = { name: 'dois', columns: { id: 'text' } }
const um = (...lines: string[]) => ({ 'UM.csv': ['id,v', ...lines, ''].join('\n') })
const dois = (...lines: string[]) => ({ 'DOIS.csv': ['id', ...lines, ''].join('\n') })
const many = (n: number, from = 1) => Array.from({ length: n }, (_, i) => `${i + from},1`)

async function refused(t: Adhoc, files: Files, reason: string, options = {}) {
  const before = await t.state()
  const report = await t.deliver(files, options)
  expect(report).toMatchObject({ status: 'refused', exitCode: 2, error: { reason } })
  expect(await t.state()).toBe(before)
  return report.error?.message
}

describe('files of a delivery', () => {
  it('a full delivery without one of them is refused; a delta may bring any subset', async () => {
    const t = await adhoc([A, B])
    expect(await refused(t, um('1,1'), 'missing_file')).toContain('DOIS')
    await t.run({ ...um('1,1'), ...dois('1') })
    await t.run(dois('2'), { mode: 'delta' })
    expect(await t.values('dois', 'id')).toEqual(['1', '2'])
    expect(await t.values('um', 'id')).toEqual(['1'])
  })

  it('a _READY in the future is refused, before it locks everybody out', async () => {
    const t = await adhoc([A])
    const input = mkdtempSync(join(tmpdir(), 'lazaret-future-'))
    writeFileSync(join(input, 'UM.csv'), 'id,v\n1,1\n')
    writeFileSync(join(input, '_READY'), '{"as_of": "2962-01-01T00:00:00Z"}')
    const report = await runDelivery(t.url, { domain: t.domain, input })
    rmSync(input, { recursive: true })
    expect(report).toMatchObject({ status: 'refused', error: { reason: 'ready_file' } })
  })

  it('what deltas still owe does not stand in the way of a rebuild', async () => {
    const sql = "SELECT id AS key FROM silver.um WHERE id = '2'"
    const t = await adhoc([{ ...A, postConditions: { UM_COMPLETO: sql } }])
    for (const condition of t.domain.datasets[0]?.postConditions ?? []) condition.when = 'full'
    await t.run(um('1,1'))
    await t.run(um('2,2'), { mode: 'delta' })
    expect(await t.rebuild()).toMatchObject({ status: 'committed' })
    expect(await t.deliver(um('1,1', '2,2'))).toMatchObject({ status: 'failed', exitCode: 3 })
  })

  it('independent datasets are each a snapshot of their own', async () => {
    const t = await adhoc([A, B], { independent: true })
    await t.run({ ...um('1,1'), ...dois('1', '2') })
    await t.run(dois('2'))
    expect(await t.values('dois', 'id')).toEqual(['2'])
    expect(await t.values('um', 'id')).toEqual(['1'])
  })

  it('the _READY file says the mode; parts of a source are one dataset', async () => {
    const t = await adhoc([A, B])
    await t.run({ ...um('1,1'), ...dois('1') })
    const report = await t.run({
      _READY: '{"mode": "delta"}',
      'um_2.csv': 'id,v\n4,\n',
      'UM_1.csv': 'v,id\n2,2\n3,3\n',
    })
    expect(report).toMatchObject({ mode: 'delta', datasets: { um: { received: 3, silver: 2 } } })
    expect(await t.values('um', 'id')).toEqual(['1', '2', '3'])
    expect((await t.live('um'))[0]).toMatchObject({ file: 'um_2.csv', line: 2 })
  })

  it('extra columns are kept and reported as drift', async () => {
    const t = await adhoc([A])
    const report = await t.run({ 'UM.csv': 'id,cor,v\n1,azul,2\n2,,\n' })
    expect(report.notes).toEqual(['UM.csv: columns not declared, kept in _extra: cor'])
    expect((await t.bronze('UM')).map((row) => row._extra)).toEqual([
      { cor: 'azul' },
      { cor: null },
    ])
    expect((await t.live('um'))[0]?.raw).toEqual({ id: '2', v: null, cor: null })
    expect(await t.db.rows('SELECT extra_columns FROM quality.run_file')).toEqual([
      { extra_columns: ['cor'] },
    ])
  })

  it('a control file that agrees lets the delivery in, one that differs refuses it', async () => {
    const t = await adhoc([A])
    const files = um('1,1.10', '2,-0.30', '3,', 'torto')
    const control = (rows: number, v?: string) => ({
      ...files,
      'UM.csv.ctl.json': JSON.stringify({ rows, ...(v ? { sums: { v } } : {}) }),
    })
    await t.run(control(4, '0.8'))
    expect(await refused(t, control(3), 'control_file')).toContain(
      'promises 3 records, the file has 4',
    )
    expect(await refused(t, control(4, '0.81'), 'control_file')).toContain('the file has 0.8')
    expect(
      await refused(
        t,
        { ...files, 'UM.ctl.json': '{"rows": 4, "sums": {"w": "1"}}' },
        'control_file',
      ),
    ).toContain('w')
    expect(await t.bronze('UM')).toHaveLength(3)
  })

  it('a clock before the last run is refused', async () => {
    const t = await adhoc([A])
    await t.run(um('1,1'), { asOf: new Date('2026-02-02T10:00:00Z') })
    await refused(t, um('1,1'), 'as_of', { asOf: new Date('2026-02-02T09:59:59Z') })
    await t.run(um('1,1'), { asOf: new Date('2026-02-02T10:00:00Z') })
  })
})

describe('a suspicious shrink', () => {
  it('is refused above 5 %, unless it is accepted', async () => {
    const t = await adhoc([A])
    await t.run(um(...many(400)))
    await t.run(um(...many(380)))
    expect(await refused(t, um(...many(357)), 'shrink')).toContain('um: 23 of 380 rows (6.05 %)')
    const report = await t.run(um(...many(357)), { acceptShrink: true })
    expect(report.datasets.um).toMatchObject({ withdrawn: 23, silver: 357 })
  })

  it('counts what would be withheld and what would leave the quarantine', async () => {
    const t = await adhoc([A])
    await t.run(um(...many(100), ...many(100, 101).map((line) => line.replace(',1', ','))))
    const withheld = many(8).map((line) => line.replace(',1', ','))
    const rest = many(92, 9)
    const still = many(87, 101).map((line) => line.replace(',1', ','))
    expect(await refused(t, um(...withheld, ...rest, ...still), 'shrink')).toContain('21 of 200')
  })

  it('names every dataset that shrinks', async () => {
    const t = await adhoc([A, B])
    const twos = (n: number) => dois(...Array.from({ length: n }, (_, i) => String(i)))
    await t.run({ ...um(...many(100)), ...twos(100) })
    const said = await refused(t, { ...um(...many(50)), ...twos(60) }, 'shrink')
    expect(said).toContain('um: 50 of 100 rows')
    expect(said).toContain('dois: 40 of 100 rows')
  })

  it('of a small dataset is nobody’s truncated file', async () => {
    const t = await adhoc([A])
    await t.run(um(...many(19)))
    await t.run(um('1,1'))
    expect(await t.values('um', 'id')).toEqual(['1'])
  })

  it('that leaves nothing of a dataset is refused, however small', async () => {
    const t = await adhoc([A, B], { independent: true })
    await t.run(um('1,1'))
    // Only its header, or nothing in it that could be a row.
    for (const files of [um(), um('2,torto')]) {
      expect(await t.deliver(files)).toMatchObject({
        exitCode: 2,
        error: { reason: 'shrink', message: expect.stringContaining('um: all of its 1 rows') },
      })
    }
    expect(await t.values('um', 'id')).toEqual(['1'])
    await t.run(um(), { acceptShrink: true })
    expect(await t.values('um', 'id')).toEqual([])
    await t.run(um())
  })

  it('leaves no Bronze behind: a retry would add to it', async () => {
    const t = await adhoc([A])
    await t.run(um(...many(100)))
    for (const _ of [1, 2])
      expect(await t.deliver(um('1,1', 'torto'))).toMatchObject({ exitCode: 2 })
    expect(await t.bronze('UM')).toHaveLength(100)
    expect(await t.db.rows('SELECT FROM bronze.malformed')).toEqual([])
  })

  it('of a row that fails now is none: it is set aside, not gone', async () => {
    const t = await adhoc([A])
    await t.run(um('1,1'))
    await t.run(um('1,'))
    expect(await t.live('um')).toHaveLength(1)
  })
})

describe('a dry run', () => {
  it('leaves nothing, and says what the real run will say', async () => {
    const t = await adhoc([A, B])
    await t.run({ ...um('1,1', '2,'), ...dois('1') })
    const files = { ...um('1,2', '2,2', '3,', '3,', 'torto'), ...dois('2') }
    const rows = () => everything(t)
    const before = await rows()
    const dry = await t.deliver(files, { dryRun: true })
    expect(await rows()).toEqual(before)
    expect(dry).toMatchObject({ run: null, status: 'dry_run', exitCode: 0 })
    const real = await t.run(files)
    const essence = ({ domain, mode, as_of, sources, datasets, checks, notes }: typeof real) => ({
      domain,
      mode,
      as_of,
      sources,
      datasets,
      checks,
      notes,
    })
    expect(essence(dry)).toEqual(essence(real))
    const refusal = await t.deliver({ ...files, 'DOIS.csv': 'x\n1\n' }, { dryRun: true })
    expect(refusal).toMatchObject({ run: null, status: 'refused', exitCode: 2 })
    expect(await t.db.rows("SELECT FROM quality.run WHERE status <> 'committed'")).toEqual([])
  })
})

/** Rows of every table. */
async function everything(t: Adhoc): Promise<Record<string, string>> {
  const tables = await t.db.rows<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname IN ('bronze', 'silver', 'quality') ORDER BY 1`,
  )
  const counts: Record<string, string> = {}
  for (const { name } of tables) {
    const { n } = await t.db.row<{ n: string }>(`SELECT count(*) AS n FROM ${name}`)
    counts[name] = n
  }
  return counts
}

describe('retention', () => {
  const days = process.env.LAZARET_BRONZE_DAYS
  afterEach(() => {
    if (days === undefined) delete process.env.LAZARET_BRONZE_DAYS
    else process.env.LAZARET_BRONZE_DAYS = days
  })

  it('drops old Bronze, never since the last full, never of rows that stand', async () => {
    process.env.LAZARET_BRONZE_DAYS = '5'
    const t = await adhoc([A])
    const on = (day: string) => ({ asOf: new Date(`2026-${day}T12:00:00Z`) })
    const bronze = async () => (await t.bronze('UM')).map((row) => `${row._run}:${row.id}`)
    await t.run(um('1,1', '2,2', '3,', '9,9', '9,9', 'torto'), on('01-01'))
    await t.run(um('4,4'), { mode: 'delta', ...on('01-02') })
    await t.run(um('1,1', '2,22', '3,', '4,4'), on('01-20'))
    const [first, second, third] = (
      await t.db.rows<{ id: number }>('SELECT id FROM quality.run ORDER BY id')
    ).map((r) => r.id)
    const kept = [`${first}:1`, `${first}:3`, `${second}:4`]
    const full = ['1', '2', '3', '4'].map((id) => `${third}:${id}`)
    expect(await bronze()).toEqual([...kept, ...full])
    await t.run(um('5,5'), { mode: 'delta', ...on('03-01') })
    expect((await bronze()).slice(0, 7)).toEqual([...kept, ...full])
    const orphans = await t.db.rows(
      'SELECT id FROM silver.um s WHERE NOT EXISTS (SELECT FROM bronze.um b WHERE b._run = s._run AND b._n = s._n)',
    )
    expect(orphans).toEqual([])
    expect((await t.rebuild()).datasets.um).toMatchObject({
      received: 5,
      silver: 4,
      quarantined: 1,
    })
  })
})
