import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openExtract } from './extract'
import { readAll, withFile } from './read.testing'

const columns = ['NAME', 'AGE']

describe('delimiter', () => {
  it.each([',', ';', '|', '\t'] as const)('detects %j', async (d) => {
    const reading = await readAll(`NAME${d}AGE\nSam${d}54\n`, { columns })
    expect(reading.extract.delimiter).toBe(d)
    expect(reading.rows).toEqual([['Sam', '54']])
    expect(reading.text).toBe(`1${d}2${d}Sam${d}54\n`)
  })

  it('prefers the one under which most declared columns are found', async () => {
    const { extract } = await readAll('NAME;AGE;a,b,c,d,e\n1;2;3\n', { columns })
    expect([extract.delimiter, extract.extraColumns]).toEqual([';', ['a,b,c,d,e']])
    const quoted = await readAll('"NAME;a;b;c",NAME,AGE\n1,2,3\n', { columns })
    expect(quoted.extract.delimiter).toBe(',')
  })

  it('takes one for a single column that the data never uses', async () => {
    const { rows, extract } = await readAll('v\nR$ 1.234,56\n9,99\n')
    expect([extract.delimiter, rows]).toEqual([';', [['R$ 1.234,56'], ['9,99']]])
    expect((await readAll('v\na\n')).extract.delimiter).toBe(',')
  })

  it('uses the declared one', async () => {
    const { rows } = await readAll('v\nR$ 1.234,56\n', { columns: ['v'], delimiter: ';' })
    expect(rows).toEqual([['R$ 1.234,56']])
  })
})

describe('names', () => {
  it('go by name, not by position', async () => {
    const { rows, extract } = await readAll('AGE,NAME\n54,Sam\n', { columns })
    expect([extract.copyColumns, rows]).toEqual([['AGE', 'NAME'], [['54', 'Sam']]])
    expect(extract.notes).toEqual([])
  })

  it('are forgiven spaces and case, and that is noted', async () => {
    const { extract } = await readAll(' Name ,AGE\n1,2\n', { columns })
    expect(extract.copyColumns).toEqual(columns)
    expect(extract.header).toEqual(['Name', 'AGE'])
    expect(extract.notes).toEqual([
      'header " Name " has spaces around it',
      'header "Name" is read as NAME',
    ])
  })

  it('may be absent for an extra column', async () => {
    const { extract, rows } = await readAll('NAME,AGE,\nSam,54,x\n', { columns })
    expect(extract.extraColumns).toEqual(['column 3'])
    expect(rows[0]?.[2]).toBe('{"column 3":"x"}')
  })

  it('may be quoted and have line ends in them', async () => {
    const { extract, lines } = await readAll('"NAME","AGE","a\nb"\n1,2,3\n', { columns })
    expect(extract.extraColumns).toEqual(['a\nb'])
    expect(lines).toEqual([3])
  })
})

describe('refusals', () => {
  it.each([
    ['missing_column', 'X,Y\n1,2\n', /NAME, AGE.*X, Y/],
    ['duplicate_header', 'NAME,AGE,name \n1,2,3\n', /NAME/],
    ['duplicate_header', 'NAME,AGE,v,v\n1,2,3,4\n', /v twice/],
    ['empty_file', '', /empty/],
    ['empty_file', '\ufeff', /empty/],
    ['empty_file', '\r\n\n', /empty/],
    ['no_header', 'NAME,"AGE\n1,2\n', /not closed/],
    ['no_header', 'NAME,A\0GE\n1,2\n', /NUL/],
    ['no_header', 'x'.repeat(1024 * 1024 + 10), /does not end/],
    ['unsupported_encoding', Buffer.from([0xff, 0xfe, 0, 0, 0x4e, 0, 0, 0]), /UTF-32/],
    ['unsupported_encoding', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x4e]), /UTF-32/],
  ])('%s', async (reason, content, message) => {
    const reading = readAll(content, { columns })
    await expect(reading).rejects.toMatchObject({ reason, message: expect.stringMatching(message) })
    await expect(reading).rejects.toMatchObject({ place: { file: 'T.csv' }, exitCode: 2 })
  })

  it('name the delimiter that would have done', async () => {
    const reading = readAll('NAME;AGE\n', { columns, delimiter: ',' })
    await expect(reading).rejects.toMatchObject({ hint: expect.stringContaining('";"') })
  })

  it('unreadable_file', async () => {
    const refused = { reason: 'unreadable_file' }
    const absent = openExtract(join(tmpdir(), 'absent', 'T.csv'), { columns })
    await expect(absent).rejects.toMatchObject({ ...refused, message: 'T.csv does not exist' })
    await expect(openExtract(tmpdir(), { columns })).rejects.toMatchObject(refused)
    await withFile('', async (path) => {
      await expect(openExtract(`${path}/x`, { columns })).rejects.toMatchObject(refused)
    })
  })
})
