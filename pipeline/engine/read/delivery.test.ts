import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readControl } from './control'
import { findDelivery } from './delivery'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lazaret-delivery-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function lay(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(join(dir, name), 'id\n')
}

describe('findDelivery', () => {
  it('refuses a sequence that the database cannot keep', async () => {
    await lay('VBAK.csv')
    await writeFile(join(dir, '_READY'), '{"sequence": 20261130120000}')
    await expect(findDelivery(dir, ['VBAK'])).rejects.toMatchObject({
      reason: 'ready_file',
      message: expect.stringContaining('sequence'),
    })
  })

  it('refuses a delivery in which a promised part is missing', async () => {
    await lay('VBAK.csv', 'VBAK_2.csv.ctl.json')
    await expect(findDelivery(dir, ['VBAK'])).rejects.toMatchObject({
      reason: 'control_file',
      message: 'VBAK_2.csv.ctl.json is there, but VBAK_2.csv is not',
    })
  })

  it('finds files whatever their case, parts in numeric order', async () => {
    const parts = Array.from({ length: 7 }, (_, i) => `Vbrk_${i + 2}.csv`)
    await lay('VBRK_10.CSV', 'vbrk_9.csv', ...parts, 'VBRK.csv', 'Kna1_001.csv')
    await lay('VBRK_x.csv', 'notes.txt', 'kna1_001.csv.ctl.json', 'VBRK.csv.bak', '_SENT')
    await mkdir(join(dir, 'OTHER.csv'))
    const { files, unknown, ready } = await findDelivery(dir, ['KNA1', 'VBAK', 'VBRK'])
    const names = [...files].map(([source, paths]) => [source, ...paths.map((p) => basename(p))])
    expect(names).toEqual([
      ['KNA1', 'Kna1_001.csv'],
      ['VBRK', 'VBRK.csv', ...parts, 'vbrk_9.csv', 'VBRK_10.CSV'],
    ])
    const others = ['OTHER.csv', 'VBRK.csv.bak', 'VBRK_x.csv', 'notes.txt']
    expect([unknown, ready]).toEqual([others, undefined])
  })

  it('passes nothing over that is named like a file of the domain', async () => {
    await lay('KNA1.csv')
    await symlink(join(dir, 'gone'), join(dir, 'notes.txt'))
    expect((await findDelivery(dir, ['KNA1', 'VBAK'])).files.size).toBe(1)
    await mkdir(join(dir, 'VBAK_2.csv'))
    const refused = { reason: 'unreadable_file', place: { file: 'VBAK_2.csv' } }
    await expect(findDelivery(dir, ['KNA1', 'VBAK'])).rejects.toMatchObject(refused)
    await rm(join(dir, 'VBAK_2.csv'), { recursive: true })
    await symlink(join(dir, 'gone'), join(dir, 'VBAK_2.csv'))
    await expect(findDelivery(dir, ['KNA1', 'VBAK'])).rejects.toMatchObject(refused)
  })

  it('takes a source whose name ends in a number by its whole name', async () => {
    await lay('T_1.csv', 'T.csv', 'T_2.csv', 'T_1_1.csv')
    const { files } = await findDelivery(dir, ['T', 'T_1'])
    expect(files.get('T')?.map((path) => basename(path))).toEqual(['T.csv', 'T_2.csv'])
    expect(files.get('T_1')?.map((path) => basename(path))).toEqual(['T_1.csv', 'T_1_1.csv'])
  })

  it.each([
    ['', {}],
    [' \n', {}],
    ['{"mode":"delta"}', { mode: 'delta' }],
    ['\ufeff{"mode":"full","as_of":"2026-01-02T03:04:05-03:00","sequence":7}', { sequence: 7 }],
    ['{"as_of":"2026-01-02T03:04:05Z"}', { as_of: '2026-01-02T03:04:05Z' }],
  ])('reads _READY %j', async (text, expected) => {
    await lay('A.csv')
    await writeFile(join(dir, '_READY'), text)
    expect((await findDelivery(dir, ['A'])).ready).toMatchObject(expected)
  })

  it.each([
    ['garbage', /_READY cannot be read/],
    ['[]', /_READY is not valid/],
    ['{"mode":"partial"}', /mode/],
    ['{"mod":"delta"}', /mod/],
    ['{"as_of":"2026-01-02"}', /as_of: not an ISO time/],
    ['{"as_of":"2026-01-02T03:04:05"}', /as_of/],
    ['{"sequence":1.5}', /sequence/],
  ])('refuses _READY %j', async (text, message) => {
    await lay('A.csv')
    await writeFile(join(dir, '_READY'), text)
    const refused = { reason: 'ready_file', message: expect.stringMatching(message) }
    await expect(findDelivery(dir, ['A'])).rejects.toMatchObject(refused)
  })

  it('refuses what is no delivery, and says why', async () => {
    const refusal = (path: string) => expect(findDelivery(path, ['A', 'B'])).rejects
    await refusal(join(dir, 'absent')).toMatchObject({ reason: 'no_such_folder' })
    await refusal(dir).toMatchObject({
      reason: 'empty_folder',
      hint: 'Expected are A.csv, B.csv',
    })
    await lay('X.csv')
    await refusal(dir).toMatchObject({
      reason: 'missing_file',
      message: expect.stringContaining('only X.csv'),
    })
    await refusal(join(dir, 'X.csv')).toMatchObject({
      reason: 'no_such_folder',
      message: expect.stringContaining('not a folder'),
    })
    await refusal(join(dir, 'X.csv', 'y')).toMatchObject({ reason: 'no_such_folder' })
  })
})

describe('nothing in the folder is passed over', () => {
  const find = () => findDelivery(dir, ['LFA1', 'LFB1'])
  const names = async () => [...(await find()).files.values()].flat().map((p) => basename(p))

  it.each(['LFA1.txt', 'lfa1.TSV', 'LFA1_1.dat'])('reads %s', async (name) => {
    await lay('LFB1.csv', name)
    expect(await names()).toEqual([name, 'LFB1.csv'])
  })

  it.each([
    ['LFA1.csv.bz2', 'is a .csv.bz2 file, which cannot be read'],
    ['LFA1.xls', 'is a .xls file, which cannot be read'],
    ['LFA1_2.orc', 'is a .orc file, which cannot be read'],
    ['LFA1.csv.filepart', 'is still being written'],
    ['LFA1', 'has no extension'],
  ])('refuses %s by name beside a file that it could read', async (name, why) => {
    await lay('LFB1.csv', name)
    await expect(find()).rejects.toMatchObject({
      reason: 'unreadable_file',
      message: `${name} is named like a file of LFA1, but ${why}`,
      place: { file: name },
    })
  })

  it.each([
    [['LFA1_1.csv', 'LFA1_3.csv'], 'LFA1 lacks part 2; found LFA1_1.csv, LFA1_3.csv'],
    [['LFA1_2.csv', 'LFA1_3.csv'], 'LFA1 lacks part 1; found LFA1_2.csv, LFA1_3.csv'],
    [['LFA1.csv', 'LFA1_4.csv'], 'LFA1 lacks parts 2, 3; found LFA1.csv, LFA1_4.csv'],
    [['LFA1_202607.csv'], /^LFA1 lacks parts 1, 2, 3, 4, 5 and more; found LFA1_202607.csv/],
  ])('refuses a set with a gap: %j', async (files, message) => {
    await lay(...files)
    await expect(find()).rejects.toMatchObject({
      reason: 'missing_part',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  it('a set may begin at 0, or at 2 after a file without a number', async () => {
    await lay('LFA1_0.csv', 'LFA1_1.csv', 'LFB1.csv', 'LFB1_2.csv')
    expect((await find()).parts).toEqual(
      new Map([
        ['LFA1', [0n, 1n]],
        ['LFB1', [2n]],
      ]),
    )
  })

  it.each(['LFA1_20260701.csv', 'LFA1-2026-07-01.csv', 'LFA1_100_20260701.csv'])(
    'takes %s as the only file of its source: a date is no part number',
    async (name) => {
      await lay(name)
      const found = await find()
      expect([await names(), found.parts.size]).toEqual([[name], 0])
    },
  )

  it('refuses files of several dates, and a dated one beside one without', async () => {
    await lay('LFA1_20260701.csv', 'LFA1_20260702.csv')
    const mixed = { reason: 'mixed_delivery', message: expect.stringContaining('LFA1_20260702') }
    await expect(find()).rejects.toMatchObject(mixed)
    await rm(join(dir, 'LFA1_20260701.csv'))
    await lay('LFA1.csv')
    await expect(find()).rejects.toMatchObject(mixed)
  })

  it('reads the parts of several clients of one day', async () => {
    await lay('LFA1_100_20260701_1.csv', 'LFA1_100_20260701_2.csv', 'LFA1_200_20260701_1.csv')
    expect(await names()).toHaveLength(3)
    await rm(join(dir, 'LFA1_100_20260701_1.csv'))
    await expect(find()).rejects.toMatchObject({ reason: 'missing_part' })
  })

  it('refuses one file in two forms; notes names that differ in case or zeros only', async () => {
    await lay('LFA1.csv', 'lfa1.csv')
    expect((await find()).notes).toEqual([expect.stringMatching(/^LFA1.csv and lfa1.csv have/)])
    await lay('LFA1.txt')
    await expect(find()).rejects.toMatchObject({
      reason: 'mixed_delivery',
      message: 'LFA1.csv and LFA1.txt are one file in two forms',
    })
  })

  it('refuses when a file that _READY lists is not there', async () => {
    await lay('LFA1.csv')
    await writeFile(join(dir, '_READY'), '{"files":["lfa1.csv","LFB1.csv"]}')
    await expect(find()).rejects.toMatchObject({
      reason: 'missing_file',
      message: '_READY lists LFB1.csv, which is not there',
    })
  })

  it('knows files by the patterns of their source', async () => {
    const sources = [{ file: 'LFA1', names: ['vendors.{client}.{number}', 'V-{date}-{time}'] }]
    await lay('VENDORS.100.017.csv')
    const { files, parts } = await findDelivery(dir, sources)
    expect([files.get('LFA1')?.length, parts.size]).toEqual([1, 0])
    await lay('VENDORS.100.018.csv')
    await expect(findDelivery(dir, sources)).rejects.toMatchObject({ reason: 'mixed_delivery' })
  })

  it('reads links inside the folder, none that lead out of it', async () => {
    await mkdir(join(dir, 'data'))
    await writeFile(join(dir, 'data', 'x.csv'), 'id\n')
    await symlink(join(dir, 'data', 'x.csv'), join(dir, 'LFA1.csv'))
    expect(await names()).toEqual(['LFA1.csv'])
    await symlink(import.meta.filename, join(dir, 'LFB1.csv'))
    await expect(find()).rejects.toMatchObject({
      message: 'LFB1.csv is a link that leads out of the delivery',
    })
  })

  it('does not wait for a pipe', async () => {
    await lay('LFA1.csv')
    execFileSync('mkfifo', [join(dir, '_READY')])
    await expect(find()).rejects.toMatchObject({
      reason: 'ready_file',
      message: '_READY cannot be read: it is not a regular file',
    })
    execFileSync('mkfifo', [join(dir, 'LFB1.csv')])
    await expect(find()).rejects.toMatchObject({ message: 'LFB1.csv is not a file' })
  })

  it('reads _READY in UTF-16, and says what other NUL bytes are', async () => {
    await lay('LFA1.csv')
    const utf16 = Buffer.from('\ufeff{"mode":"delta"}', 'utf16le')
    await writeFile(join(dir, '_READY'), utf16)
    expect((await find()).ready).toEqual({ mode: 'delta' })
    await writeFile(join(dir, '_READY'), utf16.subarray(2))
    await expect(find()).rejects.toMatchObject({
      reason: 'ready_file',
      message: expect.stringContaining('UTF-16 without a byte order mark'),
    })
  })
})

describe('readControl', () => {
  const write = (name: string, text: string) => writeFile(join(dir, name), text)
  const read = () => readControl(join(dir, 'VBRK.csv'))

  it('is undefined without a file', async () => {
    expect(await read()).toBeUndefined()
  })

  it('reads either name, the longer one first', async () => {
    await write('VBRK.ctl.json', '{"rows":3}')
    expect(await read()).toEqual({ file: 'VBRK.ctl.json', rows: 3, sums: {}, ignored: [] })
    await write('VBRK.csv.ctl.json', '{"rows":4,"sums":{"NETWR":"-12.30"},"by":"SAP"}')
    expect(await read()).toEqual({
      file: 'VBRK.csv.ctl.json',
      rows: 4,
      sums: { NETWR: '-12.30' },
      ignored: ['by'],
    })
  })

  it.each([
    '',
    '{',
    '{}',
    '[]',
    'null',
    '{"rows":-1}',
    '{"rows":1.5}',
    '{"rows":"3"}',
    '{"rows":3,"sums":{"A":1.5}}',
    '{"rows":3,"sums":{"A":"1,5"}}',
  ])('refuses %j', async (text) => {
    await write('VBRK.csv.ctl.json', text)
    await expect(read()).rejects.toMatchObject({
      reason: 'control_file',
      place: { file: 'VBRK.csv.ctl.json' },
    })
  })
})
