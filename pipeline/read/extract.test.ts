import { createHash } from 'node:crypto'
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

  it('keeps a field that is a backslash and a dot', async () => {
    expect((await readAll('v\n\\.\n"\\."\n')).rows).toEqual([['\\.'], ['\\.']])
  })
})

describe('malformed records', () => {
  it('keeps a ragged record with its bytes and line', async () => {
    const reading = await readAll('id,v,n\n1,"a\nb",5\n2,c,6\nxxx\n3,d,7,8\n')
    expect(faults(reading)).toEqual(['#3 L5 ragged', '#4 L6 ragged'])
    expect(reading.malformed[0]).toMatchObject({ detail: '1 field where 3 are expected' })
    expect(reading.malformed[0]?.bytes.toString()).toBe('xxx')
    expect(reading.numbers).toEqual([1, 2])
    expect(reading.extract).toMatchObject({ received: 4, malformed: 2 })
  })

  it('finds text after a closing quote', async () => {
    const reading = await readAll('id,v\n1,"a"b\n2,c\n3,"d" \n')
    expect(faults(reading)).toEqual(['#1 L2 text_after_quote', '#3 L4 text_after_quote'])
    expect(reading.malformed[0]?.bytes.toString()).toBe('1,"a"b')
    expect(reading.malformed[0]?.detail).toBe('text after the closing quote of field 2')
  })

  it('takes only the first line when the text after a quote stands on a later one', async () => {
    const reading = await readAll('id,v\n1,"a\n2,b\n3,"c"\n4,d\n')
    expect(faults(reading)).toEqual(['#1 L2 text_after_quote'])
    expect(reading.rows.map(([id]) => id)).toEqual(['2', '3', '4'])
    expect(reading.malformed[0]?.detail).toContain('closes on line 4 with text after it')
  })

  it('takes only the first line when a quote is not closed by the end of the file', async () => {
    const reading = await readAll('id,v\n1,a\n2,"b\n3,c\n4,d')
    expect(faults(reading)).toEqual(['#2 L3 unclosed_quote'])
    expect(reading.rows.map(([id]) => id)).toEqual(['1', '3', '4'])
    expect(faults(await readAll('id,v\n1,"b'))).toEqual(['#1 L2 unclosed_quote'])
  })

  it('gives a quote 1,000 lines, not more', async () => {
    const file = (lines: number) => `id,v\n1,"${'a\n'.repeat(lines)}b"\n2,c\n`
    expect(faults(await readAll(file(1000)))).toEqual([])
    const twice = `id,v\n"${'a\n'.repeat(600)}","${'a\n'.repeat(600)}"\n`
    expect(faults(await readAll(twice))).toEqual([])
    const reading = await readAll(file(1001))
    expect(faults(reading).slice(0, 2)).toEqual(['#1 L2 unclosed_quote', '#2 L3 ragged'])
    expect(reading.rows).toEqual([['2', 'c']])
  })

  it('gives a quote 1 MB, not more', async () => {
    const file = (size: number) => `id,v\n1,"${'a'.repeat(size)}"\n2,c\n`
    expect(faults(await readAll(file(1024 * 1024 - 1)))).toEqual([])
    const reading = await readAll(file(1024 * 1024))
    expect(faults(reading)).toEqual(['#1 L2 unclosed_quote'])
    expect(reading.malformed[0]?.bytes.length).toBe(1024 * 1024 + 4)
    expect(reading.rows).toEqual([['2', 'c']])
  })

  it('gives up on a quote without reading much further', async () => {
    const content = `id,v\n1,"${'a'.repeat(20 * 1024 * 1024)}`
    await withFile(content, async (path) => {
      const extract = await openExtract(path, { columns: 'all', encoding: 'utf-8' })
      const limits = { recordBytes: 3 * 1024 * 1024 }
      const small = await openExtract(path, { columns: 'all', encoding: 'utf-8', limits })
      const seen: [number, string][] = []
      let read = 0
      const options = {
        constant: '',
        firstNumber: 1,
        onProgress: (bytes: number) => {
          read = bytes
        },
        onMalformed: ({ reason }: { reason: string }) => void seen.push([read, reason]),
      }
      for await (const _ of small.copy(options));
      expect(seen.map(([, reason]) => reason)).toEqual(Array(7).fill('too_long'))
      expect(seen[0]?.[0]).toBeLessThan(8 * 1024 * 1024)
      seen.length = 0
      for await (const _ of extract.copy(options));
      expect(seen.map(([, reason]) => reason)).toEqual(Array(2).fill('too_long'))
    })
    const lines = `id,v\n1,"${'a\n'.repeat(2_000_000)}`
    await withFile(lines, async (path) => {
      const extract = await openExtract(path, { columns: 'all', encoding: 'utf-8' })
      const progress: number[] = []
      let first: number | undefined
      const onMalformed = () => {
        first ??= progress.at(-1)
      }
      const onProgress = (bytes: number) => void progress.push(bytes)
      for await (const _ of extract.copy({
        constant: '',
        firstNumber: 1,
        onMalformed,
        onProgress,
      }));
      expect(first).toBeLessThan(1024 * 1024)
    })
  })

  it('takes only the first line of a multi-line record beyond the record limit', async () => {
    const limits = { recordBytes: 60, quoteBytes: 40 }
    const cells = `"${'a\n'.repeat(15)}","${'b\n'.repeat(15)}"`
    const reading = await readAll(`id,v\n${cells}\n1,2\n`, { limits })
    expect(faults(reading)[0]).toBe('#1 L2 too_long')
    expect(reading.rows.at(-1)).toEqual(['1', '2'])
    const open = await readAll(`id,v\n1,"${'a'.repeat(58)}\n2,b\n`, { limits })
    expect(faults(open)).toEqual(['#1 L2 too_long', '#2 L2 too_long'])
  })

  it('takes only the first line of a ragged span that would swallow a sound record', async () => {
    const reading = await readAll('id,v\n1,"a\n2,b\n3,c",x\n4,d\n')
    expect(faults(reading)).toEqual(['#1 L2 ragged', '#3 L4 ragged'])
    expect(reading.malformed[0]?.detail).toBe(
      '3 fields where 2 are expected, when read on to line 4',
    )
    expect(reading.rows.map(([id]) => id)).toEqual(['2', '4'])
  })

  it('takes the whole span of a ragged record whose lines are none of their own', async () => {
    const reading = await readAll('id,v,w\n1,"a\nb\nc",x,y\n4,d,e\n')
    expect(faults(reading)).toEqual(['#1 L2-4 ragged'])
    expect(reading.malformed[0]?.bytes.toString()).toBe('1,"a\nb\nc",x,y')
    expect(reading.lines).toEqual([5])
  })

  it('keeps the neighbours of a record with undecodable bytes', async () => {
    const reading = await readAll(bytes('id,v\n1,a\n2,S\xe3o\n3,S\xc3\xa3o\n4,\x81\n'), {
      encoding: 'utf-8',
    })
    expect(faults(reading)).toEqual(['#2 L3 undecodable', '#4 L5 undecodable'])
    expect(reading.malformed[0]?.detail).toBe('byte 0xE3 at byte 4 is no utf-8')
    expect(reading.rows).toEqual([
      ['1', 'a'],
      ['3', 'São'],
    ])
  })

  it('finds NUL bytes, quoted or not', async () => {
    const reading = await readAll('id,v\n1,a\0b\n2,"\0"\n3,c\n')
    expect(faults(reading)).toEqual(['#1 L2 nul', '#2 L3 nul'])
    expect(reading.rows).toEqual([['3', 'c']])
  })

  it('cuts a line beyond the record limit into parts and loses none of it', async () => {
    const long = 'x'.repeat(250)
    const reading = await readAll(`id,v\n1,${long}\n2,b\n`, { limits: { recordBytes: 100 } })
    expect(faults(reading)).toEqual(['#1 L2 too_long', '#2 L2 too_long', '#3 L2 too_long'])
    expect(Buffer.concat(reading.malformed.map((r) => r.bytes)).toString()).toBe(`1,${long}`)
    expect(reading.malformed[2]?.detail).toBe('part 3 of a line of 100 bytes or more')
    expect([reading.rows, reading.lines]).toEqual([[['2', 'b']], [3]])
  })

  it('bounds what is read in vain by crafted quotes', async () => {
    const limits = { lookaheadBytes: 10_000 }
    const reading = await readAll(`a,b,c\n${'x","y\n'.repeat(20_000)}1,2,3\n`, { limits })
    expect(reading.rows.at(-1)).toEqual(['1', '2', '3'])
    expect(reading.extract.received).toBe(reading.malformed.length + reading.rows.length)
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

  it('refuses a file that grows while it is read', async () => {
    await withFile('id,v\n1,a\n', async (path) => {
      const extract = await openExtract(path, { columns: ['id', 'v'] })
      await (await import('node:fs/promises')).appendFile(path, '2,b\n')
      const copy = extract.copy({ constant: '', firstNumber: 1, onMalformed() {} })
      const drain = async () => {
        for await (const _ of copy);
      }
      await expect(drain()).rejects.toMatchObject({ reason: 'unreadable_file' })
    })
  })
})
