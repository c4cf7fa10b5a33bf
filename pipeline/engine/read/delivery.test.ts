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
    await lay('VBRK_10.CSV', 'vbrk_9.csv', 'VBRK.csv', 'Kna1_002.csv', 'VBRK_x.csv', 'notes.txt')
    await lay('kna1_002.csv.ctl.json', 'VBRK.csv.bak')
    await mkdir(join(dir, 'OTHER.csv'))
    const { files, unknown, ready } = await findDelivery(dir, ['KNA1', 'VBAK', 'VBRK'])
    const names = [...files].map(([source, paths]) => [source, ...paths.map((p) => basename(p))])
    expect(names).toEqual([
      ['KNA1', 'Kna1_002.csv'],
      ['VBRK', 'VBRK.csv', 'vbrk_9.csv', 'VBRK_10.CSV'],
    ])
    expect([unknown, ready]).toEqual([['VBRK_x.csv'], undefined])
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
    await lay('T_1.csv', 'T_2.csv', 'T_1_1.csv')
    const { files } = await findDelivery(dir, ['T', 'T_1'])
    expect(files.get('T')?.map((path) => basename(path))).toEqual(['T_2.csv'])
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
