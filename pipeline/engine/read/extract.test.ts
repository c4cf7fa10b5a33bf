import { createHash } from 'node:crypto'
import { appendFile, truncate } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openExtract } from './extract'
import { faults, readAll, withFile } from './read.testing'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('records', () => {
  it('emits number, physical line, constant and the bytes as they stand', async () => {
    await withFile('id,v\n1,a\n2,"b,\n""c"\n3,\n', async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'] })
      const chunks: Buffer[] = []
      const onMalformed = () => {}
      for await (const chunk of extract.copy({ constant: 'x,"y",', firstNumber: 7, onMalformed })) {
        chunks.push(chunk)
      }
      expect(Buffer.concat(chunks).toString()).toBe(
        '7,2,x,"y",1,a\n8,3,x,"y",2,"b,\n""c"\n9,5,x,"y",3,\n',
      )
      expect(extract).toMatchObject({ received: 3, malformed: 0, quoting: 'some' })
    })
  })

  it('takes LF, CRLF, CR and a mixture as record ends, and counts them', async () => {
    const reading = await readAll('id,v\r\n1,a\n2,b\r3,c\r\n4,"d\re\r\nf\ng"\r\n5,h')
    expect(reading.rows).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
      ['4', 'd\re\r\nf\ng'],
      ['5', 'h'],
    ])
    expect(reading.lines).toEqual([2, 3, 4, 5, 9])
    expect(reading.extract.lineEnds).toEqual({ lf: 2, crlf: 4, cr: 2 })
  })

  it('skips a byte order mark, also before a quoted header, with mixed line ends', async () => {
    expect((await readAll('\ufeffid\r\n1\n2\r\n')).rows).toEqual([['1'], ['2']])
    const quoted = await readAll('\ufeff"id","v"\n1,2\n')
    expect(quoted.extract).toMatchObject({ header: ['id', 'v'], bom: true, encoding: 'utf-8' })
  })

  it('tells an empty quoted string from a missing value', async () => {
    expect((await readAll('id,v\n1,""\n2,\n')).rows).toEqual([
      ['1', ''],
      ['2', null],
    ])
  })

  it('takes a bare quote inside an unquoted field as text', async () => {
    const reading = await readAll('id,v,w\n1,Tubo 5",x\n2,a"b"c,"q ""r"""\n')
    expect(reading.rows).toEqual([
      ['1', 'Tubo 5"', 'x'],
      ['2', 'a"b"c', 'q "r"'],
    ])
    expect(reading.malformed).toEqual([])
  })

  it('does not count blank lines, but gives them their line number', async () => {
    const reading = await readAll('\n\nid,v\n\n1,a\r\n\r\n\r2,b\n\n')
    expect(reading.lines).toEqual([5, 8])
    expect(reading.extract.received).toBe(2)
  })

  it('counts an empty line of a one-column file as NULL, except the last line', async () => {
    expect((await readAll('v\na\n\nb\n')).rows).toEqual([['a'], [null], ['b']])
    expect((await readAll('v\na\n\n\n')).rows).toEqual([['a'], [null]])
    expect((await readAll('v\na\n""\n')).rows).toEqual([['a'], ['']])
  })

  it('reads a header without records, with or without a line end', async () => {
    for (const text of ['id,v', 'id,v\n', '\ufeffid,v\r\n\r\n']) {
      const { extract, text: copy } = await readAll(text)
      expect([extract.received, copy]).toEqual([0, ''])
      expect(extract.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })

  it('reads a cell of 200 kB, quoted and not, and one of nearly 1 MB', async () => {
    const cells = ['x'.repeat(200_000), `"${'y\n'.repeat(500)}"`, `"${'z'.repeat(1_000_000)}"`]
    const reading = await readAll(`id,v\n${cells.map((cell, i) => `${i},${cell}\n`).join('')}`)
    expect(reading.rows.map(([, v]) => v?.length)).toEqual([200_000, 1000, 1_000_000])
  })

  it('has room for cells that grow when they are written', async () => {
    const signs = await readAll(bytes(`id,v\n1,${'\x80'.repeat(300_000)}\n`), {
      encoding: 'windows-1252',
    })
    expect(signs.rows).toEqual([['1', '€'.repeat(300_000)]])
    const quotes = await readAll(`id,v\n1,a${'"'.repeat(300_000)}\n`)
    expect(quotes.rows).toEqual([['1', `a${'"'.repeat(300_000)}`]])
  })

  it('keeps a field that is a backslash and a dot', async () => {
    expect((await readAll('v\n\\.\n"\\."\n')).rows).toEqual([['\\.'], ['\\.']])
  })
})

describe('encodings', () => {
  it('reads windows-1252 as declared, its five undefined bytes as undecodable', async () => {
    const file = bytes('id,v\n1,S\xe3o \x80"\n2,\x8d\n3,"\x93x\x94"\n4,"\x81"\n')
    const reading = await readAll(file, { encoding: 'windows-1252' })
    expect(faults(reading)).toEqual(['#2 L3 undecodable', '#4 L5 undecodable'])
    expect(reading.malformed[0]?.detail).toBe('byte 0x8D at byte 3 is no windows-1252')
    expect(reading.rows).toEqual([
      ['1', 'São €"'],
      ['3', '“x”'],
    ])
  })

  it('reads latin1 as declared', async () => {
    const reading = await readAll(bytes('id,v\n1,\xe3\x81\xff\n'), { encoding: 'latin1' })
    expect(reading.rows).toEqual([['1', 'ã\x81ÿ']])
  })

  it('detects windows-1252, however late its first accent comes', async () => {
    const early = await readAll(bytes('id,v\n1,S\xe3o\n'))
    expect([early.extract.encoding, early.rows]).toEqual(['windows-1252', [['1', 'São']]])
    const late = await readAll(bytes(`id,v\n${`1,${'a'.repeat(98)}\n`.repeat(15_000)}2,S\xe3o\n`))
    expect([late.extract.encoding, late.rows.at(-1)]).toEqual(['windows-1252', ['2', 'São']])
  })

  it('detects UTF-8 when a character lies across two blocks of the file', async () => {
    const head = 'id,v\n1,'
    for (const cut of [1, 2]) {
      const filler = 'a'.repeat(1024 * 1024 - head.length - cut)
      const { extract } = await readAll(`${head}${filler}€\n`)
      expect(extract.encoding).toBe('utf-8')
    }
  })

  it('takes a damaged UTF-8 file for UTF-8', async () => {
    const reading = await readAll(bytes('id,v\n1,S\xc3\xa3o\n2,\xc3\xa9\n3,S\xe3o\n'))
    expect(reading.extract.encoding).toBe('utf-8')
    expect(faults(reading)).toEqual(['#3 L4 undecodable'])
  })

  it('lets a byte order mark outweigh a declaration, and says so', async () => {
    const { extract, rows } = await readAll('\ufeffv\nSão\n', { encoding: 'windows-1252' })
    expect([extract.encoding, rows]).toEqual(['utf-8', [['São']]])
    expect(extract.notes.join()).toContain('declared windows-1252')
  })
})

describe('columns', () => {
  it('keeps extra columns as JSON and says which', async () => {
    const { extract, text, rows } = await readAll('X,id,"Y ""q""",v\n"a""b",1,,"c"\n,2,"",d"\n', {
      columns: ['v', 'id'],
    })
    expect(extract.extraColumns).toEqual(['X', 'Y "q"'])
    expect(extract.copyColumns).toEqual(['id', 'v', '_extra'])
    expect(text.split('\n')[0]).toBe('1,2,1,"c","{""X"":""a\\""b"",""Y \\""q\\"""":null}"')
    expect(rows.map((row) => [...row.slice(0, 2), JSON.parse(row[2] as string)])).toEqual([
      ['1', 'c', { X: 'a"b', 'Y "q"': null }],
      ['2', 'd"', { X: null, 'Y "q"': '' }],
    ])
  })

  it('transcodes extra columns', async () => {
    const { rows } = await readAll(bytes('id,x\n1,S\xe3o\n'), { columns: ['id'] })
    expect(rows).toEqual([['1', '{"x":"São"}']])
  })
})

describe('streaming', () => {
  it('stops when it is told to, and when the consumer goes away', async () => {
    await withFile(`id,v\n${'1,aaaaaaaaaaaaaaaaaa\n'.repeat(50_000)}`, async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'] })
      const abort = new AbortController()
      const options = { constant: '', firstNumber: 1, onMalformed: () => {} }
      const aborted = async () => {
        for await (const _ of extract.copy({ ...options, signal: abort.signal })) abort.abort()
      }
      await expect(aborted()).rejects.toThrow('aborted')
      for await (const _ of extract.copy(options)) break
    })
  })

  it('waits for onMalformed and passes its error on', async () => {
    await withFile('id,v\nx\n1,a\n', async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'] })
      const onMalformed = () => Promise.reject(new Error('store is full'))
      const copy = extract.copy({ constant: '', firstNumber: 1, onMalformed })
      await expect(copy.next()).rejects.toThrow('store is full')
    })
  })

  it('tells how far it is', async () => {
    await withFile('id,v\n1,a\n', async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'], chunkBytes: 4 })
      const seen: number[] = []
      const onProgress = (read: number) => void seen.push(read)
      const copy = extract.copy({ constant: '', firstNumber: 1, onMalformed() {}, onProgress })
      for await (const _ of copy);
      expect(seen.at(-1)).toBe(9)
    })
  })

  it('refuses a file that has shrunk since it was opened', async () => {
    await withFile('id,v\n1,a\n', async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'] })
      await truncate(path, 3)
      const copy = extract.copy({ constant: '', firstNumber: 1, onMalformed() {} })
      await expect(copy.next()).rejects.toMatchObject({ reason: 'unreadable_file' })
    })
  })

  it('refuses a file that grows while it is read', async () => {
    await withFile('id,v\n1,a\n', async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'] })
      await appendFile(path, '2,b\n')
      const copy = extract.copy({ constant: '', firstNumber: 1, onMalformed() {} })
      const drain = async () => {
        for await (const _ of copy);
      }
      await expect(drain()).rejects.toMatchObject({ reason: 'unreadable_file' })
    })
  })
})
