/** The command line as it is typed: exit codes, shapes, what goes where. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { lockDomain } from '@/lib/shared/db/turn'
import { type CliLab, cliLab } from './lab.testing'
import { RunJson, StatusJson } from './shapes'
import { expectOneError } from './testing'

let lab: CliLab
let { database, db, files, cli, altered, counts } = {} as CliLab

beforeAll(async () => {
  lab = await cliLab()
  ;({ database, db, files, cli, altered, counts } = lab)
})
afterAll(() => lab.close())

describe('run', () => {
  it('tries a delivery without a trace, then commits it with the same figures', async () => {
    const dir = files.dirs[0] as string
    const dry = await cli('run', 'order-to-cash', '--input', dir, '--dry-run', '--json')
    expect(dry.code).toBe(0)
    const tried = RunJson.parse(dry.json())
    expect(tried).toMatchObject({ run: null, status: 'dry_run', as_of: '2026-07-01T05:00:00.000Z' })
    expect(await counts()).toBe('0 0 0 0 0 0 0')

    const { code, json, stderr } = await cli('run', 'order-to-cash', '--input', dir, '--json')
    expect(code).toBe(0)
    const done = RunJson.parse(json())
    expect(done).toMatchObject({ run: expect.any(Number), status: 'committed', mode: 'full' })
    const figures = ({ sources, datasets, checks, mode, as_of }: typeof done) => ({
      sources,
      datasets,
      checks,
      mode,
      as_of,
    })
    expect(figures(done)).toEqual(figures(tried))
    expect(stderr).not.toMatch(/^error:/m)
    const received = Object.entries(done.sources).map(([s, n]) => [s, n.received])
    expect(Object.fromEntries(received)).toEqual(files.truth.deliveries[0]?.counts)
  }, 60_000)

  it('says the same in words: results to standard output, progress to standard error', async () => {
    const { code, stdout, stderr } = await cli(
      'run',
      'order-to-cash',
      '--input',
      files.dirs[1] as string,
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^dataset +received +silver +quarantined/)
    expect(stdout).toMatch(
      /order-to-cash, delta, 2026-07-02T05:00:00.000Z: run \d+ committed in [\d.]+ s\n$/,
    )
    expect(stdout).not.toMatch(/%/)
    expect(stderr).toMatch(/^ {2}0 % {2}judge clientes$|load /m)
  }, 30_000)

  it('takes clock, mode and key date from the command before the delivery', async () => {
    const dir = files.dirs[1] as string
    const args = [
      '--mode',
      'delta',
      '--as-of',
      '2026-07-03T06:00:00-03:00',
      '--key-date',
      '2026-06-30',
    ]
    const { code, json } = await cli('run', 'order-to-cash', '--input', dir, ...args, '--json')
    expect(code).toBe(0)
    const { run, as_of } = RunJson.parse(json())
    expect(as_of).toBe('2026-07-03T09:00:00.000Z')
    expect(
      await db.row('SELECT key_date::text AS day, mode FROM quality.run WHERE id = $1', [run]),
    ).toEqual({
      day: '2026-06-30',
      mode: 'delta',
    })
  }, 30_000)

  it('ends with 3 when a check fails, and says which', async () => {
    const dir = altered('untitled', (d) => {
      const lines = readFileSync(join(d, 'BSAD.csv'), 'latin1').split('\n')
      writeFileSync(
        join(d, 'BSAD.csv'),
        [...lines.slice(0, 5), ...lines.slice(7)].join('\n'),
        'latin1',
      )
    })
    const before = await counts()
    const ran = await cli(
      'run',
      'order-to-cash',
      '--input',
      dir,
      '--as-of',
      '2026-07-04T02:00:00-03:00',
      '--json',
      '--dry-run',
    )
    expect(ran.code).toBe(3)
    const report = RunJson.parse(ran.json())
    expect(report).toMatchObject({ run: null, status: 'failed', error: { reason: 'post' } })
    expect(report.checks.filter((c) => !c.ok)).toMatchObject([
      { name: 'post.FATURA_COM_UM_TITULO', found: '2' },
    ])
    expectOneError(ran, /post\.FATURA_COM_UM_TITULO: expected 0, found 2/)
    expect(await counts()).toBe(before)
  }, 30_000)

  it('waits for another run of the domain, or is refused when it may not wait', async () => {
    const other = await Db.open(database.url)
    await lockDomain(other, 'order-to-cash', false, () => {})
    try {
      await meet(other)
    } finally {
      await other.close()
    }
  }, 60_000)

  async function meet(other: Db): Promise<void> {
    const args = [
      'run',
      'order-to-cash',
      '--input',
      files.dirs[1] as string,
      '--as-of',
      '2026-07-05T02:00:00-03:00',
    ]
    const refused = await cli(...args, '--no-wait', '--json')
    expect(refused.code).toBe(2)
    expect(RunJson.parse(refused.json())).toMatchObject({
      status: 'refused',
      error: { reason: 'busy' },
    })
    expectOneError(refused, /A run or replay of order-to-cash is in progress/)
    let over = false
    const waiting = cli(...args, '--json').then((outcome) => {
      over = true
      return outcome
    })
    const waits = async () => {
      const here =
        await db.rows(`SELECT FROM pg_locks l LEFT JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`)
      return here.length > 0
    }
    while (!over && !(await waits())) await sleep(50)
    // Neither does a question wait for the run.
    expect((await cli('status', '--json')).code).toBe(0)
    expect(over).toBe(false)
    await other.close()
    const outcome = await waiting
    expect(outcome.code).toBe(0)
    expect(outcome.stderr).toMatch(/in progress; waiting for it to end/)
    RunJson.parse(outcome.json())
  }

  it('really takes turns', async () => {
    const args = [
      'run',
      'order-to-cash',
      '--input',
      files.dirs[1] as string,
      '--as-of',
      '2026-07-06T02:00:00-03:00',
      '--json',
    ]
    const outcomes = await Promise.all([cli(...args), cli(...args)])
    expect(outcomes.map((o) => o.code)).toEqual([0, 0])
    const [a, b] = outcomes.map((o) => RunJson.parse(o.json()).run)
    expect(a).not.toBe(b)
    expect(await db.rows(`SELECT FROM quality.run WHERE status = 'running'`)).toEqual([])
  }, 60_000)

  it('rebuilds', async () => {
    const rebuilt = await cli('rebuild', 'order-to-cash', '--json')
    expect(rebuilt.code).toBe(0)
    const report = RunJson.parse(rebuilt.json())
    expect(report).toMatchObject({ status: 'committed', domain: 'order-to-cash' })
    expect(report.checks.every((c) => c.ok)).toBe(true)
    const dated = ['rebuild', 'order-to-cash', '--key-date', '2026-05-31', '--dry-run', '--json']
    expect(RunJson.parse((await cli(...dated)).json()).gold?.key_date).toBe('2026-05-31')
  }, 30_000)
})

describe('status', () => {
  it('tells the stock by rule', async () => {
    const { code, json, stderr } = await cli('status', 'order-to-cash', '--json')
    expect([code, stderr]).toEqual([0, ''])
    const { domains } = StatusJson.parse(json())
    const status = domains['order-to-cash']
    const open = await db.rows<{ rule: string; n: number }>(
      `SELECT rule, count(*)::int AS n FROM quality.quarantine WHERE statut = 'A_TRAITER' GROUP BY 1`,
    )
    const told = status?.rules.filter((r) => r.open > 0).map((r) => [r.rule, r.open])
    expect(Object.fromEntries(told ?? [])).toEqual(
      Object.fromEntries(open.map((r) => [r.rule, r.n])),
    )
    expect(status?.open).toBe(open.reduce((sum, r) => sum + r.n, 0))
    const words = await cli('status')
    expect(words.stdout).toMatch(new RegExp(`^order-to-cash: ${status?.open} open`, 'm'))
  }, 30_000)
})
