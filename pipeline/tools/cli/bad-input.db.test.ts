/** What is wrong with a command or a delivery: one clear line, the right exit code, one object. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderToCash } from '@/pipeline/domains/order-to-cash'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { type CliLab, cliLab } from './lab.testing'
import { Failure, RunJson } from './shapes'
import { expectOneError, type Outcome, pipeline, together } from './testing'

let lab: CliLab
let { database, files, work, cli, altered, counts } = {} as CliLab

beforeAll(async () => {
  lab = await cliLab()
  ;({ database, files, work, cli, altered, counts } = lab)
})
afterAll(() => lab.close())

describe('bad input gets one clear line and the right exit code', () => {
  const run = (dir: string, ...args: string[]) => ['run', 'order-to-cash', '--input', dir, ...args]
  const at = ['--as-of', '2027-01-01T00:00:00Z']
  beforeAll(async () => {
    const input = files.dirs[0] as string
    await runDelivery(database.url, { domain: orderToCash, input, asOf: new Date('2026-08-01') })
  })

  it('of a delivery', async () => {
    mkdirSync(join(work, 'empty'))
    mkdirSync(join(work, 'foreign'))
    copyFileSync(join(files.dirs[0] as string, 'KNA1.csv'), join(work, 'foreign', 'KNA9.csv'))
    const without = (name: string) => (dir: string) => rmSync(join(dir, name))
    const cases: [string[], RegExp, string][] = [
      [run(join(work, 'nowhere')), /There is no folder .*nowhere/, 'no_such_folder'],
      [run(join(work, 'foreign', 'KNA9.csv')), /KNA9\.csv is not a folder/, 'no_such_folder'],
      [run(join(work, 'empty')), /has no \.csv files/, 'empty_folder'],
      [run(join(work, 'foreign')), /no file of this domain, only KNA9\.csv/, 'missing_file'],
      [run(altered('missing', without('KNB1.csv')), ...at), /missing: KNB1/, 'missing_file'],
      [
        run(
          altered('folder', (d) => {
            rmSync(join(d, 'VBAK.csv'))
            mkdirSync(join(d, 'VBAK.csv'))
          }),
          ...at,
        ),
        /VBAK\.csv/,
        'unreadable_file',
      ],
      [
        run(
          altered('dangling', (d) => {
            rmSync(join(d, 'VBAK.csv'))
            symlinkSync(join(d, 'gone'), join(d, 'VBAK.csv'))
          }),
          ...at,
        ),
        /VBAK\.csv/,
        'unreadable_file',
      ],
      [
        run(
          altered('ready', (d) => writeFileSync(join(d, '_READY'), '{"mode": "partial"}')),
          ...at,
        ),
        /_READY/,
        'ready_file',
      ],
      [
        run(
          altered('header', (d) => writeFileSync(join(d, 'VBAK.csv'), 'MANDT,VBELN\n')),
          ...at,
        ),
        /VBAK\.csv/,
        'missing_column',
      ],
      [
        run(
          altered('control', (d) => writeFileSync(join(d, 'VBAK.csv.ctl.json'), '{"rows": 1}')),
          ...at,
        ),
        /promises 1 records/,
        'control_file',
      ],
      [
        run(files.dirs[0] as string, '--as-of', '2020-01-01T00:00:00Z'),
        /earlier than the last run/,
        'as_of',
      ],
      [
        run(
          altered('half', (d) => {
            const lines = readFileSync(join(d, 'VBAP.csv'), 'latin1').split('\n')
            writeFileSync(
              join(d, 'VBAP.csv'),
              lines.slice(0, lines.length / 2).join('\n'),
              'latin1',
            )
          }),
          ...at,
        ),
        /would be withdrawn or withheld/,
        'shrink',
      ],
    ]
    const before = await counts()
    const outcomes = await together(cases, ([args]) => cli(...args, '--dry-run', '--json'))
    for (const [i, [args, pattern, reason]] of cases.entries()) {
      const outcome = outcomes[i] as Outcome
      expect([args, outcome.code]).toEqual([args, 2])
      expectOneError(outcome, pattern)
      expect(RunJson.parse(outcome.json())).toMatchObject({ status: 'refused', error: { reason } })
    }
    expect(await counts()).toBe(before)
  }, 120_000)

  it('of a command', async () => {
    const dir = files.dirs[0] as string
    const cases: [string[], RegExp][] = [
      [
        ['run', 'order-to-cahs', '--input', dir],
        /There is no domain "order-to-cahs"\. Known: declaratif, order-to-cash, pedidos, vendas/,
      ],
      [run(dir, '--as-of', 'yesterday'), /--as-of "yesterday" is not a time with an offset/],
      [run(dir, '--key-date', '30/06/2026'), /--key-date "30\/06\/2026" is not a date/],
      [run(dir, '--mode', 'partial'), /--mode "partial" is not one of full, delta/],
      [run(dir, '--as-off', 'x'), /unknown option '--as-off'/],
      [['run', 'order-to-cash'], /required option '--input <dir>' not specified/],
      [['rebuild'], /missing required argument 'domain'/],
      [run(dir, 'more'), /too many arguments/],
      [['rebuild', 'nothing'], /There is no domain "nothing"/],
      [['rnu', 'order-to-cash'], /unknown command 'rnu'/],
      [['status', 'nothing'], /There is no domain "nothing"/],
      [['inspect', join(work, 'nowhere.csv')], /nowhere\.csv/],
      [
        ['generate', 'order-to-cash', '--out', join(work, 'x'), '--scale', 'big'],
        /--scale "big" is not a number/,
      ],
      [
        ['generate', 'order-to-cash', '--out', join(work, 'x'), '--scale', ''],
        /--scale "" is not a number/,
      ],
      [
        ['generate', 'order-to-cash', '--out', join(work, 'x'), '--deliveries', '1.5'],
        /--deliveries "1.5" is not a whole number/,
      ],
      [
        ['generate', 'order-to-cash', '--out', join(work, 'x'), '--preset', 'books'],
        /There is no preset "books"\. Known: article/,
      ],
      [['generate', 'nothing', '--out', join(work, 'x')], /There is no domain "nothing"/],
    ]
    const outcomes = await together(cases, ([args]) => cli(...args, '--json'))
    for (const [i, [args, pattern]] of cases.entries()) {
      const outcome = outcomes[i] as Outcome
      // A file that cannot be read is refused like a delivery that cannot be.
      expect([args, outcome.code]).toEqual([args, args[0] === 'inspect' ? 2 : 1])
      expectOneError(outcome, pattern)
      expect(outcome.stderr.trim().split('\n')).toHaveLength(1)
      Failure.parse(outcome.json())
      if (args[0] === 'run' || args[0] === 'rebuild') RunJson.parse(outcome.json())
    }
    expect(existsSync(join(work, 'x'))).toBe(false)
  }, 120_000)

  it('of the settings', async () => {
    const cases: [Record<string, string>, RegExp][] = [
      [
        { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
        /No connection to the database 127\.0\.0\.1:1\/none/,
      ],
      [{ DATABASE_URL: 'mysql://here' }, /DATABASE_URL must look like postgres/],
      [
        { DATABASE_URL: database.url, LAZARET_TIMEZONE: 'Mars' },
        /LAZARET_TIMEZONE must be an IANA time zone/,
      ],
    ]
    for (const command of ['run', 'status']) {
      const args = command === 'run' ? run(files.dirs[0] as string) : ['status']
      const outcomes = await together(cases, ([env]) => pipeline([...args, '--json'], env))
      for (const [i, [, pattern]] of cases.entries()) {
        const outcome = outcomes[i] as Outcome
        expect(outcome.code).toBe(1)
        expectOneError(outcome, pattern)
        expect(outcome.stderr + outcome.stdout).not.toContain('secret')
        Failure.parse(outcome.json())
      }
    }
  }, 60_000)

  it('and nothing but the line without --json', async () => {
    const { code, stdout, stderr } = await cli('run', 'nothing', '--input', work)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'error: There is no domain "nothing". Known: declaratif, order-to-cash, pedidos, vendas\n',
    )
  }, 30_000)
})
