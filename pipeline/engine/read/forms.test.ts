/** File form × outcome: what people send, and what the reader makes of it. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { openExtract } from './extract'
import { faults, readAll, withFile } from './read.testing'
import type { ExtractOptions } from './types'

const columns = ['MANDT', 'LIFNR', 'NAME1']
const ROWS = [
  ['100', '0000000001', 'Metalúrgica do Vale'],
  ['100', '0000000002', 'Papéis Unidos'],
]
const CSV = 'MANDT,LIFNR,NAME1\n100,0000000001,Metalúrgica do Vale\n100,0000000002,Papéis Unidos\n'
const TAB = CSV.replaceAll(',', '\t')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const LIST = `01.07.2026                     Dynamic List Display                    1
---------------------------------------------
|MANDT|LIFNR     |NAME1                      |
---------------------------------------------
|100  |0000000001|Metalúrgica do Vale        |
01.07.2026                     Dynamic List Display                    2
---------------------------------------------
|MANDT|LIFNR     |NAME1                      |
---------------------------------------------
|100  |0000000002|Papéis Unidos              |
---------------------------------------------
|*    |          |                        2  |
---------------------------------------------
`
const SHEET = `Table:\tLFA1\nDisplayed Fields: 3 of 3\n\n\tMANDT\tLIFNR\tNAME1\n\n\t100\t0000000001\tMetalúrgica do Vale\n\t100\t0000000002\tPapéis Unidos\n*\t\t\t2\n`

/** One file in an archive for each name. */
async function zipped(files: Record<string, string>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

interface Case {
  form: string
  content: string | Buffer
  note?: RegExp
  options?: Partial<ExtractOptions>
}

const CASES: Case[] = [
  { form: 'CSV', content: CSV },
  { form: 'tab', content: TAB },
  { form: 'UTF-16LE with a mark', content: utf16(`\ufeff${TAB}`) },
  { form: 'UTF-16LE without a mark', content: utf16(TAB) },
  { form: 'UTF-16BE with a mark', content: utf16(`\ufeff${TAB}`).swap16() },
  { form: 'UTF-16BE without a mark', content: utf16(TAB).swap16() },
  { form: 'gzip', content: gzipSync(CSV), note: /gzip is unpacked/ },
  { form: 'gzip of UTF-16', content: gzipSync(utf16(`\ufeff${TAB}`)), note: /gzip/ },
  {
    form: 'gzip of two members',
    content: Buffer.concat([gzipSync(CSV.slice(0, 40)), gzipSync(CSV.slice(40))]),
    note: /gzip/,
  },
  {
    form: 'sep= line',
    content: `sep=;\n${CSV.replaceAll(',', ';')}`,
    note: /sep=;.*says the delimiter/,
  },
  {
    form: 'repeated header',
    content: CSV.replace('\n100,0000000002', '\n\ufeffmandt,"LIFNR",NAME1\n100,0000000002'),
    note: /repeated headers, 1 \(line 3/,
  },
  {
    form: 'trailing separators',
    content: CSV.replace(/^100.*$/gm, '$&,'),
    note: /every record ends with a delimiter/,
  },
  {
    form: 'trailing separator of the header',
    content: CSV.replace('NAME1', 'NAME1,'),
    note: /header ends with a delimiter/,
  },
  {
    form: 'invisible character in the header',
    content: CSV.replace('LIFNR', 'LIFNR\u200b'),
    note: /LIFNR\\u200b" is read as LIFNR/,
  },
  {
    form: 'lines before the header',
    content: `Vendors of 2026\n\nExported, by me\n${CSV}`,
    note: /2 lines before the header/,
  },
  { form: 'SAP list', content: LIST, note: /an SAP list/ },
  { form: 'SAP list in windows-1252', content: Buffer.from(LIST, 'latin1'), note: /an SAP list/ },
  { form: 'SAP list in UTF-16', content: utf16(`\ufeff${LIST}`), note: /an SAP list/ },
  { form: 'SAP spreadsheet', content: SHEET, note: /an SAP list for a spreadsheet/ },
  {
    form: 'declared delimiter of two characters',
    content: CSV.replaceAll(',', '||'),
    options: { delimiter: '||' },
  },
  { form: 'undeclared delimiter of two characters', content: CSV.replaceAll(',', '||') },
  {
    form: 'declared apostrophes',
    content: CSV.replace(/^100,(.*),(.*)$/gm, "100,'$1','$2'"),
    options: { quote: "'" },
  },
  { form: 'declared record end', content: CSV.replaceAll('\n', '§'), options: { recordEnd: '§' } },
  {
    form: 'declared comments',
    content: CSV.replace('\n100', '\n#100,x,y\n100'),
    options: { comment: '#' },
    note: /comments, 1/,
  },
  { form: 'declared preamble', content: `MANDT,LIFNR,NAME1\n${CSV}`, options: { preamble: 1 } },
  {
    form: 'declared footer',
    content: `${CSV}Total;2\n\nend\n\n`,
    options: { footer: 2 },
    note: /last 2 lines.*Total;2/,
  },
  {
    form: 'declared totals',
    content: CSV.replace('\n100,0000000002', '\nTotal,1,x\n100,0000000002'),
    options: { totals: '^Total' },
    note: /totals, 1/,
  },
  {
    form: 'declared header of two lines',
    content: CSV.replace('MANDT,LIFNR,NAME1', 'MANDT,LIFNR,Name\n,,1'),
    options: { headerLines: 2, labels: { NAME1: ['Name 1'] } },
  },
  {
    form: 'declared without a header',
    content: CSV.slice(CSV.indexOf('\n') + 1),
    options: { headerLines: 0 },
  },
  {
    form: 'labels',
    content: CSV.replace('MANDT,LIFNR', 'Client,Vendor'),
    options: { labels: { MANDT: ['Mandant', 'Client'], LIFNR: ['Vendor'] } },
  },
]

describe('every form gives the same records', () => {
  it.each(CASES)('$form', async ({ content, note, options }) => {
    for (const chunkBytes of [7, 256 * 1024]) {
      const { rows, extract, malformed } = await readAll(content, {
        columns,
        chunkBytes,
        ...options,
      })
      expect(rows).toEqual(ROWS)
      expect(malformed).toEqual([])
      expect(extract.received).toBe(2)
      if (note) expect(extract.notes.join('\n')).toMatch(note)
    }
  })

  it('zip with one file, whatever stands beside it', async () => {
    const content = await zipped({ 'out/LFA1.csv': CSV, '__MACOSX/._LFA1.csv': 'x' })
    const { rows, extract } = await readAll(content, { columns })
    expect(rows).toEqual(ROWS)
    expect(extract.notes.join()).toContain('out/LFA1.csv')
  })
})

describe('refusals by name', () => {
  it.each([
    [
      'zip with two files',
      () => zipped({ 'a.csv': CSV, 'b.csv': CSV }),
      /2 files \(a.csv, b.csv\)/,
    ],
    ['gzip cut off', () => gzipSync(CSV).subarray(0, 60), /cannot be unpacked/],
    ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls/],
    ['HTML', () => '<html><table><tr><td>MANDT</td></tr></table>', /HTML/],
    ['a second header in another order', () => `${CSV}LIFNR,MANDT,NAME1\n1,2,3\n`, /another order/],
    ['a missing label', () => CSV.replace('LIFNR', 'LI\u200bXX'), /LI\\u200bXX/],
  ])('%s', async (_, content, message) => {
    await expect(readAll(await content(), { columns })).rejects.toThrow(message)
  })

  it('a declared compression that the file does not have', async () => {
    await expect(readAll(CSV, { columns, compression: 'gzip' })).rejects.toThrow(/not compressed/)
  })
})

describe('damage is kept as it stands', () => {
  it('UTF-16 with half a pair and half a character', async () => {
    const bytes = Buffer.concat([
      utf16('a,b\n1,x\n2,'),
      Buffer.from([0, 0xd8]),
      utf16('\n3,y\n4,'),
      Buffer.from([0x41]),
    ])
    for (const swap of [false, true]) {
      const file = swap
        ? Buffer.concat([Buffer.from(bytes.subarray(0, -1)).swap16(), bytes.subarray(-1)])
        : bytes
      const reading = await readAll(file, { columns: ['a', 'b'], chunkBytes: 5 })
      expect(reading.rows).toEqual([
        ['1', 'x'],
        ['3', 'y'],
      ])
      expect(faults(reading)).toEqual(['#2 L3 undecodable', '#4 L5 undecodable'])
      const half = reading.malformed[0]?.bytes.toString('hex')
      expect(half).toBe(swap ? '0032002cd800' : '32002c0000d8')
      expect(reading.malformed[1]?.bytes.length).toBe(5)
    }
  })

  it('one byte that is no UTF-8 is said in the notes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a,b\n1,é\n2,'),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ])
    const { extract, rows } = await readAll(bytes)
    expect(rows).toEqual([['1', 'é']])
    expect(extract.notes.join()).toMatch(/one byte is not/)
    const ascii = Buffer.concat([
      Buffer.from('a,b\n1,x'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('\n'),
    ])
    expect((await readAll(ascii)).extract.notes.join()).toMatch(/3 bytes are not UTF-8/)
  })

  it('a bar inside a value of an SAP list, and a line that is not of the list', async () => {
    const content = LIST.replace(
      'Papéis Unidos              |',
      'Papéis | Unidos            |',
    ).replace(
      '|100  |0000000001|Metalúrgica do Vale        |',
      '|100  |0000000001|Metalúrgica do Vale        |\n 100  |0000000003|x|',
    )
    const reading = await readAll(content, { columns })
    expect(reading.rows).toEqual([ROWS[0], ['100', '0000000002', 'Papéis | Unidos']])
    expect(faults(reading)).toEqual(['#2 L6 ragged'])
  })

  it('a stray quote under a declared dialect takes no neighbour along', async () => {
    const content = "a||b\n1||'x\n2||y\n3||'z'\n4\n"
    const reading = await readAll(content, { delimiter: '||', quote: "'", columns: ['a', 'b'] })
    expect(reading.rows).toEqual([
      ['2', 'y'],
      ['3', 'z'],
    ])
    expect(faults(reading)).toEqual(['#1 L2 text_after_quote', '#4 L5 ragged'])
  })

  it('escapes under a declared dialect', async () => {
    const content = 'a,b\n1,"say \\"hi\\", then"\n2,back\\slash\n3,one\\,two\n'
    const { rows } = await readAll(content, { escape: '\\', columns: ['a', 'b'] })
    expect(rows).toEqual([
      ['1', 'say "hi", then'],
      ['2', 'back\\slash'],
      ['3', 'one,two'],
    ])
  })

  it('a row that only looks a little like the header is a record', async () => {
    const { rows } = await readAll('id,v\nid,x\nv,id\u0020x\n,\n', { columns: ['id', 'v'] })
    expect(rows).toEqual([
      ['id', 'x'],
      ['v', 'id x'],
      [null, null],
    ])
  })
})

it('counts the bytes and hashes the file as it lies there', async () => {
  await withFile(gzipSync(CSV), async (path) => {
    const extract = await openExtract(path, { columns })
    for await (const _ of extract.copy({ constant: '', firstNumber: 1, onMalformed() {} }));
    const sum = createHash('sha256').update(gzipSync(CSV)).digest('hex')
    expect([extract.sha256, extract.bytes]).toEqual([sum, gzipSync(CSV).length])
  })
})
