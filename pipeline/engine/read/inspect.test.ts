import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { inspectFile } from './inspect'
import { withFile } from './read.testing'

const FILE = Buffer.from(
  'id;v;"w"\r\n1;a,b;\r\n2;"c;""d""";""\r\nxx\r\n3;5";S\xe3o\r\n4;"e\nf";\0\n',
  'latin1',
)

describe('inspectFile', () => {
  it('tells how the reader sees a file', async () => {
    await withFile(FILE, async (path) => {
      const { sha256, ...report } = await inspectFile(path)
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(report).toEqual({
        path,
        bytes: FILE.length,
        encoding: 'windows-1252',
        form: 'delimited',
        kind: 'CSV',
        bom: false,
        delimiter: ';',
        quoting: 'some',
        lineEnds: { lf: 2, crlf: 5, cr: 0 },
        header: ['id', 'v', 'w'],
        notes: [
          'read as windows-1252, because one byte is not UTF-8; declare the encoding if that is wrong',
        ],
        records: 5,
        malformedCount: 2,
        malformedByReason: { ragged: 1, nul: 1 },
        malformed: [
          {
            ...{ number: 3, lineFrom: 4, lineTo: 4, reason: 'ragged', text: 'xx' },
            detail: '1 field where 3 are expected',
          },
          {
            ...{ number: 5, lineFrom: 6, lineTo: 7, reason: 'nul', text: '4;"e\nf";\0' },
            detail: 'NUL byte at byte 9',
          },
        ],
        malformedListCapped: false,
        out: undefined,
      })
    })
  })

  it('tells when all fields are quoted', async () => {
    await withFile('"a","b"\n"1",""\n"2","3"\n', async (path) => {
      expect((await inspectFile(path)).quoting).toBe('all')
    })
  })

  it('lists 1,000 malformed records, counts all, and says so', async () => {
    await withFile(`a,b\n${'x\n'.repeat(1500)}`, async (path) => {
      const report = await inspectFile(path)
      expect(report).toMatchObject({ records: 1500, malformedCount: 1500 })
      expect([report.malformed.length, report.malformedListCapped]).toEqual([1000, true])
    })
  })

  it('writes clean CSV, and the malformed records beside it with their bytes', async () => {
    await withFile(FILE, async (path) => {
      const out = join(dirname(path), 'clean.csv')
      const report = await inspectFile(path, { out })
      const malformedPath = `${out}.malformed.csv`
      expect(report.out).toEqual({ path: out, written: 3, leftOut: 2, malformedPath })
      expect(await readFile(out, 'utf8')).toBe(
        'id,v,w\r\n1,"a,b",\r\n2,"c;""d""",""\r\n3,"5""",São\r\n',
      )
      const side = parse(await readFile(malformedPath), { columns: true }) as unknown as {
        line_from: string
        bytes_base64: string
      }[]
      expect(side.map((row) => row.line_from)).toEqual(['4', '6'])
      expect(Buffer.from(side[1]?.bytes_base64 ?? '', 'base64').toString()).toBe('4;"e\nf";\0')
      // What was written is read again without a fault.
      expect(await inspectFile(out)).toMatchObject({ records: 3, malformedCount: 0 })
    })
  })

  it('refuses to overwrite its input, under whatever name, and leaves nothing behind', async () => {
    await withFile('a,b\n1,2\n', async (path) => {
      const other = join(dirname(path), 'same.csv')
      await link(path, other)
      for (const out of [path, other]) {
        await expect(inspectFile(path, { out })).rejects.toThrow('is the file that is read')
      }
      for (const suffix of ['.malformed.csv', '.partial', '.malformed.csv.partial']) {
        const side = join(dirname(path), `x.csv${suffix}`)
        await writeFile(side, 'a,b\n1,2\n')
        const beside = inspectFile(side, { out: join(dirname(path), 'x.csv') })
        await expect(beside).rejects.toThrow('is the file that is read')
        expect(await readFile(side, 'utf8')).toBe('a,b\n1,2\n')
        await rm(side)
      }
      await expect(inspectFile(path, { out: '/nowhere/x.csv' })).rejects.toThrow(
        'cannot be written',
      )
      const signal = AbortSignal.abort()
      const aborted = inspectFile(path, { out: join(dirname(path), 'y.csv'), signal })
      await expect(aborted).rejects.toThrow('aborted')
      expect(await readFile(path, 'utf8')).toBe('a,b\n1,2\n')
      const left = await readdir(dirname(path))
      expect(left.toSorted()).toEqual(['T.csv', 'same.csv'])
    })
  })
})
