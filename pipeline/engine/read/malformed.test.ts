import { describe, expect, it } from 'vitest'
import { faults, readAll } from './read.testing'

const bytes = (text: string) => Buffer.from(text, 'latin1')

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
    const limits = { quoteBytes: 1000, recordBytes: 10_000 }
    const more = await readAll(file(2000) + '2,c\n'.repeat(5000), { limits })
    expect(faults(more)).toEqual(['#1 L2 unclosed_quote'])
  })

  it('takes only the first line of a multi-line record beyond the record limit', async () => {
    const limits = { recordBytes: 60, quoteBytes: 40 }
    const cells = `"${'a\n'.repeat(15)}","${'b\n'.repeat(15)}"`
    const reading = await readAll(`id,v\n${cells}\n1,2\n`, { limits })
    expect(faults(reading)[0]).toBe('#1 L2 too_long')
    expect(reading.malformed[0]?.detail).toBe('with its quoted line ends longer than 60 bytes')
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

  it('makes no record of the nothing after a line of exactly two parts', async () => {
    const limits = { recordBytes: 100 }
    const reading = await readAll(`v\n${'x'.repeat(200)}\ny\n`, { limits })
    expect(faults(reading)).toEqual(['#1 L2 too_long', '#2 L2 too_long'])
    expect([reading.rows, reading.lines]).toEqual([[['y']], [3]])
  })

  it('finds a character that the end of the file cuts off', async () => {
    const reading = await readAll(bytes('id,v\n1,a\n2,\xc3'), { encoding: 'utf-8' })
    expect(faults(reading)).toEqual(['#2 L3 undecodable'])
  })

  it('bounds what is read in vain by crafted quotes', async () => {
    const chain = 'x","y\n'.repeat(2000)
    const limits = { lookaheadBytes: 10_000, recordBytes: 200 }
    const { rows, malformed } = await readAll(`a,b,c\n${chain}1,2,3\n`, { limits })
    expect([rows, malformed.length]).toEqual([[['1', '2', '3']], 2000])
    // All but the last lines would be read on to the record limit.
    const readOn = malformed.filter(({ reason }) => reason === 'too_long')
    expect(readOn.length).toBeLessThan(1000)
  })
})
